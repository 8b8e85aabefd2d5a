/** An inbound text is answered by the number's agent, by text, with the brain that answers its calls. */
import { afterEach, describe, expect, test } from "vitest";
import { goesWrong, mend, sides, twilio } from "../carriers/sides.ts";
import { newNumber, rows } from "../support/telephone.ts";
import { changeNumber, phoneOf, settled, text, textedClinic, textsOf, until } from "./arrange.ts";

afterEach(mend);

describe.each(sides)("$carrier", (side) => {
  test("a text is answered once, by the number's agent, in one message, however often it is announced", async () => {
    const owner = await textedClinic(side);
    const from = newNumber();
    const { id } = await text(owner, from, "Hi, can I get an appointment?");
    await settled(owner, 2);
    expect(await text(owner, from, "Hi, can I get an appointment?", { again: id })).toMatchObject({
      status: 204,
    });
    await goesWrong(side, { path: "message-webhook", effect: "repeated" });
    await text(owner, from, "A cleaning, please");
    const all = await settled(owner, 4);
    expect(all.map(({ direction, author }) => [direction, author])).toEqual([
      ["in", "caller"],
      ["out", "agent"],
      ["in", "caller"],
      ["out", "agent"],
    ]);
    const phone = await phoneOf(owner, from);
    expect(phone.map(({ by }) => by)).toEqual(["phone", "product", "phone", "product"]);
    // Who writes is said once, in the first text of a conversation.
    expect(phone[1]?.words).toMatch(/this is .*, an AI assistant\. Reply STOP to opt out\. \S/);
    expect(phone[3]?.words).not.toMatch(/AI assistant|Reply STOP/);
    expect(phone[1]?.words).not.toMatch(/Thanks for calling|One moment/);
    expect(all.every(({ segments, cost_micros }) => Number(segments) >= 1 && Number(cost_micros) > 0)).toBe(
      true,
    );
  });

  test("texts that come at once are answered in order, once each", async () => {
    const owner = await textedClinic(side);
    const from = newNumber();
    await Promise.all(
      ["What are your hours?", "Where are you?", "Do you take walk-ins?"].map((words) =>
        text(owner, from, words),
      ),
    );
    const all = await settled(owner, 6);
    const asked = all.filter(({ direction }) => direction === "in");
    const answers = all.filter(({ direction }) => direction === "out");
    expect([asked.length, answers.length]).toEqual([3, 3]);
    const conversations = new Set(all.map(({ conversation_id }) => conversation_id));
    expect(conversations.size).toBe(1);
    const keys = await rows(owner, "select key from texts where direction = 'out' order by seq");
    expect(keys.map(({ key }) => key)).toEqual(asked.map(({ id }) => `answer:${id}`));
  });

  test("a picture alone is noted and answered with a question for words; a text without anything is kept", async () => {
    const owner = await textedClinic(side);
    const from = newNumber();
    await text(owner, from, "", { media: 1 });
    await settled(owner, 2);
    await text(owner, from, "  ");
    const all = await settled(owner, 3);
    expect(all.map(({ direction, media, why }) => [direction, media, why])).toEqual([
      ["in", 1, "media_only"],
      ["out", 0, null],
      ["in", 0, "empty"],
    ]);
  });

  test("an agent that answers no texts, and a number that is another's by now, answer nothing", async () => {
    const owner = await textedClinic(side, (spec) => spec);
    const from = newNumber();
    await text(owner, from, "Hello?");
    expect(await settled(owner, 1)).toEqual([expect.objectContaining({ why: "texts_off" })]);
    await changeNumber(owner, "status = 'released'");
    expect(await text(owner, from, "Still there?")).toMatchObject({ status: 204 });
    expect(await textsOf(owner)).toHaveLength(1);
  });
});

test("an appointment that is booked by text stands, and is said only then", async () => {
  const owner = await textedClinic(twilio);
  const from = newNumber();
  const asks = async (words: string) => {
    const before = (await phoneOf(owner, from)).length;
    await text(owner, from, words);
    await until(async () => {
      const phone = await phoneOf(owner, from);
      expect([phone.length, phone.at(-1)?.by]).toEqual([before + 2, "product"]);
    });
    await settled(owner);
    return (await phoneOf(owner, from)).at(-1)?.words ?? "";
  };
  const first = await asks("I'd like to book an appointment next Tuesday at 3 pm");
  expect(first).not.toMatch(/booked/i);
  const turns = [first];
  for (let turn = 0; turn < 7; turn += 1) {
    if ((await rows(owner, "select 1 from bookings")).length > 0) break;
    const asked = turns.at(-1) ?? "";
    turns.push(
      await asks(
        /name/i.test(asked) ? "Marta Lindqvist" : /what|which/i.test(asked) ? "A first visit" : "yes",
      ),
    );
  }
  const booked = await rows(owner, "select id, name, phone_number, call_id from bookings");
  expect([turns, booked]).toEqual([
    expect.anything(),
    [expect.objectContaining({ name: "Marta Lindqvist", phone_number: from })],
  ]);
  const [conversation] = await rows(owner, "select id, outcome, thread_id from text_conversations");
  expect(conversation).toMatchObject({ id: booked[0]?.call_id, outcome: "booked" });
  // The appointment's page leads to its call: here that is the thread.
  const led = await owner.get(`/call-history/${booked[0]?.call_id}`);
  expect([led.status, led.headers.get("location")]).toEqual([302, `/messages/${conversation?.id}`]);
  expect(await rows(owner, "select count(*) as n from calls")).toEqual([{ n: 0 }]);
  const page = await (await owner.get(`/messages/${conversation?.thread_id}`)).text();
  expect(page).toContain("Booked the appointment");
});
