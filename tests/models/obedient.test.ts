/** The sandbox's model without a script: it answers as its caller speaks, and calls no tool that it is not offered. */
import { expect, test } from "vitest";
import type { ModelMessage, ToolSpec } from "#workers/conversation/model/model.ts";
import { adapters, never, request, whole } from "./asking.ts";

const tool = (name: string, fields: string[]): ToolSpec => ({
  name,
  description: name,
  parameters: {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field, { type: "string" }])),
  },
});
const all = [
  tool("find_times", ["when"]),
  tool("book_appointment", ["when", "name"]),
  tool("take_message", ["text", "name", "call_back"]),
  tool("transfer_call", ["reason"]),
  tool("end_call", ["reason"]),
  tool("find_appointments", ["name"]),
  tool("move_appointment", ["appointment", "when"]),
  tool("cancel_appointment", ["appointment"]),
  tool("search_knowledge", ["question"]),
];

/** A conversation with the model of one provider; `results` are what its tools answer. */
function talking(name: string, tools = all, results: Record<string, string> = {}) {
  const made = adapters[name]?.();
  if (!made) throw new Error(name);
  const messages: ModelMessage[] = [];
  const called: [string, unknown][] = [];
  const turn = async (): Promise<string> => {
    const { text, calls } = await whole(made.model(request(made.name, [...messages], { tools }), never()));
    messages.push({ role: "assistant", text, calls });
    for (const call of calls) {
      called.push([call.name, JSON.parse(call.arguments)]);
      messages.push({ role: "tool", id: call.id, name: call.name, result: results[call.name] ?? "Done." });
    }
    return calls.length > 0 && text === "" ? turn() : text;
  };
  const hear = (text: string): Promise<string> => {
    messages.push({ role: "user", text });
    return turn();
  };
  return { hear, called };
}

test.each(["OpenAI", "Anthropic", "Workers AI (native)", "Workers AI (OpenAI)"])(
  "%s: an appointment is looked up, named and booked",
  async (name) => {
    const { hear, called } = talking(name, all, {
      find_times: '{"free":[{"say":"Tuesday at three","when":"2026-12-01 15:00"}]}',
      book_appointment: '{"say":"You are booked for Tuesday at three."}',
    });
    expect(await hear("Hello")).toContain("How can I help");
    expect(await hear("I'd like to book an appointment")).toContain("Which day and time");
    expect(await hear("Next Tuesday at three")).toBe("Tuesday at three is free. May I have your name?");
    expect(await hear("Yes, that works")).toBe("All right, Tuesday at three. May I have your name?");
    expect(await hear("Marta Lindqvist")).toContain("You are booked for Tuesday at three.");
    expect(called.map(([one]) => one)).toEqual(["find_times", "book_appointment"]);
    expect(called[1]?.[1]).toMatchObject({ name: "Marta Lindqvist" });
    expect(await hear("No, that's all, thanks")).toContain("Goodbye");
    expect(called.at(-1)?.[0]).toBe("end_call");
  },
);

test("questions go to knowledge, a wish for a person is put through, and without those tools neither is called", async () => {
  const information = [{ title: "Hours", text: "We are open from eight to six. Daily. Ring the bell." }];
  const results = { search_knowledge: JSON.stringify({ information }) };
  const { hear, called } = talking("OpenAI", all, results);
  const answer = await hear("What are your opening hours?");
  expect(answer).toBe("We are open from eight to six. Daily. Is there anything else?");
  expect(called.map(([one]) => one)).toEqual(["search_knowledge"]);
  await hear("I want to speak to a person please");
  expect(called.at(-1)?.[0]).toBe("transfer_call");
  const bare = talking("OpenAI", []);
  for (const said of [
    "What are your opening hours?",
    "I'd like to book an appointment on Tuesday",
    "A person, please",
  ])
    expect(await bare.hear(said)).not.toBe("");
  expect(bare.called).toEqual([]);
});

test("what a tool tells the model to do is not read out", async () => {
  const { hear, called } = talking("OpenAI", all, {
    search_knowledge: "Nothing was found. Say that you don't know, note it with note_question.",
    find_appointments: "No appointment was found under that name and number. Ask for the full name.",
  });
  expect(await hear("Do you have parking?")).toBe(
    "I'm sorry, I don't know that. Would you like to leave a message?",
  );
  await hear("I need to cancel my appointment");
  expect(await hear("Marta Lindqvist")).toBe("I see no appointment under that name and number.");
  expect(called.at(-1)?.[0]).toBe("take_message");
});

test("a message is taken with a name, and an appointment is moved and canceled", async () => {
  const { hear, called } = talking("Anthropic");
  await hear("I want to leave a message");
  await hear("Please tell Doctor Lee that the crown came off");
  await hear("Marta Lindqvist");
  expect(called.map(([one]) => one)).toEqual(["take_message"]);
  const found = [{ appointment: "A1", kind: "Cleaning", name: "Marta Lindqvist", say: "Tuesday at three" }];
  const results = { find_appointments: JSON.stringify(found) };
  const second = talking("OpenAI", all, results);
  expect(await second.hear("I need to cancel my appointment")).toContain("your name");
  await second.hear("Marta Lindqvist");
  expect(second.called).toEqual([
    ["find_appointments", { name: "Marta Lindqvist" }],
    ["cancel_appointment", { appointment: "A1" }],
  ]);
  const third = talking("OpenAI", all, results);
  await third.hear("I need to move my appointment");
  expect(await third.hear("Marta Lindqvist")).toMatch(
    /I see your cleaning on Tuesday at three.* Which day and time/,
  );
  await third.hear("Next Thursday at ten");
  expect(third.called.at(-1)).toEqual([
    "move_appointment",
    { appointment: "A1", when: expect.stringMatching(/Thursday/) },
  ]);
});
