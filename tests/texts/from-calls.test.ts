/** What a call texts to its caller: what a model writes during it, and the appointment that it made, once it is over. */
import { afterEach, expect, test } from "vitest";
import { goesWrong, mend, twilio } from "../carriers/sides.ts";
import { askedOf, script } from "../models/asking.ts";
import { pageText } from "../support/page-form.ts";
import { type Call, type Clinic, call, hangUp, newNumber, relayAction, rows } from "../support/telephone.ts";
import { phoneOf, settled, text, textsOf, until } from "./arrange.ts";
import { calls, modelClinic } from "./models.ts";

afterEach(mend);

const deedsOf = async (owner: Clinic): Promise<string> => {
  const [row] = await rows(owner, "select lines from call_transcripts");
  return String(row?.lines ?? "");
};

/** What the model was told of its last deed. */
const toldLast = async (key: string): Promise<string> => (await askedOf(key)).at(-1)?.body ?? "";

const address = "Our address is 4 Pine Street, Portland.";

test("a model texts the caller what they asked for, to the number that they call from, and says so only then", async () => {
  const { owner, key } = await modelClinic({ send_texts: true });
  const from = newNumber();
  await script(key, [calls("send_text", { text: address }), { say: "I have just texted it to you." }]);
  const placed = await call(owner, from);
  expect(await placed.relay.say("can you text me your address")).toBe("I have just texted it to you.");
  const [sent] = await settled(owner, 1);
  expect(sent).toMatchObject({
    direction: "out",
    author: "agent",
    text: address,
    conversation_id: placed.call_id,
  });
  expect(await phoneOf(owner, from)).toMatchObject([{ by: "product", words: address }]);
  expect(await toldLast(key)).not.toContain("Error");
  await hangUp(placed);
  expect(await deedsOf(owner)).toContain("Sent a text");
  // The thread shows the text beside the call that it was sent in.
  const thread = await pageText(await (await owner.get(`/messages/${sent?.thread_id}`)).text());
  expect(thread).toContain(address);
  expect(thread).toContain("Agent");
  // Their answer finds an agent that answers no texts.
  await text(owner, from, "Thanks!");
  expect((await settled(owner, 2)).at(-1)).toMatchObject({ direction: "in", why: "texts_off" });
});

test.each([
  ["refused", { status: 400 }],
  ["silent", { status: 503 }],
  ["busy", { status: 429 }],
])("a model is told that a text was not sent: the carrier is %s", async (_, fault) => {
  const { owner, key } = await modelClinic({ send_texts: true });
  const from = newNumber();
  await script(key, [calls("send_text", { text: address }), { say: "I could not text it." }]);
  await goesWrong(twilio, { path: twilio.rest.message, ...fault });
  const placed = await call(owner, from);
  expect(await placed.relay.say("can you text me your address")).toBe("I could not text it.");
  expect(await toldLast(key)).toMatch(/failed|not sent|did not|didn't/i);
  expect(await phoneOf(owner, from)).toEqual([]);
  await hangUp(placed);
  expect(await deedsOf(owner)).toContain("Couldn't send the text");
});

test("a call texts three times at most, and a person who wants no texts gets none", async () => {
  const { owner, key } = await modelClinic({ send_texts: true });
  const from = newNumber();
  const four = [1, 2, 3, 4].flatMap((n) => [
    calls("send_text", { text: `Part ${n}` }),
    { say: `Part ${n}.` },
  ]);
  await script(key, four);
  const placed = await call(owner, from);
  for (const n of [1, 2, 3, 4]) expect(await placed.relay.say("text me the next part")).toBe(`Part ${n}.`);
  expect(await toldLast(key)).toContain("no more texts can be sent in this call");
  await settled(owner, 3);
  expect((await phoneOf(owner, from)).map(({ words }) => words)).toEqual(["Part 1", "Part 2", "Part 3"]);
  await hangUp(placed);
  await text(owner, from, "STOP");
  await settled(owner, 4);
  await script(key, [calls("send_text", { text: "Part 5" }), { say: "You asked for no texts." }]);
  const again = await call(owner, from);
  await again.relay.say("text me the rest");
  expect(await toldLast(key)).toContain("this person asked for no texts");
  expect((await textsOf(owner)).filter(({ text: words }) => words === "Part 5")).toEqual([]);
});

test("an agent that may send no texts has no tool for it", async () => {
  const { owner, key } = await modelClinic({});
  await script(key, [calls("send_text", { text: address }), { say: "I can't text it." }]);
  const placed = await call(owner, newNumber());
  await placed.relay.say("can you text me your address");
  const [first] = await askedOf(key);
  expect(first?.body).not.toContain("send_text");
  expect(await textsOf(owner)).toEqual([]);
});

/** A call in which a model books a cleaning for tomorrow at ten. */
async function books(owner: Clinic, key: string, from: string, more: object[] = []): Promise<Call> {
  const when = "tomorrow at ten in the morning";
  await script(key, [
    calls("find_times", { when }),
    { say: "Ten tomorrow is free. May I have your name?" },
    calls("book_appointment", { when, name: "Marta Lindqvist", kind: "Cleaning" }),
    ...more.map((turn) => ({ ...turn })),
  ]);
  const placed = await call(owner, from);
  await placed.relay.say("a cleaning tomorrow at ten in the morning please");
  await placed.relay.say("Marta Lindqvist");
  await placed.relay.say("yes");
  expect(await owner.store.bookings.upcoming(0, 5)).toHaveLength(1);
  return placed;
}

const confirmation = /: your appointment is on \w+,? .* at 10:00 am\. Reply STOP to opt out\.$/;

test("a booked appointment is confirmed by text once the call is over, once", async () => {
  const { owner, key } = await modelClinic({ confirm_by_text: true });
  const from = newNumber();
  const placed = await books(owner, key, from);
  expect(await textsOf(owner)).toEqual([]);
  await hangUp(placed);
  await settled(owner, 1);
  // The carrier tells of the end again.
  await relayAction(placed, { CallStatus: "completed", SessionStatus: "completed" });
  const sent = await settled(owner, 1);
  expect(sent).toEqual([
    expect.objectContaining({
      text: expect.stringMatching(confirmation),
      author: "agent",
      conversation_id: placed.call_id,
    }),
  ]);
  expect(await phoneOf(owner, from)).toHaveLength(1);
});

test("an appointment that was canceled in the same call, or whose agent confirms none, is not confirmed", async () => {
  const { owner, key } = await modelClinic({ confirm_by_text: true });
  const from = newNumber();
  const placed = await books(owner, key, from);
  await owner.store.bookings.upcoming(0, 5);
  await rows(owner, "update bookings set status = 'canceled'");
  await hangUp(placed);
  const other = await modelClinic({});
  await hangUp(await books(other.owner, other.key, newNumber()));
  for (const one of [owner, other.owner]) {
    await until(async () => expect(await rows(one, "select 1 from calls")).toHaveLength(1));
    expect(await textsOf(one)).toEqual([]);
  }
});

test("a person who asked not to be contacted gets no confirmation", async () => {
  const { owner, key } = await modelClinic({ confirm_by_text: true, answer_texts: true });
  const from = newNumber();
  await text(owner, from, "STOP");
  await settled(owner, 1);
  const before = await textsOf(owner);
  await hangUp(await books(owner, key, from));
  await until(async () => expect(await rows(owner, "select 1 from calls")).toHaveLength(1));
  expect(await textsOf(owner)).toHaveLength(before.length);
});
