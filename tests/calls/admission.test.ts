/** Who is let in when many call at once, and what keeps a line from being held for ever. */
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { organizations } from "#drizzle/control/schema.ts";
import { publish } from "../agents/editor-client.ts";
import { carrierSettings } from "../support/carrier-settings.ts";
import { controlPlane } from "../support/people.ts";
import {
  call,
  clinic,
  connect,
  hangUp,
  history,
  newCallSid,
  newNumber,
  relayOrder,
  ring,
  rows,
  trialClinic,
} from "../support/telephone.ts";

const ringing = (to: string) => ring({ call_sid: newCallSid(), from: newNumber(), to }).then((r) => r.text());

test("of thirty callers at once the starter plan's twenty-five are put through, the others are told so politely", async () => {
  const owner = await clinic();
  const answers = await Promise.all(Array.from({ length: 30 }, () => ringing(owner.number)));
  expect(answers.filter((xml) => relayOrder(xml) !== null)).toHaveLength(25);
  const refused = answers.filter((xml) => xml.includes("All our lines are busy right now."));
  expect(refused).toHaveLength(5);
  expect(await owner.store.live.list()).toHaveLength(25);
  const missed = await history(owner);
  expect(missed).toHaveLength(5);
  expect(missed[0]).toMatchObject({
    outcome: "missed",
    end_detail: "lines_full",
    summary: "All lines were busy",
  });
  expect(await rows(owner, "select sum(calls) as calls, sum(answered) as answered from call_days")).toEqual([
    { calls: 5, answered: 0 },
  ]);
});

test("twenty first-time callers at once all hear the agent", async () => {
  const owner = await clinic();
  const placed = await Promise.all(Array.from({ length: 20 }, () => call(owner)));
  expect(new Set(placed.map(({ call_id }) => call_id)).size).toBe(20);
  for (const { greeting } of placed) expect(greeting).toContain("Bright Smile");
  const answers = await Promise.all(placed.map(({ relay }) => relay.say("what are your opening hours?")));
  for (const answer of answers) expect(answer).not.toBe("");
});

test("a line that a finished call has given back is the next caller's", async () => {
  const owner = await clinic();
  const placed = await call(owner);
  await Promise.all(Array.from({ length: 24 }, () => ringing(owner.number)));
  expect(relayOrder(await ringing(owner.number))).toBeNull();
  await hangUp(placed);
  expect(relayOrder(await ringing(owner.number))).not.toBeNull();
});

test("a carrier account without a free line turns the caller away, and the organization's line is free again", async () => {
  const owner = await clinic();
  const account = env.CAPACITY.getByName(`twilio:${carrierSettings.TWILIO_ACCOUNT_SID}`);
  const lines = 1000;
  const now = Date.now();
  await runInDurableObject(account, async (_, { storage }) => {
    const lease = { organization_id: "others", expires_at: now + 600_000 };
    for (let first = 0; first < lines; first += 100)
      await storage.put(
        Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`lease:others-${first + i}`, lease])),
      );
  });
  const xml = await ringing(owner.number);
  await runInDurableObject(account, (_, { storage }) => storage.deleteAll());
  expect(xml).toContain("All our lines are busy right now.");
  expect(await owner.store.live.list()).toEqual([]);
  expect(await history(owner)).toMatchObject([{ outcome: "missed", end_detail: "no_line" }]);
});

test("a call that nobody ends is given up in time, and its real end still counts once if it comes", async () => {
  const owner = await clinic();
  const placed = await call(owner);
  await placed.relay.say("a cleaning please");
  await runInDurableObject(env.ORGANIZATION.getByName(owner.organizationId), (_, { storage }) => {
    storage.sql.exec("update timers set due_at = 0 where kind = 'call_lost'");
  });
  await runDurableObjectAlarm(env.ORGANIZATION.getByName(owner.organizationId));
  expect(await owner.store.live.list()).toEqual([]);
  expect(await history(owner)).toMatchObject([
    { status: "failed", end_detail: "lost", outcome: "no_outcome" },
  ]);

  await hangUp(placed);
  expect(await history(owner)).toMatchObject([{ status: "completed", end_detail: "hung_up" }]);
  expect(await rows(owner, "select calls, answered from call_days")).toEqual([{ calls: 1, answered: 1 }]);
  expect(await rows(owner, "select count(*) as n from call_transcripts")).toEqual([{ n: 1 }]);
});

