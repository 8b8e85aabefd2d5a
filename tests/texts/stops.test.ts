/** STOP is obeyed at once, confirmed once, and nothing more is sent until START. */
import { describe, expect, test } from "vitest";
import { minute_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { lawful } from "../calls/placing.ts";
import { sides, twilio } from "../carriers/sides.ts";
import { pageText } from "../support/page-form.ts";
import { newNumber, rows } from "../support/telephone.ts";
import { phoneOf, settled, text, textedClinic, textsOf } from "./arrange.ts";

const blocked = (owner: { organizationId: string }) =>
  rows(owner, "select phone_number, status from contacts where status = 'do_not_call'");

describe.each(sides)("$carrier", (side) => {
  test.each(["STOP", "stopall", "Unsubscribe", "CANCEL", "end", "Quit", "OPTOUT", "revoke"])(
    "%s in the middle of a thread ends it",
    async (word) => {
      const owner = await textedClinic(side);
      const from = newNumber();
      await text(owner, from, "What are your hours?");
      await settled(owner, 2);
      await text(owner, from, word);
      await settled(owner, 4);
      await text(owner, from, "Are you open on Sunday?");
      await text(owner, from, word);
      const all = await settled(owner, 6);
      expect(all.slice(2).map(({ author, status, why }) => [author, status, why])).toEqual([
        ["caller", "received", "stop"],
        // Both carriers obey STOP by themselves; a confirmation of ours goes where the carrier does not know the word.
        [
          "system",
          expect.stringMatching(/held|sent|delivered/),
          expect.toBeOneOf([null, "replied_by_carrier"]),
        ],
        ["caller", "received", "opted_out"],
        ["caller", "received", "stop"],
      ]);
      expect(await blocked(owner)).toEqual([{ phone_number: from, status: "do_not_call" }]);
      const phone = await phoneOf(owner, from);
      const after = phone.slice(phone.findIndex(({ words }) => words === word) + 1);
      expect(after.filter(({ by }) => by !== "phone")).toHaveLength(1);
    },
  );

  test("START brings the texts back, and YES is a stop's end only after one", async () => {
    const owner = await textedClinic(side);
    const from = newNumber();
    await text(owner, from, "yes");
    const first = await settled(owner, 2);
    expect(first[0]).toMatchObject({ why: null });
    await text(owner, from, "STOP");
    await settled(owner, 4);
    await text(owner, from, "START");
    await settled(owner, 6);
    await text(owner, from, "What are your hours?");
    const all = await settled(owner, 8);
    expect(all.slice(4).map(({ author, why }) => [author, why])).toEqual([
      ["caller", "start"],
      ["system", null],
      ["caller", null],
      ["agent", null],
    ]);
  });
});

test("a number that texted STOP is on the do-not-call list: no agent calls it any more", async () => {
  const owner = await textedClinic(twilio);
  const to = lawful();
  const order = () => ({ do: "call", to, number_id: owner.numberId, key: newId() });
  const dial = `/agents/${owner.agentId}/dial`;
  await text(owner, to, "What are your hours?");
  await settled(owner, 2);
  await text(owner, to, "STOP");
  expect(await owner.store.doNotCall.isBarred(to)).toMatchObject({ source: "text" });
  // At once: not only when the queue has time for it.
  const refused = await owner.post(dial, order());
  expect(refused.status).toBe(422);
  expect(await pageText(await refused.text())).toContain("do-not-call list");
  await settled(owner, 3);
  // START is about texts: whom an agent calls is another question.
  await text(owner, to, "START");
  await settled(owner, 4);
  expect((await owner.post(dial, order())).status).toBe(422);
});

test("a stop in the middle of answers stops those that wait", async () => {
  const owner = await textedClinic(twilio);
  const from = newNumber();
  // Nothing is answered while another worker seems to be at it.
  await text(owner, from, "What are your hours?");
  const [first] = await settled(owner, 2);
  await rows(owner, `update text_threads set taken_by = 'another', taken_until = ${Date.now() + minute_ms}`);
  await text(owner, from, "Where are you?");
  await text(owner, from, "Do you take walk-ins?");
  await text(owner, from, "STOP");
  await rows(owner, "update text_threads set taken_by = null, taken_until = null");
  const all = await settled(owner, 6);
  expect(
    all
      .slice(2)
      .filter(({ direction }) => direction === "in")
      .map(({ why }) => why),
  ).toEqual(["opted_out", "opted_out", "stop"]);
  expect(all.filter(({ author }) => author === "agent")).toHaveLength(1);
  const page = await pageText(await (await owner.get(`/messages/${first?.thread_id}`)).text());
  expect(page).toContain("This person asked for no more texts. They get them again when they reply START.");
  expect(page).toContain("Agents don't call them either: the number is on the do-not-call list");
});

test("a plain sentence is a stop, and a question about stopping is none", async () => {
  const owner = await textedClinic(twilio);
  const from = newNumber();
  await text(owner, from, "The pain won't stop, can I come in?");
  await settled(owner, 2);
  await text(owner, from, "please stop texting me");
  const all = await settled(owner, 4);
  expect(all.map(({ author, why }) => [author, why])).toEqual([
    ["caller", null],
    ["agent", null],
    ["caller", "stop"],
    ["system", null],
  ]);
});

test("a carrier that has confirmed a stop by itself is not repeated; HELP says who this is", async () => {
  const owner = await textedClinic(twilio);
  const from = newNumber();
  await text(owner, from, "HELP");
  const helped = await settled(owner, 2);
  expect(String(helped[1]?.text)).toMatch(/call \+1 503 .*Reply STOP/);
  await text(owner, from, "STOP", { tells_opt_out: true });
  expect((await settled(owner, 3)).map(({ author }) => author)).toEqual(["caller", "system", "caller"]);
});

test("words for help without end get no answers without end", async () => {
  const owner = await textedClinic(twilio);
  const from = newNumber();
  for (let i = 0; i < 3; i++) {
    await text(owner, from, "HELP");
    await settled(owner, 2 * (i + 1));
  }
  await text(owner, from, "HELP");
  await text(owner, from, "INFO");
  const authors = (await settled(owner, 8)).map(({ author }) => author);
  expect(authors.filter((author) => author === "system")).toHaveLength(3);
});

test("a carrier that refuses for an opt-out that we did not hear of is believed", async () => {
  const owner = await textedClinic(twilio);
  const from = newNumber();
  await text(owner, from, "What are your hours?");
  const [one] = await settled(owner, 2);
  // The carrier hears the STOP, and its webhook does not reach us.
  const { goesWrong, mend } = await import("../carriers/sides.ts");
  await goesWrong(twilio, { path: "message-webhook", drop: true });
  await text(owner, from, "STOP");
  await mend();
  const sent = await owner.post(`/messages/${one?.thread_id}`, {
    do: "send",
    text: "See you tomorrow",
    request: crypto.randomUUID(),
  });
  expect(sent.status).toBe(200);
  const all = await settled(owner, 3);
  expect(all.at(-1)).toMatchObject({ author: "member", status: "failed", why: "carrier_opt_out" });
  const again = await owner.post(`/messages/${one?.thread_id}`, {
    do: "send",
    text: "Hello?",
    request: crypto.randomUUID(),
  });
  expect(again.status).toBe(409);
  expect(await textsOf(owner)).toHaveLength(3);
  // Calls obey it too.
  expect(await blocked(owner)).toEqual([{ phone_number: from, status: "do_not_call" }]);
});
