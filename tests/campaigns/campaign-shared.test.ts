/** A campaign beside others: clients of one reseller share its lines, another carrier places its calls, and a person of it is erased. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { dialAttempt } from "#app/campaigns/dial-attempt.server.ts";
import { beginning, faultOf } from "#app/campaigns/ledger-chain.ts";
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import { type House, houseAt, ringingFrom, whenCalled } from "../calls/placing.ts";
import { sandbox } from "../sandbox/world.ts";
import { carrierSettings } from "../support/carrier-settings.ts";
import { anonymous, memberOf } from "../support/people.ts";
import { history, rows } from "../support/telephone.ts";
import { attemptsOver, contactOf, handedOver, leadsOf, leasedNow, noonTomorrow, started } from "./arrange.ts";

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

test("a campaign from a number at Telnyx: its calls leave there, and end with what came of them", async () => {
  vi.useRealTimers();
  const house = await houseAt("telnyx");
  const [first, second] = [await contactOf(house), await contactOf(house)];
  await whenCalled(first.to, { outcome: "busy" });
  await whenCalled(second.to, { outcome: "answered", turns: [{ hang_up: true }] });
  const id = await started(house, { per_minute: 600 });
  const over = await attemptsOver(house, id, 2);
  await handedOver(
    house,
    over.map((attempt) => String(attempt.id)),
  );
  const leads = await leadsOf(house, id);
  expect(leads.get(first.id)).toMatchObject({ state: "waiting", result: "busy", attempts: 1 });
  expect(leads.get(second.id)).toMatchObject({ state: "done", result: "answered", attempts: 1 });
  expect(await rows(house, "select provider, direction from calls")).toEqual([
    { provider: "telnyx", direction: "outbound" },
    { provider: "telnyx", direction: "outbound" },
  ]);
});

test("a person who is erased in a campaign that runs isn't called, and its ledger still holds together", async () => {
  const house = await houseAt("twilio");
  const [gone, called, stays] = [await contactOf(house), await contactOf(house), await contactOf(house)];
  for (const { to } of [gone, called, stays]) await whenCalled(to, busy);
  const erase = async (phone_number: string) => {
    let cursor: Parameters<typeof house.store.persons.erase>[1] | null = { part: "calls", after: 0 };
    while (cursor !== null)
      cursor = (await house.store.persons.erase({ phone_number, email: null }, cursor, Date.now())).next;
  };
  const id = await started(house, { per_minute: 600 });
  const leased = await leasedNow(house);
  expect(leased).toHaveLength(3);
  const of = await rows(house, "select id, contact_id from dial_attempts");
  const attempt = (contact: string) => String(of.find(({ contact_id }) => contact_id === contact)?.id);
  // One between lease and call, one after the call.
  await erase(gone.to);
  await handedOver(house, [attempt(called.id), attempt(stays.id)]);
  await attemptsOver(house, id, 2);
  await erase(called.to);
  await handedOver(house, leased);
  later(minute_ms);
  await handedOver(house, await leasedNow(house));
  // The call that was made stays, without its person.
  const numbers = (await history(house)).map(({ other_number }) => other_number);
  expect(numbers).toHaveLength(2);
  expect(numbers).toEqual(expect.arrayContaining([null, stays.to]));
  expect([...(await leadsOf(house, id)).keys()]).toEqual([stays.id]);
  expect(await rows(house, "select sum(leads) as leads from campaign_counts")).toEqual([{ leads: 1 }]);
  let before = { sequence: 0, hash: beginning };
  for (const row of await house.store.ledger.page(0, 50)) {
    expect(faultOf(row, before)).toBeNull();
    expect(row.content ?? "").not.toContain(gone.to);
    expect(row.content ?? "").not.toContain(called.to);
    before = row;
  }
  expect(before.sequence).toBeGreaterThan(2);
});

test("clients of one reseller share its lines: a line that is free again goes to the one that has fewer", async () => {
  const agency = await memberOf();
  await env.DB.prepare(
    "update organizations set subscription_tier = 'agency', subscription_status = 'active' where id = ?",
  )
    .bind(agency.organizationId)
    .run();
  const [first, second] = [await houseAt("twilio"), await houseAt("twilio")];
  for (const { organizationId } of [first, second])
    await env.DB.prepare("update organizations set parent_organization_id = ? where id = ?")
      .bind(agency.organizationId, organizationId)
      .run();
  // Five lines, of which one stays free for people who call.
  const small = { ...env, TWILIO_LINES: "5" };
  const dial = (house: House, ids: readonly string[]) =>
    Promise.all(
      ids.map((attempt_id) => dialAttempt(small, { organization_id: house.organizationId, attempt_id })),
    );
  const ringing = async (house: House) => (await house.store.live.list()).length;
  for (const house of [first, second]) for (let n = 0; n < 6; n++) await contactOf(house);
  for (const house of [first, second]) await started(house, { per_minute: 600, most_at_once: 6 });
  await dial(first, await leasedNow(first));
  expect(await ringing(first)).toBe(4);
  await dial(second, await leasedNow(second));
  expect(await ringing(second)).toBe(0);
  // Each that ends frees a line for which both ask, the greedy one first.
  for (const share of [1, 2]) {
    const { call_sid } = await ringingFrom(first);
    await sandbox(`/phone/lines/${encodeURIComponent(call_sid)}`, { method: "DELETE" });
    await vi.waitFor(async () => expect(await ringing(first)).toBe(4 - share), { timeout: 30_000 });
    later(31 * second_ms);
    await dial(first, await leasedNow(first));
    await dial(second, await leasedNow(second));
    expect([await ringing(first), await ringing(second)]).toEqual([4 - share, share]);
  }
  later(31 * second_ms);
  await dial(first, await leasedNow(first));
  await dial(second, await leasedNow(second));
  expect([await ringing(first), await ringing(second)]).toEqual([2, 2]);
});
