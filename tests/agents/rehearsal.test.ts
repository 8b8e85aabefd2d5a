/** "Try it": the draft speaks, with real free times, and nothing in the world changes. */
import { describe, expect, it } from "vitest";
import { pageText } from "../support/page-form.ts";
import { memberOf } from "../support/people.ts";
import { agentOf, type Editor, editorOn, openEditor } from "./editor-client.ts";

type Person = Awaited<ReturnType<typeof memberOf>>;

async function call(owner: Person, id: string, editor: Editor): Promise<Editor> {
  editor.values.set("do", "call");
  return editorOn(await owner.post(`/agents/${id}`, editor.values));
}

async function say(owner: Person, id: string, editor: Editor, words: string): Promise<Editor> {
  editor.values.set("do", "say");
  editor.values.set("say", words);
  return editorOn(await owner.post(`/agents/${id}`, editor.values));
}

describe("a draft on the phone beside the editor", () => {
  it("says the greeting that is on the page, not the one that is saved", async () => {
    const owner = await memberOf();
    const id = await agentOf(owner);
    const editor = await openEditor(owner, id);
    editor.values.set("greeting", "A greeting that nobody has saved.");
    const ringing = await call(owner, id, editor);
    expect(ringing.status).toBe(200);
    expect(await pageText(ringing.html)).toContain("Agent: A greeting that nobody has saved.");
    expect(ringing.values.get("greeting")).toBe("A greeting that nobody has saved.");
    expect((await owner.store.agents.find(id))?.version).toBe(1);
  });

  it("goes through a whole booking and books nothing", async () => {
    const owner = await memberOf();
    const id = await agentOf(owner);
    let phone = await call(owner, id, await openEditor(owner, id));
    for (const words of [
      "I'd like to book an appointment",
      "next Tuesday at three in the afternoon",
      "Daniel Whitmore",
      "415 555 0134",
      "yes",
      "yes",
      "yes please",
      "no, that's all, thank you",
    ])
      phone = await say(owner, id, phone, words);
    const text = await pageText(phone.html);
    expect(text).toContain("You: Daniel Whitmore");
    expect(text).toMatch(
      /On a real call: books Appointment for Daniel Whitmore on Tuesday, [A-Z][a-z]+ \d+(?:, \d{4})? at 3:00 pm/,
    );
    const far = Date.now() + 90 * 86_400_000;
    expect(await owner.store.bookings.busy(0, far)).toEqual([]);
  });

  it("answers from the knowledge as it is being written", async () => {
    const owner = await memberOf();
    const id = await agentOf(owner, "receptionist");
    const editor = await openEditor(owner, id);
    editor.values.set("knowledge[0].question", "Is there parking?");
    editor.values.set("knowledge[0].answer", "There's a garage behind the house.");
    const phone = await say(owner, id, await call(owner, id, editor), "Do you have parking?");
    const text = await pageText(phone.html);
    expect(text).toContain("There's a garage behind the house.");
    expect(text).toContain("Answered from “Is there parking?”");
  });

  it("offers no day on which the whole organization is closed", async () => {
    const owner = await memberOf();
    const id = await agentOf(owner);
    const dates = Array.from({ length: 8 }, (_, ahead) =>
      new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10),
    );
    const rows = dates.flatMap((date, row) => [
      [`days[${row}].date`, date],
      [`days[${row}].name`, "Works"],
    ]);
    await owner.post("/settings", { intent: "closed", ...Object.fromEntries(rows) });
    let phone = await call(owner, id, await openEditor(owner, id));
    for (const words of ["I'd like to book an appointment", "tomorrow please"])
      phone = await say(owner, id, phone, words);
    expect(await pageText(phone.html)).toMatch(/Agent: [^:]*closed/i);
  });

  it("says where the business is, as the editor has it", async () => {
    const owner = await memberOf();
    const id = await agentOf(owner, "receptionist");
    const editor = await openEditor(owner, id);
    expect(editor.values.get("business_address")).toBe("");
    editor.values.set("business_address", "120 Main St., Springfield.");
    const phone = await say(owner, id, await call(owner, id, editor), "What's your address?");
    expect(await pageText(phone.html)).toMatch(/(?:at|address is) 120 Main St., Springfield\./);
    phone.values.set("do", "save");
    expect((await owner.post(`/agents/${id}`, phone.values)).status).toBe(302);
    expect((await owner.store.agents.find(id))?.spec.business_address).toBe("120 Main St., Springfield");
    expect((await openEditor(owner, id)).values.get("business_address")).toBe("120 Main St., Springfield");
  });

  it("cannot speak while something in it is wrong, and says where", async () => {
    const owner = await memberOf();
    const id = await agentOf(owner);
    const editor = await openEditor(owner, id);
    editor.values.set("greeting", "");
    const refused = await call(owner, id, editor);
    expect(refused.status).toBe(422);
    expect(await pageText(refused.html)).toContain("Enter the first thing callers hear");
  });

  it.each([
    ["nothing", ""],
    ["ten thousand characters", "word ".repeat(2000)],
    ["markup", "<script>alert(1)</script>"],
    ["emoji", "🦷🪥"],
  ])("goes on after %s", async (_what, words) => {
    const owner = await memberOf();
    const id = await agentOf(owner);
    const phone = await say(owner, id, await call(owner, id, await openEditor(owner, id)), words);
    expect(phone.status).toBe(200);
    expect(phone.html).not.toContain("<script>alert(1)");
    const after = await say(owner, id, phone, "I'd like an appointment");
    expect(after.status).toBe(200);
    expect(await pageText(after.html)).toContain("You: I'd like an appointment");
  });

  it("begins again when the call that the page carried cannot be read", async () => {
    const owner = await memberOf();
    const id = await agentOf(owner);
    for (const carried of [
      "{",
      "[]",
      '{"memory":7,"lines":"x"}',
      '{"memory":{"a":1},"lines":[],"has_ended":false}',
    ]) {
      const editor = await openEditor(owner, id);
      editor.values.set("rehearsal", carried);
      expect((await say(owner, id, editor, "Hello")).status).toBe(200);
    }
  });

  it("begins again when the call that the page carried holds what no calendar has", async () => {
    const owner = await memberOf();
    const id = await agentOf(owner);
    const asking = await say(
      owner,
      id,
      await call(owner, id, await openEditor(owner, id)),
      "A cleaning please",
    );
    const carried = String(asking.values.get("rehearsal"));
    const hostile = [
      { offered: [9e15], asked: { what: "offer", slots: [9e15] } },
      { focus: { date: "garbage", at: "99:99" } },
      { focus: { date: "2026-02-30", at: null } },
      { wished: [{ date: "275760-09-14", from: "25:00" }] },
      { done: { bookings: [{ starts_at: -9e15, kind: "", caller: "" }], messages: 0, lead: false } },
      { chosen_from: [Number.MIN_SAFE_INTEGER] },
      { quiet_until: 8.65e15 },
      { turn: 9e15 },
    ];
    for (const change of hostile) {
      const call = JSON.parse(carried);
      asking.values.set("rehearsal", JSON.stringify({ ...call, memory: { ...call.memory, ...change } }));
      for (const words of ["the day after, same time", "yes", "what day is that?"])
        expect((await say(owner, id, asking, words)).status).toBe(200);
    }
  });
});
