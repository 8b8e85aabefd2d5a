/** Drafts and published versions: what callers meet, the history, and the ways back. */
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import * as control from "#drizzle/control/schema.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { call, clinic, hangUp, history, newCallSid, newNumber, ring, rows } from "../support/telephone.ts";
import { openAnswering, saveAnswering, toolFields } from "./answering-client.ts";
import { callsOver } from "./calls-over.ts";
import { agentOf, openEditor, publish, save } from "./editor-client.ts";

/** Saves a change of the draft as it stands, in the editor. */
async function edited(person: Person, id: string, typed: Record<string, string>): Promise<void> {
  const { values } = await openEditor(person, id);
  for (const [name, value] of Object.entries(typed)) values.set(name, value);
  expect((await save(person, id, values)).status).toBe(302);
}

/** Writes a draft that the editor would not let through. */
async function drafted(person: Person, id: string, change: (spec: AgentSpec) => AgentSpec): Promise<void> {
  const agent = await person.store.agents.find(id);
  if (!agent) throw new Error("no agent");
  const spec = change(agent.spec);
  expect((await person.store.agents.update({ id, version: agent.version, spec, now: Date.now() })).ok).toBe(
    true,
  );
}

const pageOf = async (person: Person, id: string, query = "") =>
  pageText(await (await person.get(`/agents/${id}/versions${query}`)).text());

/** Presses a button of the page of versions; what was refused in words, or null. */
async function pressed(person: Person, id: string, deed: string): Promise<string | null> {
  const agent = await person.store.agents.find(id);
  const seen = { version: String(agent?.version), latest: String(agent?.live?.latest) };
  const answer = await person.post(`/agents/${id}/versions`, { ...seen, do: deed });
  if (answer.status === 302) return null;
  expect(answer.status).toBe(409);
  return pageText(await answer.text());
}

const liveOf = async (person: Person, id: string) => (await person.store.agents.find(id))?.live;

