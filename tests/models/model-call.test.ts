/** A call that a language model answers, frame by frame: over the carrier's socket, the providers' protocols and the organization's keys. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { type Clinic, call, clinic, history, newNumber, relayAction, rows } from "../support/telephone.ts";
import { askedOf, type Scripted, script } from "./asking.ts";

const withModels = (spec: AgentSpec): AgentSpec => ({
  ...spec,
  model: {
    chain: [
      { provider: "openai", model: "gpt-4.1-mini" },
      { provider: "anthropic", model: "claude-haiku-4-5" },
    ],
    temperature: 0.3,
    first_token_ms: 2500,
  },
});

/** A clinic whose agent has two models, each over a key of its own. */
async function clinicWithKeys(): Promise<{ owner: Clinic; openai: string; anthropic: string }> {
  const owner = await clinic(withModels);
  const openai = `sk-${crypto.randomUUID()}`;
  const anthropic = `sk-ant-${crypto.randomUUID()}`;
  const form = { intent: "add", name: "", base_url: "" };
  await owner.post("/settings/models", { ...form, provider: "openai", key: openai });
  await owner.post("/settings/models", { ...form, provider: "anthropic", key: anthropic });
  return { owner, openai, anthropic };
}

const calls = (name: string, given: Record<string, unknown>): Scripted => ({
  calls: [{ name, arguments: given }],
});

const transcript = async (owner: Clinic): Promise<{ type: string; text: string }[]> => {
  const [row] = await rows(owner, "select lines from call_transcripts");
  return JSON.parse(String(row?.lines ?? "[]"));
};

test("a model finds a time, the code asks for confirmation and books, and the call has its words, and no cost of a key that the organization pays", async () => {
  const { owner, openai } = await clinicWithKeys();
  await script(openai, [
    calls("find_times", { when: "tomorrow at ten in the morning" }),
    { say: "Ten tomorrow is free. May I have your name?" },
    calls("book_appointment", {
      when: "tomorrow at ten in the morning",
      name: "Marta Lindqvist",
      kind: "Cleaning",
    }),
    { say: "Thanks for calling, goodbye.", calls: [{ name: "end_call", arguments: { reason: "goodbye" } }] },
  ]);
  const placed = await call(owner, newNumber());
  await placed.relay.say("a cleaning tomorrow at ten in the morning please");
  await placed.relay.say("Marta Lindqvist");
  expect(await owner.store.bookings.upcoming(0, 5)).toEqual([]);
  await placed.relay.say("yes");
  expect(await owner.store.bookings.upcoming(0, 5)).toEqual([
    expect.objectContaining({ name: "Marta Lindqvist", call_id: placed.call_id }),
  ]);
  await placed.relay.say("no thanks, bye");
  expect(await placed.relay.handoff()).toEqual({ reason: "goodbye" });
  await relayAction(placed, {});
  const [row] = await history(owner);
  expect(row).toMatchObject({ outcome: "booked", contact_name: "Marta Lindqvist" });
  const items: unknown = JSON.parse(String(row?.cost_items));
  expect(items).toContainEqual(expect.objectContaining({ what: "model", unit: "call", cost_micros: 0 }));
  expect(JSON.parse(String(row?.model_use))).toEqual(
    [2, 2, 3, 5].map((turn) =>
      expect.objectContaining({ turn, model: "GPT-4.1 mini", payer: "organization", cost_micros: 0 }),
    ),
  );
  const said = (await transcript(owner)).map(({ text }) => text).join("\n");
  expect(said).toContain("Ten tomorrow is free. May I have your name?");
  expect(said).toMatch(/booked/);
  expect(JSON.stringify(await askedOf(openai))).not.toContain("sk-");
});

test("of a known number a model learns the first name, and of others' appointments nothing after three names", async () => {
  const { owner, openai } = await clinicWithKeys();
  const from = newNumber();
  const known = { phone_number: from, name: "Marta Lindqvist", email: "marta@example.com" };
  await owner.store.contacts.upsertByPhone({ ...known, source: "call", status: null, now: Date.now() });
  const named = (name: string) => calls("find_appointments", { name, phone_number: "+12125550188" });
  await script(openai, [
    calls("look_up_contact", {}),
    { say: "Hello Marta, what can I do for you?" },
    ...["Ann Lee", "Ben Moss", "Cleo Hart", "Dana Reyes"].flatMap((name) => [
      named(name),
      { say: "I see nothing under that name." },
    ]),
  ]);
  const placed = await call(owner, from);
  await placed.relay.say("hi there");
  for (const name of ["Ann Lee", "Ben Moss", "Cleo Hart"]) await placed.relay.say(`is ${name} coming`);
  const before = (await askedOf(openai)).map(({ body }) => body).join("\n");
  expect(before).toContain("Marta");
  expect(before).not.toMatch(/Lindqvist|marta@example/);
  expect(before).not.toContain("too often");
  await placed.relay.say("is Dana Reyes coming");
  expect((await askedOf(openai)).at(-1)?.body).toContain("too often");
});

test("a revoked key in a call is answered by the next provider, and without any the built-in brain goes on", async () => {
  const { owner, openai, anthropic } = await clinicWithKeys();
  await script(openai, [{ say: "How can I help?" }]);
  await script(anthropic, [{ say: "Which day would you like?" }]);
  const placed = await call(owner, newNumber());
  await placed.relay.say("hello there");
  await script(openai, [], { is_revoked: true });
  await placed.relay.say("I would like to come in");
  await script(anthropic, [], { is_revoked: true });
  await placed.relay.say("what are your opening hours");
  await placed.relay.say("no thanks, goodbye");
  await relayAction(placed, {});
  const lines = await transcript(owner);
  const texts = lines.map(({ text }) => text);
  expect(texts).toContain("How can I help?");
  expect(texts).toContain("Which day would you like?");
  expect(texts).toContain("No language model answered, so the built-in agent went on");
  expect(texts.join("\n")).toMatch(/open|hours/i);
});

test("the keys are read while the greeting plays: the first question finds them, whatever happened to them meanwhile", async () => {
  const { owner, openai } = await clinicWithKeys();
  await script(openai, [{ say: "How can I help?" }]);
  const placed = await call(owner, newNumber());
  await env.DB.prepare("delete from model_keys where organization_id = ?").bind(owner.organizationId).run();
  expect(await placed.relay.say("hello there")).toBe("How can I help?");
});
