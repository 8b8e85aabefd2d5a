/** What a model calls done is about a deed: its own day, time and name, and each deed is news once. */
import { expect, test } from "vitest";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import type { World } from "#workers/conversation/line/conversation.ts";
import { worlds } from "../support/conversation-worlds.ts";
import { call, says, talk } from "./model-line.ts";
import type { Answer } from "./scripted-model.ts";

const booking = call("book_appointment", { when: "Tuesday at noon", name: "Dana Reyes" });
const looking = { calls: [call("find_times", { when: "Thursday" })] };

/** After Tuesday at noon was booked for Dana and told, the caller asks for more, and the model claims something. */
async function claimed(claim: string, ...before: Answer[]): Promise<string> {
  const { line } = await talk({}, { calls: [booking] }, ...before, claim, "What else can I do?");
  await says(line, "Dana Reyes, Tuesday at noon");
  expect(await says(line, "Yes")).toMatch(/Tuesday the 24th/);
  const heard = await says(line, "And my son, on Thursday at ten?");
  expect(line.done.filter(({ type }) => type === "book")).toHaveLength(1);
  return heard;
}

test.each([
  "I've booked your son for Thursday at ten too.",
  "I've booked your son for Thursday too.",
  "I've booked your son for the 26th at noon.",
  "I've booked your son for November 26 at noon.",
  "I've booked your son for Tuesday at ten.",
  "I've booked your son as well.",
  "You're booked for Tuesday at noon and Thursday at ten.",
  "You're booked, Timothy.",
  "Ya le he reservado el jueves a mediodía.",
])("“%s” is not said when only Tuesday at noon is booked", async (claim) => {
  expect(await claimed(claim, looking)).not.toContain(claim.slice(0, 12));
});

test.each([
  "You're booked for Tuesday at noon.",
  "You're booked for Tuesday the 24th at twelve, Dana.",
  "See you then!",
])("“%s” may be said again", async (claim) => {
  expect(await claimed(claim)).toContain(claim);
});

test("a question that was noted and details that were saved are no message that was passed on", async () => {
  const { line } = await talk(
    {},
    { calls: [call("note_question", { question: "Do you do implants" })] },
    "I've passed your message on to Dr. Lund.",
    "I'll find that out.",
    { calls: [call("take_message", { text: "Please call me", name: "Ray" })] },
    "I've passed your message on.",
  );
  const heard = await says(line, "Do you do implants?");
  expect(heard).not.toContain("passed your message");
  expect(heard).toContain("I'll find that out");
  expect(await says(line, "Tell her to call Ray")).toContain("passed your message on");
});

const withTool = (world: World): World => {
  const tool: AgentSpec["tools"][number] = {
    id: "hold_table",
    name: "hold_table",
    description: "Books a table.",
    url: "https://example.test/hold",
    fields: [],
    secret_id: null,
    timeout_ms: 1000,
    filler: "",
    proves: ["booked"],
  };
  return { ...world, agent: { ...world.agent, tools: [tool] } };
};

test("what a tool of the organization booked is told once, and again only as it was", async () => {
  const { line } = await talk(
    {
      world: withTool(worlds.clinic()),
      act: async ({ type }) =>
        type === "call_webhook" ? { ok: true, data: { status: 200, answer: "Thursday" } } : { ok: true },
    },
    { calls: [call("hold_table", {})] },
    "I've booked it for Thursday.",
    "I've booked it for Thursday.",
    "I've booked it for Friday.",
    "Which day?",
  );
  expect(await says(line, "A table for Thursday")).toContain("booked it for Thursday");
  expect(await says(line, "Sorry, what?")).toContain("booked it for Thursday");
  expect(await says(line, "And one for Friday")).not.toContain("Friday");
});

test("a moved appointment may be told with both of its times, and no other", async () => {
  const found = {
    booking_id: "b1",
    starts_at: Date.parse("2026-11-24T17:00:00Z"),
    duration_minutes: 30,
    kind: "Examination",
    name: "Dana Reyes",
  };
  const { line } = await talk(
    {
      act: async ({ type }) =>
        type === "find_appointments" ? { ok: true, data: { appointments: [found] } } : { ok: true },
    },
    { calls: [call("find_appointments", {})] },
    { calls: [call("move_appointment", { appointment: "A1", when: "Wednesday at noon" })] },
    "I've moved it from Tuesday to Wednesday at noon.",
    "I've moved it to Friday at noon.",
    "Anything else?",
  );
  await says(line, "Move my appointment to Wednesday, please");
  expect(await says(line, "Yes, that's right")).toContain("Wednesday the 25th");
  expect(await says(line, "What did you do?")).toContain("from Tuesday to Wednesday");
  expect(await says(line, "Make it Friday")).not.toContain("Friday");
});
