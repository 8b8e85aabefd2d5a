/** Calls back that agents promised for a time: on /bookings, settled by members, told of when they are due, gone with their messages. */
import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, expect, test, vi } from "vitest";
import { hour_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { mailsTo } from "../support/inbox.ts";
import { anonymous, memberOf, type Person } from "../support/people.ts";
import { rows } from "../support/telephone.ts";
import { ended, finishedCall, inObject, leftMessage, wordsOf } from "./arrange.ts";

beforeAll(async () => {
  await anonymous().get("/auth");
}, 180_000);

/** A call in which a call back was promised. */
async function promised(owner: Person, due_at: number, more: { name?: string; text?: string } = {}) {
  const call = finishedCall();
  await ended(owner, call);
  const { id: message_id } = await owner.store.messages.take(leftMessage({ call_id: call.id, ...more }));
  const order = { message_id, call_id: call.id, due_at, now: Date.now() };
  const { id } = await owner.store.callBacks.promise(order);
  return { id, message_id, call_id: call.id, order };
}

const page = async (person: Pick<Person, "get">) => wordsOf(await (await person.get("/bookings")).text());
const press = (person: Person, call_back: string, how: string) =>
  person.post("/bookings", { do: how, call_back });
const stateOf = async (owner: Person, id: string) => {
  const reading = { now: Date.now(), timeZone: "UTC", locale: "en-US" };
  return (await owner.store.callBacks.list(reading)).find((one) => one.id === id)?.state;
};

test("they stand beside the appointments, the earliest first; done, not needed and open again", async () => {
  const owner = await memberOf({ role: "owner" });
  expect(await page(owner)).not.toContain("Callbacks");
  const later = await promised(owner, Date.now() + 3 * hour_ms, { name: "Greta Halvorsen" });
  const sooner = await promised(owner, Date.now() + hour_ms, { name: "Omar Haddad" });
  const shown = await page(owner);
  expect(shown).toContain("2 open");
  expect(shown.indexOf("Omar Haddad")).toBeLessThan(shown.indexOf("Greta Halvorsen"));
  expect(shown).not.toContain("Overdue");

  expect(wordsOf(await (await press(owner, sooner.id, "done")).text())).toContain("marked as done");
  expect(await stateOf(owner, sooner.id)).toBe("done");
  // Its message is done with it, and on its call's page, too.
  expect(await rows(owner, "select done_by from messages where done_at is not null")).toEqual([
    { done_by: owner.userId },
  ]);
  expect((await press(owner, later.id, "not_needed")).status).toBe(200);
  expect(await stateOf(owner, later.id)).toBe("not_needed");
  expect(await page(owner)).toContain("0 open");
  expect((await press(owner, later.id, "open")).status).toBe(200);
  expect(await stateOf(owner, later.id)).toBe("open");
  const call = wordsOf(await (await owner.get(`/call-history/${later.call_id}`)).text());
  expect(call).toMatch(/Callback: (today|tomorrow), /);
});

test("a message that is marked as done on its call's page settles the call back", async () => {
  const owner = await memberOf({ role: "owner" });
  const { id, message_id, call_id } = await promised(owner, Date.now() + hour_ms);
  await owner.post(`/call-history/${call_id}`, { do: "done", message: message_id });
  expect(await stateOf(owner, id)).toBe("done");
});

test("the same message has one time, the last that was agreed", async () => {
  const owner = await memberOf({ role: "owner" });
  const { id, order } = await promised(owner, Date.now() + hour_ms);
  const due_at = Date.now() + 2 * hour_ms;
  expect((await owner.store.callBacks.promise({ ...order, due_at })).id).toBe(id);
  expect(await rows(owner, "select id, due_at from call_backs")).toEqual([{ id, due_at }]);
});

test("who may not settle them reads them without names, and another organization's are not there", async () => {
  const owner = await memberOf({ role: "owner" });
  const { id } = await promised(owner, Date.now() + hour_ms, { name: "Greta Halvorsen" });
  const viewer = await memberOf({ role: "viewer", organizationId: owner.organizationId });
  const shown = await page(viewer);
  expect(shown).toContain("Callbacks");
  expect(shown).not.toContain("Not needed");
  expect((await press(viewer, id, "done")).status).toBe(403);
  expect(await stateOf(owner, id)).toBe("open");
  const other = await memberOf({ role: "owner" });
  expect((await press(other, id, "done")).status).toBe(404);
  expect((await press(owner, newId(), "done")).status).toBe(404);
  expect((await press(owner, id, "forgotten")).status).toBe(400);
});

const told = (owner: Person) =>
  rows(owner, "select reminded_at from call_backs where reminded_at is not null");
const rings = (owner: Person) => runDurableObjectAlarm(env.ORGANIZATION.getByName(owner.organizationId));

test("when its time has come the fact is written once, and not of one that is settled or gone", async () => {
  const owner = await memberOf({ role: "owner" });
  const { id } = await promised(owner, Date.now() - 1000, { name: "Omar Haddad" });
  await vi.waitFor(
    async () => {
      await rings(owner);
      expect(await told(owner)).toHaveLength(1);
    },
    { timeout: 20_000, interval: 50 },
  );
  expect(await page(owner)).toContain("Overdue");
  expect(await rows(owner, `select count(*) as n from timers where kind = 'call_back'`)).toEqual([{ n: 0 }]);

  const settled = await promised(owner, Date.now() + hour_ms);
  await press(owner, settled.id, "done");
  const gone = await promised(owner, Date.now() + hour_ms);
  await inObject(owner, (sql) => {
    sql.exec("delete from messages where id = ?", gone.message_id);
    sql.exec("update timers set due_at = 0 where kind = 'call_back'");
  });
  await vi.waitFor(
    async () => {
      await rings(owner);
      expect(await rows(owner, `select key from timers where kind = 'call_back'`)).toEqual([]);
    },
    { timeout: 20_000, interval: 50 },
  );
  expect(await told(owner)).toHaveLength(1);
  expect(await rows(owner, `select id from call_backs order by created_at`)).toEqual([
    { id },
    { id: settled.id },
  ]);
});

test("the members who asked for mails about messages are told when it is due", async () => {
  const owner = await memberOf({ role: "owner", organization: { name: "Bright Smile" } });
  const other = await memberOf({ role: "admin", organizationId: owner.organizationId });
  await owner.store.notices.want(owner.userId, ["message"]);
  await owner.store.notices.want(other.userId, ["booking", "missed"]);
  await promised(owner, Date.now() - 1000, { name: "Omar Haddad" });
  const mail = await vi.waitFor(
    async () => {
      await rings(owner);
      const [first] = (await mailsTo(owner.email)).filter(({ subject }) => subject.startsWith("Call back"));
      if (!first) throw new Error("not yet");
      return first;
    },
    { timeout: 20_000, interval: 50 },
  );
  expect(mail.subject).toBe("Call back Omar Haddad now: Bright Smile");
  expect(mail.text).toContain("A callback was promised for");
  expect((await mailsTo(other.email)).filter(({ subject }) => subject.startsWith("Call back"))).toEqual([]);
});
