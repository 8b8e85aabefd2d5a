/** Every subscriber of a fact is told of it, and does once what it does: however often and in whichever order the facts come, and if another subscriber fails. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { forgetApplied } from "#app/billing/usage.server.ts";
import { day_ms, hour_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { errorLogs, usageRollups } from "#drizzle/control/schema.ts";
import { leftMessage } from "../calls/arrange.ts";
import { mailsTo } from "../support/inbox.ts";
import { callFinished, delivered } from "../support/outbox.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { rows } from "../support/telephone.ts";

const usedBy = async (organization_id: string) => {
  const found = await controlPlane()
    .select()
    .from(usageRollups)
    .where(eq(usageRollups.organization_id, organization_id));
  return found.reduce((sum, { calls }) => sum + calls, 0);
};

/** An owner who wants to be told of bookings and messages. */
async function listener() {
  const owner = await memberOf();
  await owner.store.notices.want(owner.userId, ["booking", "message"]);
  return owner;
}

test("facts that come twice and out of order are counted and mailed once each", async () => {
  const owner = await listener();
  const { organizationId } = owner;
  const call_id = newId();
  await owner.store.messages.take(leftMessage({ call_id }));
  const left = callFinished(organizationId, { booked: false, outcome: "call_back", messages: 1 }, call_id);
  const booked = callFinished(organizationId);
  await delivered([booked, left, booked]);
  const { explicitAcks } = await delivered([left, booked]);
  expect(explicitAcks).toEqual(["m0", "m1"]);
  expect(await usedBy(organizationId)).toBe(2);
  expect(
    (await mailsTo(owner.email)).map(({ subject }) => subject.replace(/ (by|from) .*/, "")).sort(),
  ).toEqual(["Appointment booked", "Message"]);
});

test("a subscriber that fails is told again, and the others do nothing the second time", async () => {
  const owner = await listener();
  const { organizationId } = owner;
  const fact = callFinished(organizationId);
  const trigger = `broken_${organizationId.replaceAll("-", "")}`;
  await env.DB.prepare(
    `create trigger ${trigger} before insert on usage_rollups when new.organization_id = '${organizationId}'
       begin select raise(abort, 'no room'); end`,
  ).run();
  const first = await delivered([fact]);
  expect(first.retryMessages).toHaveLength(1);
  expect([await usedBy(organizationId), (await mailsTo(owner.email)).length]).toEqual([0, 1]);
  const recorded = await controlPlane().select().from(errorLogs).where(eq(errorLogs.request_id, fact.id));
  expect(recorded).toMatchObject([
    { url: "/queues/outbox/call.finished/usage", organization_id: organizationId },
  ]);
  await env.DB.prepare(`drop trigger ${trigger}`).run();
  const second = await delivered([fact]);
  expect(second.explicitAcks).toEqual(["m0"]);
  expect([await usedBy(organizationId), (await mailsTo(owner.email)).length]).toEqual([1, 1]);
});

test("the other way round: mail that cannot be made ready keeps no call from being counted", async () => {
  const owner = await listener();
  const fact = callFinished(owner.organizationId);
  await breakNotices(owner);
  expect((await delivered([fact])).retryMessages).toHaveLength(1);
  expect([await usedBy(owner.organizationId), (await mailsTo(owner.email)).length]).toEqual([1, 0]);
  await rows(owner, "delete from settings where name = 'call_notices'");
  await owner.store.notices.want(owner.userId, ["booking"]);
  await delivered([fact]);
  expect([await usedBy(owner.organizationId), (await mailsTo(owner.email)).length]).toEqual([1, 1]);
});

/** Its organization's wishes cannot be read, so `notices` fails. */
const breakNotices = (owner: Person) =>
  rows(owner, `update settings set value = '"broken"' where name = 'call_notices'`);

const severitiesOf = async (request_id: string) => {
  const recorded = await controlPlane().select().from(errorLogs).where(eq(errorLogs.request_id, request_id));
  return recorded.map(({ severity }) => severity);
};

test("a fact that still fails after 30 days is given up, recorded as critical, and counted once", async () => {
  const owner = await listener();
  await breakNotices(owner);
  const fact = callFinished(owner.organizationId);
  const aged = (days: number) => ({ ...fact, created_at: Date.now() - days * day_ms });
  expect((await delivered([aged(29)])).retryMessages).toHaveLength(1);
  expect(await severitiesOf(fact.id)).toEqual(["error"]);
  const last = await delivered([aged(31)]);
  expect([last.retryMessages, last.explicitAcks]).toEqual([[], ["m0"]]);
  expect(await severitiesOf(fact.id)).toEqual(["error", "critical"]);
  expect(await usedBy(owner.organizationId)).toBe(1);
});

test("a fact that is older than the marks is told to no subscriber, so that it is not counted again", async () => {
  const owner = await listener();
  const fact = callFinished(owner.organizationId);
  await delivered([fact]);
  await forgetApplied(env, Date.now() + 91 * day_ms);
  const { explicitAcks } = await delivered([{ ...fact, created_at: Date.now() - 91 * day_ms }]);
  expect(explicitAcks).toEqual(["m0"]);
  expect(await severitiesOf(fact.id)).toEqual(["critical"]);
  expect(await usedBy(owner.organizationId)).toBe(1);
});

test("a mail about a call is useful for 12 hours after the call's end, whenever the fact arrives", async () => {
  const owner = await listener();
  const endedAgo = (hours: number) =>
    callFinished(owner.organizationId, { ended_at: Date.now() - hours * hour_ms });
  await delivered([endedAgo(13)]);
  expect(await mailsTo(owner.email)).toEqual([]);
  await delivered([endedAgo(11)]);
  expect(await mailsTo(owner.email)).toHaveLength(1);
});

test("a fact without a subscriber is acknowledged", async () => {
  const id = newId();
  const store = storeOf(organizationObject({ id, region: null }, env));
  const at = Date.now();
  const payload = { v: 1, number_id: "n", phone_number: "+14155550100", provider: "twilio" } as const;
  const [, waiting] = await Promise.all([
    store.outbox.enqueue({ kind: "number.released", at, payload }),
    store.outbox.waiting(at),
  ]);
  expect(waiting.map((one) => one.id)).toEqual(["number.released:n"]);
  const { explicitAcks } = await delivered(waiting.map((one) => ({ ...one, organization_id: id })));
  expect(explicitAcks).toEqual(["m0"]);
  expect(await store.outbox.waiting(at)).toEqual([]);
});

test("a queue that no consumer is written for keeps its messages, and is recorded", async () => {
  const result = await delivered([callFinished(newId())], "elsewhere");
  expect([result.retryBatch.retry, result.explicitAcks]).toEqual([true, []]);
  const recorded = await controlPlane().select().from(errorLogs).where(eq(errorLogs.url, "/queues/unknown"));
  expect(recorded).toMatchObject([{ error_message: "unknown queue elsewhere", severity: "error" }]);
});
