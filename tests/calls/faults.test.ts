/** What happens to a call when something behind it fails. */
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { and, desc, eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { errorLogs } from "#drizzle/control/schema.ts";
import { carrierSettings } from "../support/carrier-settings.ts";
import { linesInUse } from "../support/lines.ts";
import { controlPlane } from "../support/people.ts";
import {
  type Clinic,
  call,
  clinic,
  hangUp,
  history,
  newCallSid,
  newNumber,
  ring,
  webhook,
} from "../support/telephone.ts";

/** Runs SQL in the organization's own database. */
const sql = ({ organizationId }: Clinic, statement: string) =>
  runInDurableObject(env.ORGANIZATION.getByName(organizationId), (_, { storage }) => {
    storage.sql.exec(statement);
  });

/** Waits until an error of the organization's objects stands with the others. */
const recorded = ({ organizationId }: Clinic, url: string) =>
  vi.waitFor(
    async () => {
      const rows = await controlPlane()
        .select()
        .from(errorLogs)
        .where(and(eq(errorLogs.organization_id, organizationId), eq(errorLogs.url, url)));
      expect(rows.length).toBeGreaterThan(0);
      return rows;
    },
    { timeout: 20_000, interval: 50 },
  );

test("an organization that cannot answer leaves the caller with words, and the error with the others", async () => {
  const owner = await clinic();
  await sql(owner, "update agent_versions set spec = '{}'");
  const response = await ring({ call_sid: newCallSid(), from: newNumber(), to: owner.number });
  expect(response.status).toBe(200);
  expect(await response.text()).toMatch(/<Say[^>]*>We&apos;re sorry, we can&apos;t take your call right now/);
  const [error] = await controlPlane().select().from(errorLogs).orderBy(desc(errorLogs.created_at)).limit(1);
  expect(error).toMatchObject({
    url: "/webhooks/twilio/voice",
    severity: "critical",
    organization_id: owner.organizationId,
  });
  expect(await owner.store.live.list()).toEqual([]);
});

test("a booking that cannot be written is not said to be booked, and the call goes on", async () => {
  const owner = await clinic();
  const placed = await call(owner);
  const { relay } = placed;
  await relay.say("a cleaning please");
  await relay.say("tomorrow at ten in the morning");
  let answer = await relay.say("my name is Marta Lindqvist");
  await sql(owner, "alter table bookings rename to bookings_away");
  for (let turns = 0; turns < 4; turns++) {
    answer = await relay.say("yes please");
    expect(answer).not.toMatch(/you're (all )?(booked|set)/i);
  }
  expect(relay.closed).toBeNull();
  await sql(owner, "alter table bookings_away rename to bookings");
  await hangUp(placed);
  const [row] = await history(owner);
  expect(row?.outcome).not.toBe("booked");
});

test("words in a call are kept though nobody can be told of them meanwhile", async () => {
  const owner = await clinic();
  const placed = await call(owner);
  await sql(owner, "alter table live_calls rename to live_away");
  await placed.relay.say("a cleaning please");
  expect(await recorded(owner, "/objects/call/tell_feed")).toHaveLength(1);
  await sql(owner, "alter table live_away rename to live_calls");
  await placed.relay.say("tomorrow at ten in the morning");
  await hangUp(placed);
  const [row] = await runInDurableObject(env.ORGANIZATION.getByName(owner.organizationId), (_, { storage }) =>
    storage.sql.exec("select lines from call_transcripts").toArray(),
  );
  expect(String(row?.lines)).toContain("a cleaning please");
});

test("an alarm of a call that fails is recorded, and rings again", async () => {
  const owner = await clinic();
  const placed = await call(owner);
  const session = env.CALL_SESSION.getByName(placed.call_id);
  await runInDurableObject(session, (_, { storage }) => {
    storage.sql.exec("alter table timers rename to timers_away");
  });
  expect(await runDurableObjectAlarm(session)).toBe(true);
  await recorded(owner, "/objects/call/alarm");
  await runInDurableObject(session, async (_, { storage }) => {
    expect(await storage.getAlarm()).not.toBeNull();
    storage.sql.exec("alter table timers_away rename to timers");
  });
  expect(await placed.relay.say("what are your opening hours?")).not.toBe("");
  await hangUp(placed);
});

test("a frame that fails is recorded, and the call goes on with the next", async () => {
  const owner = await clinic();
  const placed = await call(owner);
  const session = env.CALL_SESSION.getByName(placed.call_id);
  await runInDurableObject(session, (_, { storage }) => {
    storage.sql.exec("alter table timers rename to timers_away");
  });
  placed.relay.send({ type: "prompt", voicePrompt: "hello", lang: "en", last: true });
  await recorded(owner, "/objects/call/frame");
  await runInDurableObject(session, (_, { storage }) => {
    storage.sql.exec("alter table timers_away rename to timers");
  });
  const { length } = placed.relay.turns;
  expect(await placed.relay.say("what are your opening hours?")).not.toBe("");
  expect(placed.relay.turns.length).toBeGreaterThan(length);
  await hangUp(placed);
  expect(await history(owner)).toMatchObject([{ status: "completed" }]);
});

test("an alarm of an organization that fails as a whole is recorded, and rings again", async () => {
  const owner = await clinic();
  const object = env.ORGANIZATION.getByName(owner.organizationId);
  await runInDurableObject(object, async (_, { storage }) => {
    await storage.setAlarm(Date.now() + 3_600_000);
    storage.sql.exec("alter table timers rename to timers_away");
  });
  expect(await runDurableObjectAlarm(object)).toBe(true);
  await recorded(owner, "/objects/organization/alarm");
  await runInDurableObject(object, async (_, { storage }) => {
    expect(await storage.getAlarm()).not.toBeNull();
  });
});

const account = () => env.CAPACITY.getByName(`twilio:${carrierSettings.TWILIO_ACCOUNT_SID}`);
const linesOf = async ({ organizationId }: Clinic) =>
  (await linesInUse(account(), organizationId, Date.now())).own;
const ringing = ({ number }: Clinic) => ring({ call_sid: newCallSid(), from: newNumber(), to: number });

const fails = () => Promise.reject(new Error("away"));
const doesNothing = () => Promise.resolve();

const anyCall = () => env.CALL_SESSION.getByName("any");

/** Does something while a method of every object of the same class does not do what it should. */
async function whileIt<T>(
  faulty: () => Promise<void>,
  object: DurableObjectStub<undefined>,
  method: string,
  act: () => Promise<T>,
): Promise<T> {
  const prototype = await runInDurableObject(object, (instance) => {
    let one: object | null = instance;
    while (one && !Object.hasOwn(one, method)) one = Object.getPrototypeOf(one);
    return one;
  });
  const whole = prototype && Object.getOwnPropertyDescriptor(prototype, method);
  if (!whole) throw new Error(`there is no ${method}`);
  Object.defineProperty(prototype, method, { ...whole, value: faulty });
  try {
    return await act();
  } finally {
    Object.defineProperty(prototype, method, whole);
  }
}

test.each([
  ["whose carrier account cannot answer", account, "lease"],
  ["whose object cannot come to be", anyCall, "prepare"],
])("a call %s keeps neither the organization's line nor the account's", async (_, object, method) => {
  const owner = await clinic();
  const answer = await whileIt(fails, object(), method, () => ringing(owner));
  expect(await answer.text()).toContain("can&apos;t take your call right now");
  expect(await owner.store.live.list()).toEqual([]);
  expect(await history(owner)).toMatchObject([{ end_detail: "no_line" }]);
  expect(await linesOf(owner)).toBe(0);
  expect((await ringing(owner)).status).toBe(200);
  expect(await linesOf(owner)).toBe(1);
});

test("a call that ends before its object came to be gives the account's line back", async () => {
  const owner = await clinic();
  const call_sid = newCallSid();
  const from = newNumber();
  await whileIt(doesNothing, anyCall(), "prepare", () => ring({ call_sid, from, to: owner.number }));
  expect(await linesOf(owner)).toBe(1);
  await webhook("/webhooks/twilio/status", {
    CallSid: call_sid,
    CallStatus: "completed",
    From: from,
    To: owner.number,
    Direction: "inbound",
  });
  expect(await owner.store.live.list()).toEqual([]);
  expect(await linesOf(owner)).toBe(0);
});
