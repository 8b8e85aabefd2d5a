/** The organization's transfer targets where an agent is tried and tested: named, by their hours, and called by no one. */
import { expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import { pageText } from "../support/page-form.ts";
import { type Clinic, clinic, rows } from "../support/telephone.ts";
import { editorOn, openEditor } from "./editor-client.ts";

const dana = "+12125550177";

/** A clinic whose agent may put callers through to Dana; `hours` null: always. */
async function withDana(isPaused = false): Promise<Clinic> {
  const id = newId();
  const owner = await clinic((spec) => ({
    ...spec,
    actions: { ...spec.actions, transfer: null },
    transfer_targets: [id],
  }));
  const by = { id, by: owner.userId, now: Date.now() };
  await owner.store.transfers.add(
    {
      name: "Dana",
      phone_number: dana,
      use_when: "",
      mode: "announced",
      ring_seconds: 25,
      hours: null,
      time_zone: "America/New_York",
    },
    by,
  );
  if (isPaused)
    await rows(
      owner,
      `update transfer_targets set paused_at = ${Date.now()} where id = '${id}' returning id`,
    );
  return owner;
}

async function tried(owner: Clinic, words: string): Promise<string> {
  const id = owner.agentId;
  const editor = await openEditor(owner, id);
  editor.values.set("do", "call");
  const ringing = await editorOn(await owner.post(`/agents/${id}`, editor.values));
  ringing.values.set("do", "say");
  ringing.values.set("say", words);
  const said = await editorOn(await owner.post(`/agents/${id}`, ringing.values));
  return pageText(said.html);
}

const wish = "I'd like to talk to a person";

test("a transfer in the try-out names the target", async () => {
  const owner = await withDana();
  const text = await tried(owner, wish);
  expect(text).toContain("On a real call: transfers the caller to Dana, +1 212 555 0177");
});

test("a target that is paused is not offered in the try-out", async () => {
  const owner = await withDana(true);
  expect(await tried(owner, wish)).not.toContain("transfers the caller");
});

test("a test of the agent puts its caller through to the target, and without one it does not", async () => {
  const play = async (owner: Clinic) => {
    const id = newId();
    await owner.store.agentTests.save({
      agent_id: owner.agentId,
      id,
      test: {
        name: "Wants a person",
        now: "2026-11-20 10:00",
        from: null,
        appointments: [],
        turns: [{ say: wish }],
        expect: [{ outcome: "transferred" }],
      },
      created_by: owner.userId,
      now: Date.now(),
    });
    await owner.post(`/agents/${owner.agentId}/tests`, { do: "play", test: id });
    return (await owner.store.agentTests.find(owner.agentId, id))?.last.built_in?.played;
  };
  const played = await play(await withDana());
  expect(played).toMatchObject({ verdict: "passed", outcome: "transferred" });
  expect(played?.turns.at(-1)?.agent).toContain("Dana");
  expect(await play(await withDana(true))).toMatchObject({ verdict: "failed" });
});
