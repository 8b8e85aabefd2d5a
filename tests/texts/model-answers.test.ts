/** Texts that a language model answers, and how long one conversation lasts. */
import { expect, test } from "vitest";
import { hour_ms, minute_ms } from "#app/platform/durations.ts";
import { twilio } from "../carriers/sides.ts";
import { askedOf, script } from "../models/asking.ts";
import { newNumber, rows } from "../support/telephone.ts";
import { phoneOf, settled, text, textedClinic } from "./arrange.ts";
import { calls, modelClinic } from "./models.ts";

test("a model answers texts, knows that they are texts, and remembers what was written before", async () => {
  const { owner, key } = await modelClinic({ answer_texts: true, send_texts: true });
  const from = newNumber();
  await script(key, [{ say: "Yes, we have a sauna." }, { say: "Yes, guests may use it." }]);
  await text(owner, from, "Do you have a sauna?");
  await settled(owner, 2);
  await text(owner, from, "May guests use it?");
  const all = await settled(owner, 4);
  expect(all.filter(({ direction }) => direction === "out").map(({ text: words }) => words)).toEqual([
    expect.stringMatching(/this is .*, an AI assistant\. Reply STOP to opt out\. Yes, we have a sauna\.$/),
    "Yes, guests may use it.",
  ]);
  const [first, second] = await askedOf(key);
  expect(first?.body).toContain("the person sends text messages");
  expect(first?.body).toContain(from);
  // A text is answered by its answer: there is nothing to send besides, and no one to be put through to.
  expect(first?.body).not.toMatch(/"name":"(?:send_text|transfer_call)"/);
  expect(second?.body).toContain("Do you have a sauna?");
  expect(second?.body).toContain("Yes, we have a sauna.");
});

test("a model books by text, and the answer says it only once it is done", async () => {
  const { owner, key } = await modelClinic({ answer_texts: true });
  const from = newNumber();
  const when = "tomorrow at ten in the morning";
  await script(key, [calls("book_appointment", { when, name: "Marta Lindqvist", kind: "Cleaning" })]);
  await text(owner, from, "A cleaning tomorrow at ten in the morning please. Marta Lindqvist");
  await settled(owner, 2);
  expect(await rows(owner, "select 1 from bookings")).toEqual([]);
  await text(owner, from, "yes");
  await settled(owner, 4);
  expect(await rows(owner, "select name, phone_number, status from bookings")).toEqual([
    { name: "Marta Lindqvist", phone_number: from, status: "booked" },
  ]);
  expect((await phoneOf(owner, from)).at(-1)?.words).toMatch(/booked/);
});

test("without a model that answers, the built-in agent does", async () => {
  const { owner, key } = await modelClinic({ answer_texts: true });
  await script(key, [], { is_revoked: true });
  const from = newNumber();
  await text(owner, from, "What are your opening hours?");
  await settled(owner, 2);
  expect((await phoneOf(owner, from)).at(-1)?.words).toMatch(/open|hours/i);
});

/** Nothing was written for a while. */
const quietFor = (owner: { organizationId: string }, ms: number) =>
  rows(
    owner,
    `update text_conversations set last_at = last_at - ${ms}, started_at = started_at - ${ms} where ended_at is null`,
  );

test("after 24 hours without a text another conversation begins, with the words of today's agent", async () => {
  const owner = await textedClinic(twilio);
  const from = newNumber();
  await text(owner, from, "I'd like to book an appointment");
  await settled(owner, 2);
  await quietFor(owner, 24 * hour_ms - minute_ms);
  await text(owner, from, "A cleaning, please");
  await settled(owner, 4);
  expect(await rows(owner, "select ended_at from text_conversations")).toEqual([{ ended_at: null }]);
  await quietFor(owner, 24 * hour_ms + minute_ms);
  await text(owner, from, "Hello again");
  const all = await settled(owner, 6);
  const conversations = await rows(
    owner,
    "select id, ended_at is not null as over, state is null as forgotten from text_conversations order by started_at",
  );
  expect(conversations.map(({ over, forgotten }) => [over, forgotten])).toEqual([
    [1, 1],
    [0, 0],
  ]);
  expect(all.at(-1)).toMatchObject({ conversation_id: conversations[1]?.id, author: "agent" });
  // Who writes is said again.
  expect(String(all.at(-1)?.text)).toMatch(/an AI assistant\. Reply STOP to opt out\./);
});

test("the end of a quiet conversation comes by itself, and one in which someone wrote since goes on", async () => {
  const owner = await textedClinic(twilio);
  const from = newNumber();
  await text(owner, from, "What are your hours?");
  await settled(owner, 2);
  const [conversation] = await rows(owner, "select id from text_conversations");
  const id = String(conversation?.id);
  const timers = () => rows(owner, "select key from timers where kind = 'text_quiet'");
  expect(await timers()).toEqual([{ key: id }]);
  await owner.store.texts.endQuiet(id, Date.now() + 23 * hour_ms);
  expect(await rows(owner, "select ended_at from text_conversations")).toEqual([{ ended_at: null }]);
  expect(await timers()).toEqual([{ key: id }]);
  await owner.store.texts.endQuiet(id, Date.now() + 25 * hour_ms);
  expect(await rows(owner, "select ended_at is not null as over from text_conversations")).toEqual([
    { over: 1 },
  ]);
  expect(await timers()).toEqual([]);
});
