/** A campaign whose calls fail, or that has no number to call from, is halted and can be repaired; one that ends leaves no one waiting. */
import { expect, test } from "vitest";
import { block } from "#app/calls/protection/protection.store.ts";
import { campaignDraft, usualCaps } from "#app/campaigns/campaign.schema.ts";
import * as campaigns from "#app/campaigns/campaigns.store.ts";
import { dryRun } from "#app/campaigns/dry-run.store.ts";
import { page } from "#app/campaigns/ledger.store.ts";
import { create, fill } from "#app/campaigns/screening.store.ts";
import { giveConsent } from "#app/contacts/consents.store.ts";
import { bar } from "#app/contacts/do-not-call.store.ts";
import { keepSetting } from "#app/object/settings.store.ts";
import { day_ms, hour_ms, minute_ms, second_ms } from "#app/platform/durations.ts";
import { save as saveTelephony } from "#app/telephony/telephony.store.ts";
import { always, author, begin, dialingWorld, once } from "./dialing-world.ts";

const numberOf = (n: number) => `+1212555${String(2000 + n)}`;

test("a campaign without a number that can call is halted, and goes on with another one", () => {
  const world = dialingWorld();
  world.contact(numberOf(0));
  const campaign = world.campaign();
  world.memory.sqlite.exec("update numbers set status = 'released'");
  expect(world.tick(begin)).toEqual([]);
  const halted = campaigns.find(world.db, campaign);
  expect(halted).toMatchObject({ status: "broken", why: "no_caller" });
  world.memory.sqlite.exec(`insert into numbers (id, phone_number, country, provider, status, created_at, updated_at)
    values ('other', '+12125550101', 'US', 'twilio', 'active', 1, 1)`);
  if (!halted) return;
  const now = begin + minute_ms;
  const draft = { ...halted.draft, number_ids: ["other"] };
  expect(campaigns.update(world.db, campaign, draft, { ...author, now })).toEqual({ ok: true });
  expect(campaigns.start(world.db, campaign, { ...author, now }, "2000-01-01").ok).toBe(true);
  expect(world.tick(now).map((id) => world.ask(id, now))).toEqual([numberOf(0)]);
});

test("a campaign that waits for its first day begins only with an agent and a number", () => {
  const world = dialingWorld();
  world.contact(numberOf(0));
  const campaign = world.campaign();
  world.memory.sqlite.exec("update campaigns set status = 'scheduled'; update agents set archived_at = 1");
  world.tick(begin);
  expect(campaigns.find(world.db, campaign)).toMatchObject({ status: "broken", why: "no_agent" });
});

test("when half of the calls fail after the carrier took them, the campaign is halted", () => {
  const world = dialingWorld();
  for (let n = 0; n < 30; n++) world.contact(numberOf(n));
  const campaign = world.campaign({ attempts: once });
  let placed = 0;
  for (let at = begin; at < begin + 10 * minute_ms; at += 5 * second_ms)
    for (const id of world.tick(at))
      if (world.ask(id, at) !== null) {
        placed++;
        world.over(id, "failed", "platform", at + second_ms);
      }
  expect(campaigns.find(world.db, campaign)).toMatchObject({ status: "broken", why: "calls_fail" });
  expect(placed).toBeLessThan(12);
});

test("a campaign that is stopped leaves no one waiting, and those without a call can be called again", () => {
  const world = dialingWorld();
  const many = 12;
  for (let n = 0; n < many; n++) world.contact(numberOf(n));
  const campaign = world.campaign();
  const [first = "", second = ""] = world.tick(begin);
  world.ask(first, begin);
  world.over(first, "no_answer", "no_answer", begin + second_ms);
  world.tick(begin + 2 * second_ms);
  campaigns.stop(world.db, campaign, begin + 3 * second_ms);
  expect(world.ask(second, begin + 4 * second_ms)).toBeNull();
  world.tick(begin + 10 * minute_ms);
  const leads = world.leads(campaign);
  expect(leads.every(({ state }) => state === "done")).toBe(true);
  expect(leads.filter(({ result }) => result === "no_answer")).toHaveLength(1);
  expect(leads.filter(({ result }) => result === "stopped")).toHaveLength(many - 1);
  const counts = world.memory.sqlite.prepare(
    "select state, sum(leads) as leads from campaign_counts where leads <> 0 group by state",
  );
  expect(counts.all()).toMatchObject([{ state: "done", leads: many }]);
  const now = begin + 11 * minute_ms;
  const again = campaigns.clone(world.db, campaign, "Again", { ...author, now }, true) ?? "";
  expect(campaigns.start(world.db, again, { ...author, now }, "2000-01-01").ok).toBe(true);
  world.tick(now);
  expect(world.leads(again)).toHaveLength(many);
});

