/** What a campaign was told to do: its closed days, goal, last day and nearest number; what its dry run says of them, and who wakes a dialer that lost its alarm. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { campaignDraft } from "#app/campaigns/campaign.schema.ts";
import { noteDialer, watchDialers } from "#app/campaigns/dialer-watch.server.ts";
import { day_ms, minute_ms } from "#app/platform/durations.ts";
import { addDays, instantOf, localDate } from "#app/platform/zoned-time.ts";
import { type House, houseAt, whenCalled } from "../calls/placing.ts";
import { carrierSettings } from "../support/carrier-settings.ts";
import { anonymous } from "../support/people.ts";
import { rows } from "../support/telephone.ts";
import {
  always,
  attemptsOver,
  caller,
  contactOf,
  handedOver,
  leadsOf,
  leasedNow,
  noonTomorrow,
  started,
} from "./arrange.ts";

const zone = "America/New_York";
const busy = { outcome: "busy", after_ms: 0 };

beforeAll(async () => {
  await anonymous().get("/auth");
}, 180_000);
// A day ahead no alarm rings by itself.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: noonTomorrow() });
});
afterEach(async () => {
  vi.useRealTimers();
  const lines = env.CAPACITY.getByName(`twilio:${carrierSettings.TWILIO_ACCOUNT_SID}`);
  await runInDurableObject(lines, (_, { storage }) => storage.deleteAll());
});

const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const closeOn = (house: House, dates: readonly string[]) =>
  house.store.settings.apply(
    { closed_days: dates.map((date) => ({ date, name: "Holiday" })), retention_days: null },
    Date.now() + 1,
    Date.now(),
  );

test("a campaign that keeps the closed days calls no one on them, and one that doesn't calls", async () => {
  const house = await houseAt("twilio");
  const contact = await contactOf(house);
  const today = localDate(Date.now(), zone);
  const closed = Array.from({ length: 12 }, (_, n) => addDays(today, n));
  await closeOn(house, closed);
  const id = await started(house, { schedule: { ...always, rests_on_closed_days: true } });
  expect(await leasedNow(house)).toEqual([]);
  expect((await leadsOf(house, id)).get(contact.id)).toMatchObject({
    state: "waiting",
    result: "calling_hours",
    due_at: instantOf(addDays(today, 12), "08:00", zone),
  });
  await house.store.campaigns.stop(id, Date.now());
  await started(house);
  expect(await leasedNow(house)).toHaveLength(1);
});

test("whose consent was revoked is told from one who never agreed", async () => {
  const house = await houseAt("twilio");
  const [revoked, silent] = [await contactOf(house), await contactOf(house, { consent: null })];
  const [consent] = await rows(house, `select id from consents where contact_id = '${revoked.id}'`);
  await house.store.consents.revokeConsent({
    id: String(consent?.id),
    contact_id: revoked.id,
    now: Date.now(),
  });
  const id = await started(house);
  expect(await leasedNow(house)).toEqual([]);
  const leads = await leadsOf(house, id);
  expect(leads.get(revoked.id)).toMatchObject({ state: "done", result: "consent_revoked" });
  expect(leads.get(silent.id)).toMatchObject({ state: "done", result: "no_consent" });
});

test("a goal ends a campaign, and one that is changed while it runs counts what was reached before", async () => {
  const house = await houseAt("twilio");
  const contacts = [await contactOf(house), await contactOf(house)];
  for (const { to } of contacts) await whenCalled(to, busy);
  const id = await started(house, { goal: { outcome: "booked", count: 1 }, most_at_once: 1 });
  await handedOver(house, await leasedNow(house));
  await attemptsOver(house, id, 1);
  const campaign = await house.store.campaigns.find(id);
  expect(campaign).toMatchObject({ status: "running", reached_goal: 0 });
  if (!campaign) return;
  const { draft } = campaign;
  await house.store.campaigns.update(id, { ...draft, goal: { outcome: "missed", count: 1 } }, caller(house));
  later(minute_ms);
  expect(await leasedNow(house)).toEqual([]);
  expect(await house.store.campaigns.find(id)).toMatchObject({
    status: "finished",
    why: "goal",
    reached_goal: 1,
  });
});

test("after its last day a campaign is over, whoever still waits", async () => {
  const house = await houseAt("twilio");
  const contact = await contactOf(house, { to: "+18085550177" });
  const today = localDate(Date.now(), zone);
  const id = await started(house, {
    schedule: { ...always, from: "20:00", to: "21:00", ends_on: today },
  });
  expect(await leasedNow(house)).toEqual([]);
  expect(await house.store.campaigns.find(id)).toMatchObject({ status: "running" });
  later(2 * day_ms);
  expect(await leasedNow(house)).toEqual([]);
  expect(await house.store.campaigns.find(id)).toMatchObject({ status: "finished", why: "ended" });
  expect((await leadsOf(house, id)).get(contact.id)).toMatchObject({ attempts: 0 });
});

test("with local presence the number of the same area calls, then one of the same state, then any", async () => {
  const house = await houseAt("twilio");
  const people = {
    "+13135550171": house.lineId,
    "+12125550171": house.numberId,
    // Michigan
    "+15175550171": house.lineId,
  };
  for (const to of Object.keys(people)) await contactOf(house, { to });
  await started(house, {
    number_ids: [house.numberId, house.lineId],
    rotation: "local_presence",
    per_minute: 600,
  });
  expect(await leasedNow(house)).toHaveLength(3);
  const attempts = await rows(house, "select phone_number, number_id from dial_attempts");
  expect(
    Object.fromEntries(attempts.map(({ phone_number, number_id }) => [phone_number, number_id])),
  ).toEqual(people);
});

test("a dry run says how many are called on which day, what it costs, and who is not called", async () => {
  const house = await houseAt("twilio");
  for (let n = 0; n < 3; n++) await contactOf(house);
  await contactOf(house, { consent: null });
  const draft = campaignDraft.parse({
    name: "Spring",
    agent_id: house.agentId,
    number_ids: [house.lineId],
    audience: { everyone: true },
    schedule: always,
  });
  const asked = { now: Date.now(), time_zone: zone, price: { per_minute_micros: 100_000 } };
  expect(await house.store.dryRuns.dryRun(draft, asked)).toMatchObject({
    total: 4,
    dialled_first_day: 3,
    byDay: [{ day: localDate(Date.now(), zone), calls: 3 }],
    cost_micros: { low: 90_000, high: 1_200_000 },
    blocked: [{ cause: "no_consent", count: 1 }],
  });
  expect(await leasedNow(house)).toEqual([]);
});

test("a dialer whose alarm was lost is woken by cron while a campaign runs, and left alone afterwards", async () => {
  const house = await houseAt("twilio");
  await contactOf(house);
  const id = await started(house);
  await noteDialer(env, house.organizationId, Date.now());
  const timers = () => rows(house, "select due_at from timers where kind = 'dial'");
  await rows(house, "delete from timers where kind = 'dial'");
  later(6 * minute_ms);
  await watchDialers(env, Date.now());
  expect(await timers()).toEqual([{ due_at: Date.now() }]);
  await house.store.campaigns.stop(id, Date.now());
  await rows(house, "delete from timers where kind = 'dial'");
  later(6 * minute_ms);
  await watchDialers(env, Date.now());
  expect(await timers()).toEqual([]);
  const noted = await env.DB.prepare("select * from dialers where organization_id = ?")
    .bind(house.organizationId)
    .all();
  expect(noted.results).toEqual([]);
});
