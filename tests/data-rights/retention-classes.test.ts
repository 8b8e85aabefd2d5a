/** How long each class of data is kept: messages, appointments, contacts, calls, each by its own timer. */
import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { ended, finishedCall, inObject, leftMessage } from "../calls/arrange.ts";
import { pageForm } from "../support/page-form.ts";
import { memberOf, type Person } from "../support/people.ts";
import { rows } from "../support/telephone.ts";

const day = 86_400_000;
const strike = ({ organizationId }: Person) =>
  runDurableObjectAlarm(env.ORGANIZATION.getByName(organizationId));
const save = (owner: Person, kept: Record<string, string>) =>
  owner.post("/settings", { intent: "retention", classes: "shown", ...kept });

const aged = (days: number, number: string) =>
  finishedCall({ started_at: Date.now() - days * day, other_number: number });

test("each class goes at its own age, and the others stay", async () => {
  const owner = await memberOf();
  const [old, recent] = [aged(500, "+14155550181"), aged(300, "+14155550182")];
  await ended(owner, old, recent);
  for (const call of [old, recent]) {
    const { id } = await owner.store.messages.take(leftMessage({ call_id: call.id, now: call.started_at }));
    await owner.store.messages.markDone(
      { id, call_id: null },
      { id: owner.userId, name: "Owner" },
      Date.now(),
    );
  }
  await owner.store.messages.take(leftMessage({ call_id: old.id, now: old.started_at, text: "Still open" }));
  await inObject(owner, (sql) => {
    for (const [id, ends_at] of [
      ["past", Date.now() - 100 * day],
      ["ahead", Date.now() + day],
    ])
      sql.exec(
        `insert into bookings (id, starts_at, ends_at, kind, name, status, created_at, updated_at) values (?, ?, ?, 'Cleaning', 'Mara', 'booked', 1, 1)`,
        id,
        Number(ends_at) - 1,
        ends_at,
      );
  });
  expect((await save(owner, { messages: "365", bookings: "90", contacts: "365", calls: "400" })).status).toBe(
    302,
  );
  await strike(owner);
  expect(await rows(owner, "select id from calls")).toEqual([{ id: recent.id }]);
  expect(await rows(owner, "select call_id from call_transcripts")).toEqual([{ call_id: recent.id }]);
  expect(await rows(owner, "select text, call_id from messages order by call_id")).toEqual([
    { text: "Still open", call_id: old.id },
    { text: expect.stringContaining("laser"), call_id: recent.id },
  ]);
  expect(await rows(owner, "select id from bookings")).toEqual([{ id: "ahead" }]);
  expect(await rows(owner, "select phone_number from contacts")).toEqual([{ phone_number: "+14155550182" }]);
  // Bills follow from these, and they name no person.
  expect(await rows(owner, "select count(*) as n from usage_records")).toEqual([{ n: 2 }]);
  expect((await rows(owner, "select sum(calls) as n from call_days"))[0]?.n).toBe(2);
  const due = await rows(owner, "select key from timers where kind = 'retention' order by key");
  expect(due.map(({ key }) => key)).toEqual(["bookings", "calls", "contacts", "messages"]);
});

test("thousands of calls go in steps, and a contact who must not be called stays", async () => {
  const owner = await memberOf();
  await ended(owner, finishedCall({ ...aged(900, "+14155550183"), outcome: "opted_out" }));
  const { id } = aged(800, "+14155550184");
  await inObject(owner, (sql) => {
    sql.exec(`insert into calls (id, type, direction, status, outcome, provider, started_at, created_at, updated_at)
      with recursive n(i) as (select 100000 union all select i + 1 from n where i < 101199)
      select '${id.slice(0, 30)}' || i, 'phone', 'inbound', 'completed', 'answered', 'twilio', 1, 1, 1 from n`);
  });
  await save(owner, { contacts: "180", calls: "730" });
  const left = async () => (await rows(owner, "select count(*) as n from calls"))[0]?.n;
  for (let strikes = 0; (await left()) !== 0 && strikes < 6; strikes++) await strike(owner);
  expect(await left()).toBe(0);
  expect(await rows(owner, "select phone_number, status from contacts")).toEqual([
    { phone_number: "+14155550183", status: "do_not_call" },
  ]);
});

test("nothing is deleted without a choice, and a choice taken back stops the timer", async () => {
  const owner = await memberOf();
  await ended(owner, aged(3000, "+14155550185"));
  await save(owner, { calls: "400" });
  await save(owner, {});
  await strike(owner);
  expect(await rows(owner, "select id from calls")).toHaveLength(1);
  expect(await rows(owner, "select key from timers where kind = 'retention'")).toEqual([]);
});

test("a form that was drawn before these classes existed changes none of them", async () => {
  const owner = await memberOf();
  await save(owner, { calls: "400" });
  await owner.post("/settings", { intent: "retention", retention_days: "30" });
  expect(await owner.store.settings.retentionOfClasses()).toEqual({ calls: 400 });
});

test("the page's form sends what it shows", async () => {
  const owner = await memberOf();
  await save(owner, { retention_days: "90", messages: "30", calls: "2555" });
  const { values } = await pageForm(await (await owner.get("/settings")).text(), "settings-retention");
  expect(Object.fromEntries(values)).toMatchObject({
    classes: "shown",
    retention_days: "90",
    messages: "30",
    calls: "2555",
  });
});

test.each([
  ["calls", "30"],
  ["messages", "1"],
  ["bookings", "-90"],
  ["contacts", "forever"],
])("%s cannot be kept for %s days", async (name, days) => {
  const owner = await memberOf();
  expect((await save(owner, { [name]: days })).status).toBe(422);
  expect(await owner.store.settings.retentionOfClasses()).toEqual({});
});