test("an edit of the agent changes no call that is going on", async () => {
  const owner = await clinic();
  const placed = await call(owner);
  const spec = { ...owner.spec, name: "Somebody else", actions: { ...owner.spec.actions, book: null } };
  await owner.store.agents.update({ id: owner.agentId, version: 1, spec, now: Date.now() });
  await publish(owner, owner.agentId);
  await placed.relay.say("a cleaning please, tomorrow at ten in the morning");
  await hangUp(placed);
  expect(await history(owner)).toMatchObject([{ agent_name: owner.spec.name, agent_version: 1 }]);
});

test("an organization that never subscribed has thirty minutes on the phone, one that did has no such end", async () => {
  const owner = await trialClinic(1740);
  expect(relayOrder(await ringing(owner.number))).not.toBeNull();
  await rows(owner, "update call_days set seconds = 1741");
  expect(await ringing(owner.number)).toContain("No one can take your call right now.");
  expect((await history(owner)).at(-1)).toMatchObject({
    end_detail: "trial_over",
    summary: "The trial minutes had run out",
  });
  await controlPlane()
    .update(organizations)
    .set({ subscription_status: "active" })
    .where(eq(organizations.id, owner.organizationId));
  expect(relayOrder(await ringing(owner.number))).not.toBeNull();
});

test("fourteen calls at once may not talk more than the trial has left, and a finished call gives back what it did not use", async () => {
  const owner = await trialClinic(0, (spec) => ({ ...spec, max_call_seconds: 660 }));
  const placed = await call(owner);
  const answers = await Promise.all(Array.from({ length: 13 }, () => ringing(owner.number)));
  expect(answers.filter((xml) => relayOrder(xml) !== null)).toHaveLength(2);
  expect(answers.filter((xml) => xml.includes("All our lines are busy right now."))).toHaveLength(11);
  expect(await rows(owner, "select longest_seconds as s from live_calls order by started_at")).toEqual([
    { s: 660 },
    { s: 660 },
    { s: 480 },
  ]);
  await hangUp(placed);
  expect(relayOrder(await ringing(owner.number))).not.toBeNull();
  const [sum] = await rows(
    owner,
    "select (select sum(longest_seconds) from live_calls) + (select sum(seconds) from call_days) as s",
  );
  expect(sum?.s).toBeLessThanOrEqual(1800);
});

test("a call is ended with a word when the trial's last minutes are over, also when the carrier asks for it twice", async () => {
  const owner = await trialClinic(1700);
  const call_sid = newCallSid();
  const from = newNumber();
  await ring({ call_sid, from, to: owner.number });
  const again = relayOrder(await (await ring({ call_sid, from, to: owner.number })).text());
  const relay = await connect(again?.url ?? "");
  relay.setUp(call_sid);
  await relay.turn(0);
  const session = env.CALL_SESSION.getByName(again?.call_id ?? "");
  const [timer] = await runInDurableObject(session, (_, { storage }) =>
    storage.sql
      .exec("select due_at - unixepoch() * 1000 as ms from timers where kind = 'duration'")
      .toArray(),
  );
  expect(timer?.ms).toBeLessThanOrEqual(101_000);
  await runInDurableObject(session, (_, { storage }) => {
    storage.sql.exec("update timers set due_at = 0 where kind = 'duration'");
  });
  await runDurableObjectAlarm(session);
  expect(await relay.turn(1)).toBe(
    "I'm sorry, we've run out of time on this call. Please call us again. Goodbye.",
  );
  expect(await relay.handoff()).toEqual({ reason: "max_duration" });
});