test("a number on the block list and a country that isn't called are the gate's decisions", () => {
  const world = dialingWorld();
  world.contact(numberOf(0));
  world.contact("+442079460123");
  block(world.db, { id: "b", pattern: numberOf(0), is_prefix: false, note: "", created_by: "m", now: begin });
  saveTelephony(world.db, { countries_out: ["US"] });
  const campaign = world.campaign();
  const draft = campaigns.find(world.db, campaign)?.draft;
  if (!draft) throw new Error("no campaign");
  const price = { per_minute_micros: 1 };
  const plan = dryRun(world.db, draft, { now: begin, time_zone: author.time_zone, price });
  expect(plan.blocked.map(({ cause }) => cause).toSorted()).toEqual(["blocked_number", "country_blocked"]);
  expect(world.tick(begin)).toEqual([]);
  expect(world.leads(campaign)).toMatchObject([{ result: "blocked_number" }, { result: "country_blocked" }]);
  const verdicts = page(world.db, 0, 10).map(({ content }) => JSON.parse(content ?? "{}").verdict);
  expect(verdicts.toSorted()).toEqual(["blocked_number", "country_blocked"]);
});

test("the evidence of an attempt names the list that barred it, who put the number there, and since when", () => {
  const world = dialingWorld();
  const [, , agreed = ""] = [0, 1, 2].map((n) => world.contact(numberOf(n)));
  const asked = { phone_number: numberOf(0), source: "member", now: begin - minute_ms } as const;
  bar(world.db, asked);
  const list = { id: "list", name: "Register of November", kind: "national" } as const;
  fill(world.db, list.id, [{ phone_number: numberOf(1), line_type: "mobile" }]);
  create(world.db, { ...list, created_by_name: "Mara", now: begin - 2 * minute_ms });
  world.memory.sqlite.exec("update consents set revoked_at = null");
  world.campaign();
  const [id = ""] = world.tick(begin);
  expect(world.ask(id, begin)).toBe(numberOf(2));
  const evidence = page(world.db, 0, 10).map(({ content }) => JSON.parse(content ?? "{}"));
  const barredBy = Object.fromEntries(
    evidence.map(({ phone_number, barred_by }) => [phone_number, barred_by]),
  );
  expect(barredBy).toEqual({
    [numberOf(0)]: { list: "do_not_call", kind: "member", since: begin - minute_ms },
    [numberOf(1)]: { list: "Register of November", kind: "national", since: begin - 2 * minute_ms },
    [numberOf(2)]: null,
  });
  // The consent, and the caps that its calls were counted against, are found again by it.
  const allowed = evidence.find(({ phone_number }) => phone_number === numberOf(2));
  const [consent] = world.memory.sqlite
    .prepare("select id, kind, source, given_at, proof from consents where contact_id = ?")
    .all(agreed);
  expect(allowed).toMatchObject({
    consent,
    calls_today: 0,
    caps: { number_per_day: 1, number_in_14_days: 14 },
  });
});

test("in the United States a customer's consent counts for 18 months and a question for 3, elsewhere until it is revoked", () => {
  const world = dialingWorld();
  saveTelephony(world.db, { countries_out: ["US", "GB"] });
  const agreed = (to: string, kind: "customer" | "inquiry" | "express", days: number) => {
    const given = {
      phone_number: null,
      channel: "call",
      source: "form",
      given_at: begin - days * day_ms,
    } as const;
    const contact_id = world.save(to);
    giveConsent(world.db, { ...given, contact_id, kind });
    return contact_id;
  };
  agreed(numberOf(0), "customer", 540);
  const old = agreed(numberOf(1), "customer", 547);
  agreed(numberOf(2), "inquiry", 88);
  agreed(numberOf(3), "inquiry", 90);
  agreed(numberOf(4), "express", 3000);
  agreed("+442079460123", "inquiry", 3000);
  const campaign = world.campaign({ consent: "relaxed" });
  const results = () =>
    Object.fromEntries(world.leads(campaign).map((one) => [one.phone_number, one.result]));
  const called = () => world.tick(begin).map((id) => world.ask(id, begin));
  expect(called().toSorted()).toEqual([numberOf(0), numberOf(2), numberOf(4), "+442079460123"].toSorted());
  expect(results()).toMatchObject({ [numberOf(1)]: "consent_expired", [numberOf(3)]: "consent_expired" });
  // A newer one of less weight counts before an older one that has ended.
  const newer = { phone_number: null, channel: "call", source: "form", given_at: begin - day_ms } as const;
  giveConsent(world.db, { ...newer, contact_id: old, kind: "inquiry" });
  const later = begin + 6 * minute_ms;
  expect(world.tick(later).map((id) => world.ask(id, later))).toEqual([numberOf(1)]);
});

