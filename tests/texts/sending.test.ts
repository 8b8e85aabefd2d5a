/** A member's text is sent once, whatever the carrier answers; what became of it is shown as it is. */
import { afterEach, describe, expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import { goesWrong, mend, posts, sides, twilio } from "../carriers/sides.ts";
import { decoded } from "../support/page-form.ts";
import { memberOf } from "../support/people.ts";
import { newNumber, rows } from "../support/telephone.ts";
import { changeNumber, phoneOf, settled, text, textedClinic, textsOf, until } from "./arrange.ts";

afterEach(mend);

describe.each(sides)("$carrier", (side) => {
  /** A clinic with a thread that a member answers. */
  async function thread(from = newNumber()) {
    const owner = await textedClinic(side, (spec) => spec);
    await text(owner, from, "Hello?");
    const [first] = await settled(owner, 1);
    const path = `/messages/${first?.thread_id}`;
    const write = (words: string, request = newId()) =>
      owner.post(path, { do: "send", text: words, request });
    const last = async () => (await textsOf(owner)).at(-1);
    return { owner, from, path, write, last };
  }

  test("a text is sent once for one press, and delivered", async () => {
    const { owner, from, write, last } = await thread();
    const request = newId();
    expect((await write("We open at nine 👋", request)).status).toBe(200);
    expect((await write("We open at nine 👋", request)).status).toBe(200);
    await until(async () => expect(await last()).toMatchObject({ status: "delivered", segments: 1 }));
    expect((await phoneOf(owner, from)).map(({ by }) => by)).toEqual(["phone", "product"]);
  });

  test("a number that the organization doesn't call is not texted either, and the words stay", async () => {
    const { write, last } = await thread("+19005550123");
    const before = await last();
    const refused = await write("See you");
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("can&#x27;t be texted");
    expect(await last()).toEqual(before);
    const home = await thread();
    await home.owner.post("/twilio-settings", { do: "countries", countries_in: "", countries_out: "CA" });
    expect((await home.write("See you")).status).toBe(409);
  });

  test("a team sends as many texts in a day as it may", async () => {
    const { owner, write } = await thread();
    await rows(
      owner,
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 500)
       insert into texts (id, thread_id, direction, author, text, segments, status, created_at, updated_at)
       select 'ffffffff-' || i, thread_id, 'out', 'member', 'Hello', 1, 'sent', ${Date.now()}, ${Date.now()} from n, (select thread_id from texts limit 1)`,
    );
    const refused = await write("One more");
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("500 texts in the last day");
  });

  test("reports that come twice, reversed or never change nothing for the worse", async () => {
    const { write, last } = await thread();
    await goesWrong(side, { path: "message-callbacks", effect: "out_of_order" });
    await write("One");
    await until(async () => expect(await last()).toMatchObject({ status: "delivered" }));
    await goesWrong(side, { path: "message-callbacks", drop: true, times: 2 });
    await write("Two");
    await until(async () => expect(await last()).toMatchObject({ status: "sent" }));
  });

  test("a carrier that breaks off may have sent it: it is not sent again, and a report tells", async () => {
    const { owner, from, write, last } = await thread();
    await goesWrong(side, { path: side.rest.message, status: 503 });
    await write("Perhaps");
    await until(async () => expect(await last()).toMatchObject({ status: "unknown", why: "carrier_silent" }));
    await goesWrong(side, { path: side.rest.message, effect: "answer_lost" });
    await goesWrong(side, { path: "message-callbacks", drop: true, times: 2 });
    await write("It went out");
    await until(async () => expect(await last()).toMatchObject({ status: "unknown" }));
    const phone = await phoneOf(owner, from);
    expect(phone.map(({ words }) => words)).toEqual(["Hello?", "It went out"]);
    const [sentLast] = await rows(owner, "select id from texts order by seq desc limit 1");
    const report = { id: String(sentLast?.id), message: phone[1]?.id ?? "", from: owner.number, to: from };
    if (side.carrier === "twilio") {
      const path = `/webhooks/twilio/message-status/${report.id}`;
      const fields = {
        MessageSid: report.message,
        MessageStatus: "delivered",
        From: report.from,
        To: report.to,
      };
      expect((await posts(side, path, fields, null)).status).toBe(403);
      expect((await posts(side, path, fields)).status).toBe(204);
      expect(await last()).toMatchObject({ status: "delivered" });
    }
  });

  test("a busy carrier is asked again", async () => {
    const { write, last } = await thread();
    await goesWrong(side, { path: side.rest.message, status: 429 });
    await write("Soon");
    await until(async () => expect(await last()).toMatchObject({ status: "delivered" }));
  });

  test("what a carrier refuses or does not deliver is said in words", async () => {
    const code = side.carrier === "twilio" ? "30007" : "40002";
    const { owner, write, last } = await thread(`+1212${code[0]}${code[0]}${code}`);
    await write("Hello ".repeat(40));
    await until(async () =>
      expect(await last()).toMatchObject({
        status: "undelivered",
        why: "The person's carrier took it for spam and did not deliver it.",
      }),
    );
    // The list says so too, and that there is more of it.
    expect(await (await owner.get("/messages")).text()).toMatch(/Not delivered: (Hello )+Hel…/);
  });

  test("a number that was given back meanwhile sends nothing", async () => {
    const { owner, write, path } = await thread();
    await changeNumber(owner, "status = 'released'");
    expect((await write("Hello")).status).toBe(409);
    expect(await (await owner.get(path)).text()).toContain("This number isn&#x27;t yours anymore");
    expect(await textsOf(owner)).toHaveLength(1);
  });
});

test("a member begins a text by number or by a contact's name, once, and its answers are left to people", async () => {
  const owner = await textedClinic(twilio);
  const to = newNumber();
  const contact = { name: "Greta Halvorsen", company: "", address: "", time_zone: "", status: "new" };
  const made = await owner.post("/contacts/new", { ...contact, number: [to], label: [""], email: [""] });
  expect(await (await owner.get(made.headers.get("location") ?? "")).text()).toContain(
    "/messages/new?contact=",
  );
  expect(await (await owner.get("/messages")).text()).toContain('href="/messages/new"');
  expect(await (await owner.get("/messages/new")).text()).toContain(`<option value="${owner.numberId}"`);
  const form = { number_id: owner.numberId, text: "See you Monday", request: newId() };
  const write = (more: Record<string, string>) => owner.post("/messages/new", { ...form, ...more });
  const named = await write({ to: "Greta" });
  expect([named.status, (await named.text()).includes(`<option value="${to}"`)]).toEqual([422, true]);
  expect(await textsOf(owner)).toEqual([]);
  const [sent, again] = [await write({ to }), await write({ to })];
  expect([sent.status, again.status]).toEqual([302, 302]);
  await until(async () => expect(await textsOf(owner)).toMatchObject([{ status: "delivered" }]));
  expect((await phoneOf(owner, to)).map(({ words }) => words)).toEqual(["See you Monday"]);
  const [thread] = await rows(owner, "select id, agent_off from text_threads");
  expect([sent.headers.get("location"), thread?.agent_off]).toEqual([`/messages/${thread?.id}`, "member"]);
  const refused = async (more: Record<string, string>) => {
    const answer = await write({ ...more, request: newId() });
    return [answer.status, decoded(await answer.text())] as const;
  };
  const own = [409, expect.stringContaining("one of your own numbers")];
  expect(await refused({ to: owner.number })).toEqual(own);
  // Some digits of a number are no one’s name.
  for (const nobody of ["No such name", to.slice(-3)])
    expect(await refused({ to: nobody }), nobody).toEqual([
      422,
      expect.stringContaining("Enter a phone number"),
    ]);
  expect(await refused({ to, text: "" })).toEqual([422, expect.stringContaining("Write something first")]);
  await text(owner, to, "STOP");
  await settled(owner, 3);
  expect(await refused({ to })).toEqual([409, expect.stringContaining("asked for no more texts")]);
});

test("too long a text is refused with what was typed; a viewer neither reads nor writes; another organization finds nothing", async () => {
  const owner = await textedClinic(twilio);
  const from = newNumber();
  await text(owner, from, "What are your hours?");
  const [first] = await settled(owner, 2);
  const path = `/messages/${first?.thread_id}`;
  const write = { do: "send", text: "Hello", request: newId() };
  const long = await owner.post(path, { ...write, text: "x".repeat(1601) });
  expect([long.status, (await long.text()).includes("At most 1600 characters")]).toEqual([422, true]);
  const viewer = await memberOf({ role: "viewer", organizationId: owner.organizationId });
  expect([(await viewer.get(path)).status, (await viewer.post(path, write)).status]).toEqual([403, 403]);
  const other = await memberOf();
  expect([(await other.get(path)).status, (await other.post(path, write)).status]).toEqual([404, 404]);
  expect(await textsOf(owner)).toHaveLength(2);
});