describe("a draft", () => {
  it("changes nothing for callers until it is published, and then from the next call on", async () => {
    const owner = await clinic();
    await edited(owner, owner.agentId, { greeting: "Welcome to the new greeting." });
    const under = await call(owner);
    expect(under.greeting).not.toContain("new greeting");
    expect((await publish(owner, owner.agentId)).status).toBe(302);
    const next = await call(owner);
    expect(next.greeting).toContain("new greeting");
    expect(await under.relay.say("what are your opening hours?")).not.toBe("");
    await hangUp(under);
    await hangUp(next);
    expect((await history(owner)).map(({ agent_version }) => agent_version)).toEqual([1, 2]);
  });

  it("says before it is published what is hardly meant, and takes no note that is too long", async () => {
    const owner = await clinic();
    await drafted(owner, owner.agentId, (spec) => ({
      ...spec,
      languages: ["es-US", "en-US"],
      model: {
        chain: [{ provider: "compatible", model: "own-1" }],
        temperature: 0.3,
        first_token_ms: 2500,
      },
    }));
    const shown = await pageOf(owner, owner.agentId);
    expect(shown).toMatch(/There is no key for .+\. The built-in agent answers every call/);
    expect(shown).toContain("its greeting looks English");
    const agent = await owner.store.agents.find(owner.agentId);
    const seen = { version: String(agent?.version), latest: String(agent?.live?.latest) };
    const answer = await owner.post(`/agents/${owner.agentId}/versions`, {
      ...seen,
      do: "publish",
      note: "a".repeat(201),
    });
    expect(answer.status).toBe(409);
    expect(await pageText(await answer.text())).toContain("A note has at most 200 characters");
    expect((await liveOf(owner, owner.agentId))?.version).toBe(1);
    await drafted(owner, owner.agentId, (spec) => ({ ...spec, greeting: "Hola, ¿en qué le puedo ayudar?" }));
    expect(await pageOf(owner, owner.agentId)).not.toContain("its greeting looks English");
  });

  it("with a word in braces that stands for nothing is not saved", async () => {
    const owner = await clinic();
    const { values } = await openEditor(owner, owner.agentId);
    values.set("greeting", "Thanks for calling {organisation}.");
    const answer = await save(owner, owner.agentId, values);
    expect(answer.status).toBe(422);
    expect(await pageText(await answer.text())).toContain("{organisation} stands for nothing");
  });

  it("is what a new agent is published from at once", async () => {
    const owner = await memberOf();
    const id = await agentOf(owner);
    expect(await liveOf(owner, id)).toMatchObject({ version: 1, latest: 1, changes: [], trial: null });
    expect(await pageText((await openEditor(owner, id)).html)).not.toContain("not published");
  });

  it("counts what is not published, and one press in the editor saves and publishes", async () => {
    const owner = await memberOf();
    const id = await agentOf(owner);
    await edited(owner, id, { greeting: "Hello.", business_address: "120 Main St." });
    const { html, values } = await openEditor(owner, id);
    expect(await pageText(html)).toContain("Draft: 2 changes not published");
    values.set("name", "Night desk");
    values.set("do", "publish");
    expect((await owner.post(`/agents/${id}`, values)).headers.get("location")).toBe(`/agents/${id}`);
    expect(await liveOf(owner, id)).toMatchObject({ version: 2, changes: [] });
    expect((await owner.store.agents.names())[0]?.name).toBe("Night desk");
  });

  it("has its changes discarded in one press", async () => {
    const owner = await memberOf();
    const id = await agentOf(owner);
    const before = (await owner.store.agents.find(id))?.spec;
    await edited(owner, id, { greeting: "Hello." });
    const version = String((await owner.store.agents.find(id))?.version);
    expect((await owner.post(`/agents/${id}`, { do: "discard", version: "1" })).headers.get("location")).toBe(
      `/agents/${id}/versions?show=draft&refused=conflict`,
    );
    expect((await owner.post(`/agents/${id}`, { do: "discard", version })).status).toBe(302);
    expect((await owner.store.agents.find(id))?.spec).toEqual(before);
    expect(await liveOf(owner, id)).toMatchObject({ version: 1, latest: 1, changes: [] });
  });

  it("is published once by two people at once, and the other is told", async () => {
    const owner = await memberOf();
    const colleague = await memberOf({ role: "member", organizationId: owner.organizationId });
    const id = await agentOf(owner);
    await edited(owner, id, { greeting: "Hello." });
    const answers = await Promise.all([publish(owner, id), publish(colleague, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(await pageText((await refused?.text()) ?? "")).toContain(
      "Someone else saved or published meanwhile",
    );
    expect(await liveOf(owner, id)).toMatchObject({ version: 2, latest: 2 });
  });

  it("is not published when it is incoherent, or would put callers through to an own number", async () => {
    const owner = await clinic();
    const id = owner.agentId;
    await drafted(owner, id, (spec) => ({ ...spec, prompt: "Say {{nothing_of_the_kind}}." }));
    expect(await pressed(owner, id, "publish")).toContain("doesn't fit together");
    await drafted(owner, id, (spec) => ({
      ...spec,
      prompt: "",
      actions: { ...spec.actions, transfer: { phone_number: "+12125550171", name: "" } },
    }));
    await rows(owner, `update numbers set phone_number = '+12125550171'`);
    expect(await pressed(owner, id, "publish")).toContain("one of your own numbers");
    expect(await liveOf(owner, id)).toMatchObject({ version: 1, latest: 1 });
  });

  it("is not published for a viewer, a stranger, or by an unreadable press", async () => {
    const owner = await memberOf();
    const viewer = await memberOf({ role: "viewer", organizationId: owner.organizationId });
    const id = await agentOf(owner);
    await edited(owner, id, { greeting: "Hello." });
    for (const deed of ["publish", "discard", "back-1", "settle-1"])
      expect((await viewer.post(`/agents/${id}/versions`, { do: deed })).status).toBe(403);
    expect((await publish(await memberOf(), id)).status).toBe(404);
    for (const typed of [
      { version: "<b>" },
      { latest: "-1" },
      { version: "9".repeat(400) },
      { note: "x".repeat(201) },
      { note: "a\u202eb" },
    ])
      expect((await publish(owner, id, typed)).status, JSON.stringify(typed)).toBe(409);
    expect(await liveOf(owner, id)).toMatchObject({ version: 1, latest: 1 });
    expect(await pageOf(viewer, id)).toContain("Draft: 1 change not published");
  });
});

describe("the history", () => {
  it("says who published what, and shows each change by its field", async () => {
    const owner = await memberOf();
    const id = await agentOf(owner, "receptionist");
    await edited(owner, id, { greeting: "Hello <b>you</b>.", "fields[0].label": "Your name" });
    expect((await publish(owner, id, { note: "A shorter greeting" })).status).toBe(302);
    const list = await pageOf(owner, id);
    for (const words of ["Version 2", "Version 1", "Answers calls", "A shorter greeting", "No calls yet"])
      expect(list).toContain(words);
    const html = await (await owner.get(`/agents/${id}/versions?show=2`)).text();
    expect(html).not.toContain("<b>you</b>");
    const shown = await pageText(html);
    expect(shown).toContain("What version 2 changed in version 1");
    for (const words of [
      "What the agent says",
      "Removed: Thanks for calling",
      "Added: Hello",
      "Added: Your name",
    ])
      expect(shown).toContain(words);
    expect(await pageOf(owner, id, "?show=1")).toContain("The first version that was kept.");
    for (const query of ["?show=99", "?show=<b>", "?below=x", "?refused=nonsense"])
      expect((await owner.get(`/agents/${id}/versions${query}`)).status, query).toBe(200);
    const audited = await controlPlane()
      .select()
      .from(control.auditEvents)
      .where(eq(control.auditEvents.target, id));
    expect(audited.map(({ action }) => action)).toEqual([
      "agent.created",
      "agent.changed",
      "agent.published",
    ]);
  });

  it("counts the calls of each version by their outcome", async () => {
    const owner = await clinic();
    await hangUp(await call(owner));
    await edited(owner, owner.agentId, { greeting: "Hello." });
    await publish(owner, owner.agentId);
    await hangUp(await call(owner));
    await hangUp(await call(owner));
    const text = await pageOf(owner, owner.agentId);
    expect(text).toContain("2 calls, 67% of all · No outcome 2");
    expect(text).toContain("1 call, 33% of all · No outcome 1");
  });

  it("rolls back by publishing an earlier version again, and leaves a draft's own changes alone", async () => {
    const owner = await clinic();
    const id = owner.agentId;
    await edited(owner, id, { greeting: "A bad greeting." });
    await publish(owner, id);
    const under = await call(owner);
    expect(await pressed(owner, id, "back-1")).toBeNull();
    expect((await call(owner)).greeting).not.toContain("bad greeting");
    expect(await under.relay.say("what are your opening hours?")).not.toBe("");
    await hangUp(under);
    expect((await history(owner)).at(-1)?.agent_version).toBe(2);
    expect(await liveOf(owner, id)).toMatchObject({ version: 3, changes: [] });
    expect(await pageOf(owner, id)).toContain("version 1 again");
    await edited(owner, id, { business_address: "120 Main St." });
    expect(await pressed(owner, id, "back-2")).toBeNull();
    expect((await owner.store.agents.find(id))?.spec.business_address).toBe("120 Main St");
    expect(await pressed(owner, id, "draft-1")).toBeNull();
    expect((await owner.store.agents.find(id))?.spec.greeting).toBe(owner.spec.greeting);
  });

  it("does not go back to a version whose number, voice or secret is there no longer", async () => {
    const owner = await clinic((spec) => ({
      ...spec,
      voice: { provider: "elevenlabs", id: "a-voice-of-last-year" },
      actions: { ...spec.actions, transfer: { phone_number: "+12125550172", name: "Dana" } },
    }));
    const id = owner.agentId;
    await drafted(owner, id, (spec) => ({
      ...spec,
      voice: { provider: "google", id: "en-US-Chirp3-HD-Kore" },
      actions: { ...spec.actions, transfer: null },
    }));
    await publish(owner, id);
    expect(await pressed(owner, id, "back-1")).toContain("a voice that's no longer offered");
    await rows(
      owner,
      `update agent_versions set spec = json_set(spec, '$.voice.id', 'en-US-Chirp3-HD-Kore', '$.voice.provider', 'google') where version = 1`,
    );
    await rows(owner, `update numbers set phone_number = '+12125550172'`);
    expect(await pressed(owner, id, "back-1")).toContain("one of your own numbers");

    await saveAnswering(owner, id, await openAnswering(owner, id), toolFields({ secret: "hush-hush" }));
    await publish(owner, id);
    const kept = () =>
      controlPlane()
        .select()
        .from(control.toolSecrets)
        .where(eq(control.toolSecrets.organization_id, owner.organizationId));
    await saveAnswering(owner, id, await openAnswering(owner, id), { "tools[0].forget": "on" });
    // The version that answers still sends it.
    expect(await kept()).toHaveLength(1);
    await publish(owner, id);
    await callsOver(owner);
    expect(await kept()).toEqual([]);
    expect(await pressed(owner, id, "back-3")).toContain("a tool whose secret was removed");
    expect(await liveOf(owner, id)).toMatchObject({ version: 4, latest: 4 });
  });
});

it("an agent that is archived in a call answers it to the end, with the version that it began with", async () => {
  const owner = await clinic();
  const id = owner.agentId;
  const call_sid = newCallSid();
  const from = newNumber();
  const first = await (await ring({ call_sid, from, to: owner.number })).text();
  await edited(owner, id, { greeting: "A later greeting." });
  await publish(owner, id);
  await rows(owner, "update numbers set agent_id = null");
  expect((await owner.post(`/agents/${id}`, { do: "archive" })).status).toBe(302);
  // The carrier asks once more: the same call has the same answer.
  const again = await (await ring({ call_sid, from, to: owner.number })).text();
  const greeting = (xml: string) => /welcomeGreeting="([^"]*)"/.exec(xml)?.[1];
  expect(greeting(again)).toBe(greeting(first));
  expect(again).not.toContain("A later greeting.");
  expect(await owner.store.live.list()).toHaveLength(1);
});