test("a dry run leaves out what was called today, and plans who was called or talked for when they may be called again", () => {
  const world = dialingWorld();
  keepSetting(world.db, "dial_caps", { ...usualCaps, per_day: 4 });
  for (let n = 0; n < 5; n++) world.contact(numberOf(n));
  world.campaign({ attempts: once });
  const [first = "", second = ""] = world.tick(begin + 5 * second_ms);
  for (const id of [first, second]) world.ask(id, begin + 5 * second_ms);
  world.over(first, "no_answer", "no_answer", begin + minute_ms);
  world.over(second, "completed", "customer_hangup", begin + minute_ms);
  const draft = (change: object) =>
    campaignDraft.parse({
      ...{ name: "Summer", agent_id: "agent", number_ids: ["line"], audience: { everyone: true } },
      ...{ schedule: always, ...change },
    });
  const asked = { now: begin + hour_ms, time_zone: author.time_zone, price: { per_minute_micros: 1 } };
  const days = (change: object) => dryRun(world.db, draft(change), asked).byDay;
  const [today, tomorrow, dayAfter] = ["2026-11-04", "2026-11-05", "2026-11-06"];
  // One call a day for each number: two of five were called, and two of the day's four are used.
  expect(days({ cooldown_hours: 0 })).toEqual([
    { day: today, calls: 2 },
    { day: tomorrow, calls: 3 },
  ]);
  // Who talked rests for two days.
  expect(days({ cooldown_hours: 48 })).toEqual([
    { day: today, calls: 2 },
    { day: tomorrow, calls: 2 },
    { day: dayAfter, calls: 1 },
  ]);
});

test("a dry run calls no one where hours never open or no line is free, and says how far a budget goes", () => {
  const world = dialingWorld();
  for (let n = 0; n < 10; n++) world.contact(numberOf(n));
  const run = (change: object, lines = 50) => {
    const draft = campaignDraft.parse({
      ...{ name: "Spring", agent_id: "agent", number_ids: ["line"], audience: { everyone: true } },
      ...{ schedule: always, ...change },
    });
    const plan = { country: "US", reach: "abroad", per_day: 1000, per_minute: 10 } as const;
    const asked = { now: begin, time_zone: author.time_zone, price: { per_minute_micros: 100_000 } };
    return dryRun(world.db, draft, { ...asked, told: { ...plan, lines, time_zone: author.time_zone } });
  };
  const never = { byDay: [], longest: null, isLonger: false, cost_micros: { low: 0, high: 0 } };
  const shut = [{ cause: "calling_hours", count: 10 }];
  // Half an hour that the law never allows, and a last day that is over.
  for (const schedule of [
    { ...always, from: "22:00", to: "23:30" },
    { ...always, ends_on: "2026-11-01" },
  ])
    expect(run({ schedule })).toMatchObject({ ...never, blocked: shut });
  expect(run({ reserve_inbound: 50 })).toMatchObject({ byDay: [], hasNoLines: true });
  expect(run({ reserve_inbound: 49 })).toMatchObject({ dialled_first_day: 10, hasNoLines: false });
  expect(run({ budget_micros: 1_000_000_000 })).toMatchObject({ affordable: null });
  const { affordable } = run({ budget_micros: 150_000 });
  expect(affordable).toEqual({ low: 0, high: 5 });
  const id = world.campaign({ budget_micros: 20_000 });
  campaigns.stop(world.db, id, begin);
  const small = campaigns.create(
    world.db,
    campaignDraft.parse({ ...(campaigns.find(world.db, id)?.draft ?? {}), budget_micros: 10_000 }),
    { ...author, now: begin },
  );
  const answer = campaigns.start(world.db, small, { ...author, now: begin }, "2000-01-01");
  expect(answer).toEqual({ ok: false, reason: "budget" });
});

test("a dry run of a large audience looks at some of all its parts, and says how many", () => {
  const world = dialingWorld();
  saveTelephony(world.db, { countries_out: ["US"] });
  const [home, abroad] = [6000, 3000];
  // Those who were added last cannot be called.
  const add = world.memory.sqlite.prepare(
    `insert into contacts (id, phone_number, status, source, created_at, updated_at)
     with recursive n(value) as (select ? union all select value + 1 from n where value < ?)
     select printf('c%09d', value), printf(?, value), 'new', 'import', 0, 0 from n`,
  );
  add.run(2_000_000, 2_000_000 + home - 1, "+1212%07d");
  add.run(70_000_000, 70_000_000 + abroad - 1, "+4420%08d");
  const plan = (lists: string[]) => {
    const audience = { lists, everyone: lists.length === 0 };
    const draft = campaignDraft.parse({ name: "Spring", agent_id: "agent", number_ids: ["line"], audience });
    const price = { per_minute_micros: 1 };
    return dryRun(world.db, draft, { now: begin, time_zone: author.time_zone, price });
  };
  const all = plan([]);
  const { blocked } = all;
  expect(all.total).toBe(home + abroad);
  expect(Math.abs(all.examined - 4000)).toBeLessThan(20);
  expect(blocked.map(({ cause }) => cause).toSorted()).toEqual(["country_blocked", "no_consent"]);
  const byCause = Object.fromEntries(blocked.map(({ cause, count }) => [cause, count]));
  expect(Math.abs((byCause.country_blocked ?? 0) - abroad)).toBeLessThan(40);
  expect(Math.abs((byCause.no_consent ?? 0) - home)).toBeLessThan(40);
  expect(plan(["nobody"])).toMatchObject({ total: 0, examined: 0, blocked: [] });
});
