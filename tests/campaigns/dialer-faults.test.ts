/** A campaign while things go wrong: paused while a phone rings, opt-outs between a lease and its call, lines and objects that are lost. No one is called twice or after asking for no calls. */
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { reconcileCall } from "#app/calls/outbound/reconcile-call.server.ts";
import { contactFilter } from "#app/contacts/contact-filter.schema.ts";
import { hour_ms, minute_ms, second_ms } from "#app/platform/durations.ts";
import { type House, houseAt, ringingFrom, whenCalled } from "../calls/placing.ts";
import { goesWrong, mend, twilio } from "../carriers/sides.ts";
import { post, sandbox } from "../sandbox/world.ts";
import { carrierSettings } from "../support/carrier-settings.ts";
import { anonymous } from "../support/people.ts";
import { history, rows } from "../support/telephone.ts";
import {
  attemptsOver,
  contactOf,
  handedOver,
  leadsOf,
  leasedNow,
  noonTomorrow,
  started,
  wake,
} from "./arrange.ts";

const busy = { outcome: "busy", after_ms: 0 };

const linesOfAll = () => env.CAPACITY.getByName(`twilio:${carrierSettings.TWILIO_ACCOUNT_SID}`);
/** Turns and leases of a day ahead would hold up the next one who calls today. */
const forgetLines = () => runInDurableObject(linesOfAll(), (_, { storage }) => storage.deleteAll());

beforeAll(async () => {
  await anonymous().get("/auth");
}, 180_000);
// A day ahead no alarm rings by itself: what happens between a lease and its call is the test's to say.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: noonTomorrow() });
});
afterEach(async () => {
  vi.useRealTimers();
  await forgetLines();
  await mend();
});

const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const called = async (house: House) =>
  (await history(house))
    .filter(({ status }) => status !== "rejected")
    .map(({ other_number }) => other_number);
const verdicts = async (house: House) =>
  (await house.store.ledger.page(0, 50)).map(({ content }) => JSON.parse(content ?? "{}").verdict);

test("a campaign that is paused while a phone rings: that call goes on, no other begins, and each is made once", async () => {
  const house = await houseAt("twilio");
  const [first, second] = [await contactOf(house), await contactOf(house)];
  await whenCalled(second.to, busy);
  const id = await started(house, { most_at_once: 1 });
  await wake(house);
  const { call_sid } = await ringingFrom(house);
  expect((await house.post(`/campaigns/${id}`, { do: "pause" })).status).toBeLessThan(400);
  later(minute_ms);
  await wake(house);
  expect(await history(house)).toEqual([]);
  await sandbox(`/phone/lines/${encodeURIComponent(call_sid)}`, { method: "DELETE" });
  const [attempt] = await attemptsOver(house, id, 1);
  expect(attempt).toMatchObject({ contact_id: first.id, result: "busy" });
  later(hour_ms);
  await wake(house);
  expect((await leadsOf(house, id)).get(second.id)).toMatchObject({ state: "waiting", attempts: 0 });
  expect((await house.post(`/campaigns/${id}`, { do: "resume" })).status).toBeLessThan(400);
  await attemptsOver(house, id, 2);
  expect(await called(house)).toEqual([first.to, second.to]);
});

test("what was leased before a pause is given back, however late the queue brings it", async () => {
  const house = await houseAt("twilio");
  const contact = await contactOf(house);
  await whenCalled(contact.to, busy);
  const id = await started(house);
  const leased = await leasedNow(house);
  expect(leased).toHaveLength(1);
  await house.post(`/campaigns/${id}`, { do: "pause" });
  await handedOver(house, leased);
  expect(await called(house)).toEqual([]);
  await house.post(`/campaigns/${id}`, { do: "resume" });
  await handedOver(house, leased);
  expect(await called(house)).toEqual([]);
  later(minute_ms);
  await handedOver(house, await leasedNow(house));
  await attemptsOver(house, id, 2);
  await handedOver(house, leased);
  expect(await called(house)).toEqual([contact.to]);
});

test("a person who texts STOP between the lease and the call isn't called, and neither is one whom a member blocks", async () => {
  const house = await houseAt("twilio");
  const [byText, byMember] = [await contactOf(house), await contactOf(house)];
  const id = await started(house, { per_minute: 600 });
  const leased = await leasedNow(house);
  expect(leased).toHaveLength(2);
  expect((await post("/phone/texts", { from: byText.to, to: house.line, text: "STOP" })).status).toBe(201);
  const block = { do: "block", number: byMember.to, reason: "Asked by letter" };
  expect((await house.post("/contacts/do-not-call", block)).status).toBe(200);
  await handedOver(house, leased);
  await handedOver(house, leased);
  const leads = await leadsOf(house, id);
  for (const { id: contact } of [byText, byMember])
    expect(leads.get(contact)).toMatchObject({ state: "done", result: "do_not_call", attempts: 0 });
  expect(await history(house)).toEqual([]);
  expect(await verdicts(house)).toEqual(["do_not_call", "do_not_call"]);
});

test.each([
  ["key", { press: "9" }],
  ["voice", { say: "please stop calling me" }],
] as const)(
  "who asks by %s for no more calls is on the list while they talk, and no campaign calls them",
  async (source, turn) => {
    const house = await houseAt("twilio");
    const contact = await contactOf(house);
    await whenCalled(contact.to, { outcome: "answered", turns: [turn, { silence_ms: 60_000 }] });
    const ids = [await started(house), await started(house)];
    await wake(house);
    await vi.waitFor(
      async () => expect(await house.store.doNotCall.isBarred(contact.to)).toMatchObject({ source }),
      { timeout: 40_000, interval: 50 },
    );
    later(2 * minute_ms);
    const results = () =>
      Promise.all(ids.map(async (id) => (await leadsOf(house, id)).get(contact.id)?.result ?? null));
    await vi.waitFor(
      async () => {
        await wake(house);
        expect((await results()).toSorted()).toEqual(["do_not_call", "opted_out"]);
      },
      { timeout: 40_000, interval: 100 },
    );
    expect(await called(house)).toEqual([contact.to]);
  },
);

test("a segment that changes while it is dialled: who left it isn't called, and is when they are back", async () => {
  const house = await houseAt("twilio");
  const contact = await contactOf(house);
  await whenCalled(contact.to, busy);
  const join = `insert into contact_tags (contact_id, tag, created_at) values ('${contact.id}', 'spring', 1)`;
  await rows(house, join);
  const filter = contactFilter.parse({ tags: ["spring"] });
  const segment = await house.store.contactSets.saveSegment(
    { name: "Spring", filter },
    house.userId,
    Date.now(),
  );
  if (!segment.ok) throw new Error(segment.reason);
  // It stays open for those who join.
  const ends_on = new Date(Date.now() + 72 * hour_ms).toISOString().slice(0, 10);
  const id = await started(house, {
    audience: { lists: [], tags: [], segments: [segment.id], everyone: false, redial_of: null },
    schedule: {
      days: [1, 2, 3, 4, 5, 6, 7],
      from: "00:00",
      to: "24:00",
      starts_on: null,
      ends_on,
      zone: "contact",
      rests_on_closed_days: false,
    },
  });
  const leased = await leasedNow(house);
  await rows(house, "delete from contact_tags");
  await handedOver(house, leased);
  expect((await leadsOf(house, id)).get(contact.id)).toMatchObject({
    state: "done",
    result: "left_audience",
  });
  expect(await history(house)).toEqual([]);
  await rows(house, join);
  later(6 * minute_ms);
  await attemptsOver(house, id, 2);
  await handedOver(house, leased);
  expect(await called(house)).toEqual([contact.to]);
});

test("an object that is evicted between lease, call and end: each attempt is made once", async () => {
  const house = await houseAt("twilio");
  const contacts = [await contactOf(house), await contactOf(house), await contactOf(house)];
  for (const { to } of contacts) await whenCalled(to, busy);
  const evicted = () => evictDurableObject(env.ORGANIZATION.getByName(house.organizationId));
  const id = await started(house, { per_minute: 600 });
  const leased = await leasedNow(house);
  expect(leased).toHaveLength(3);
  await evicted();
  await handedOver(house, leased.slice(0, 2));
  await evicted();
  await handedOver(house, leased.slice(0, 2));
  await evicted();
  await attemptsOver(house, id, 2);
  await evicted();
  // The third was forgotten with the queue: its lease runs out, and it is called then.
  later(3 * minute_ms);
  await handedOver(house, await leasedNow(house));
  await attemptsOver(house, id, 4);
  await handedOver(house, leased);
  expect((await called(house)).sort()).toEqual(contacts.map(({ to }) => to).sort());
});

test("without a free line nobody counts as called, and a line that is lost in a call ends no call", async () => {
  const house = await houseAt("twilio");
  const contact = await contactOf(house);
  const id = await started(house);
  const lease = { organization_id: "others", reseller_id: null, expires_at: Date.now() + hour_ms };
  await runInDurableObject(linesOfAll(), async (_, { storage }) => {
    for (let first = 0; first < 1000; first += 100)
      await storage.put(
        Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`lease:others-${first + n}`, lease])),
      );
  });
  await handedOver(house, await leasedNow(house));
  await forgetLines();
  expect(await called(house)).toEqual([]);
  expect((await leadsOf(house, id)).get(contact.id)).toMatchObject({ state: "waiting", attempts: 0 });
  expect(await house.store.campaigns.find(id)).toMatchObject({ status: "running", asked: 0 });
  later(31 * second_ms);
  await wake(house);
  const { call_sid } = await ringingFrom(house);
  await forgetLines();
  await wake(house);
  await sandbox(`/phone/lines/${encodeURIComponent(call_sid)}`, { method: "DELETE" });
  await attemptsOver(house, id, 2);
  expect(await called(house)).toEqual([contact.to]);
  expect((await leadsOf(house, id)).get(contact.id)).toMatchObject({ result: "busy", attempts: 1 });
});

test("a carrier that refuses for an hour: the campaign rests longer and longer, is halted, and nobody loses their call of the day", async () => {
  const house = await houseAt("twilio");
  const contact = await contactOf(house);
  await whenCalled(contact.to, busy);
  const id = await started(house);
  await goesWrong(twilio, { path: twilio.rest.dial, status: 403, times: 1000 });
  const begun = Date.now();
  let asked = 0;
  while ((await house.store.campaigns.find(id))?.status === "running" && Date.now() < begun + 4 * hour_ms) {
    const leased = await leasedNow(house);
    asked += leased.length;
    await handedOver(house, leased);
    later(minute_ms);
  }
  expect(await house.store.campaigns.find(id)).toMatchObject({
    status: "broken",
    why: "carrier_fails",
    asked: 0,
  });
  expect(asked).toBe(10);
  expect(Date.now() - begun).toBeGreaterThan(45 * minute_ms);
  await mend();
  expect((await house.post(`/campaigns/${id}`, { do: "resume" })).status).toBeLessThan(400);
  later(6 * minute_ms);
  await handedOver(house, await leasedNow(house));
  await attemptsOver(house, id, 11);
  expect((await leadsOf(house, id)).get(contact.id)).toMatchObject({ result: "busy", attempts: 1 });
  expect(await house.store.campaigns.find(id)).toMatchObject({ status: "running", asked: 1 });
});

test("a carrier that is silent for an hour may have placed the call: its person isn't called again on that day", async () => {
  const house = await houseAt("twilio");
  const contact = await contactOf(house);
  await whenCalled(contact.to, busy);
  const id = await started(house);
  await goesWrong(twilio, { path: "/", status: 503, times: 1000 });
  for (let minutes = 0; minutes < 60; minutes += 5) {
    await handedOver(house, await leasedNow(house));
    later(5 * minute_ms);
    for (const { call_id } of await house.store.live.list())
      await reconcileCall(env, { organization_id: house.organizationId, call_id }).catch(() => {});
  }
  await mend();
  later(hour_ms);
  await handedOver(house, await leasedNow(house));
  expect(await rows(house, "select id from dial_attempts where asked_at is not null")).toHaveLength(1);
  expect((await leadsOf(house, id)).get(contact.id)).toMatchObject({
    state: "waiting",
    result: "number_cap",
  });
  later(24 * hour_ms);
  await handedOver(house, await leasedNow(house));
  await attemptsOver(house, id, 2);
  expect((await leadsOf(house, id)).get(contact.id)).toMatchObject({ result: "busy" });
});

test("a budget that is nearly used: no more calls begin than it is good for, and those that ring go on", async () => {
  const house = await houseAt("twilio");
  await Promise.all(Array.from({ length: 5 }, () => contactOf(house)));
  const id = await started(house, { per_minute: 600, most_at_once: 5, budget_micros: 50_000 });
  const leased = await leasedNow(house);
  // A call is taken to cost 2 cents until one has ended.
  expect(leased).toHaveLength(2);
  await handedOver(house, leased);
  later(minute_ms);
  expect(await leasedNow(house)).toEqual([]);
  await rows(house, `update campaigns set cost_micros = 60000 where id = '${id}'`);
  later(minute_ms);
  expect(await leasedNow(house)).toEqual([]);
  for (let left = 2; left > 0; left--) {
    const { call_sid } = await ringingFrom(house);
    await sandbox(`/phone/lines/${encodeURIComponent(call_sid)}`, { method: "DELETE" });
    await attemptsOver(house, id, 3 - left);
  }
  expect(await house.store.campaigns.find(id)).toMatchObject({ status: "finished", why: "budget", asked: 2 });
  expect(await called(house)).toHaveLength(2);
});
