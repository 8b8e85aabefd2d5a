/** “Why not called yet?” answers with what the dialer itself decides on, and with the time at which it calls. */
import { expect, test } from "vitest";
import * as campaigns from "#app/campaigns/campaigns.store.ts";
import * as dialLimits from "#app/campaigns/dial-limits.store.ts";
import { dryRun } from "#app/campaigns/dry-run.store.ts";
import * as screening from "#app/campaigns/screening.store.ts";
import { keepStanding } from "#app/campaigns/standing.store.ts";
import { whyNot } from "#app/campaigns/why-not.store.ts";
import { keepSetting } from "#app/object/settings.store.ts";
import { day_ms, hour_ms, minute_ms, second_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { instantOf } from "#app/platform/zoned-time.ts";
import { author, begin, dialingWorld, once } from "./dialing-world.ts";

type World = ReturnType<typeof dialingWorld>;

const numberOf = (n: number) => `+1212200${String(2000 + n)}`;
const plan = {
  country: "US",
  reach: "abroad",
  lines: 50,
  per_day: 1000,
  per_minute: 10,
  time_zone: "America/New_York",
} as const;
/** Tomorrow at eight in New York, when the law lets phones ring. */
const tomorrow = instantOf("2026-11-05", "08:00", "America/New_York");

const answer = (world: World, contact: string, now: number) => whyNot(world.db, contact, now)[0];

/** @returns the numbers that leave for the carrier */
const dialled = (world: World, now: number) => world.tick(now).map((id) => world.ask(id, now));

/** Two contacts, of whom the first is called first. */
const two = (world: World): [string, string] => [
  world.contact(numberOf(0), {}, begin - hour_ms),
  world.contact(numberOf(1), {}, begin - minute_ms),
];

test("the calls of the day are used up: everyone else waits for the hours of the next day, in which they are called", () => {
  const world = dialingWorld();
  keepSetting(world.db, "dial_caps", {
    per_day: 1,
    per_minute: 10,
    number_per_day: 1,
    number_in_14_days: 14,
  });
  const [, second] = two(world);
  world.campaign({ attempts: once });
  const [id = ""] = world.tick(begin);
  expect(world.ask(id, begin)).toBe(numberOf(0));
  world.over(id, "no_answer", "no_answer", begin + minute_ms);
  expect(dialled(world, begin + minute_ms)).toEqual([]);
  expect(answer(world, second, begin + hour_ms)).toMatchObject({ cause: "day_cap", next_at: tomorrow });
  expect(dialled(world, tomorrow - minute_ms)).toEqual([]);
  expect(dialled(world, tomorrow)).toContain(numberOf(1));
});

test("the calls of a day and of a minute are as many as the plan or the platform's admins allow", () => {
  const world = dialingWorld();
  keepStanding(world.db, { ...plan, per_day: 3, per_minute: 2 });
  const contacts = [0, 1, 2, 3].map((n) => world.contact(numberOf(n), {}, begin - hour_ms + n * second_ms));
  world.campaign();
  const last = contacts[3] ?? "";
  expect([...dialled(world, begin), ...dialled(world, begin + second_ms)]).toHaveLength(2);
  expect(answer(world, last, begin + 2 * second_ms)).toMatchObject({ cause: "minute_cap" });
  expect(dialled(world, begin + 2 * minute_ms)).toHaveLength(1);
  expect(answer(world, last, begin + 3 * minute_ms)).toMatchObject({ cause: "day_cap" });
  campaigns.rouse(world.db, begin + 4 * minute_ms, { ...plan, per_day: 4 });
  expect(dialled(world, begin + 4 * minute_ms)).toEqual([numberOf(3)]);
});

test("what the organization lowered holds, but never raises what the plan allows", () => {
  const world = dialingWorld();
  keepStanding(world.db, { ...plan, per_day: 3, per_minute: 10 });
  const [, second] = two(world);
  world.campaign({ attempts: once });
  dialLimits.lower(world.db, { per_day: 1, per_minute: 100, number_in_14_days: 2 }, begin);
  expect(dialled(world, begin)).toEqual([numberOf(0)]);
  expect(answer(world, second, begin + minute_ms)).toMatchObject({
    cause: "day_cap",
    next_at: tomorrow,
    caps: { per_day: 1, per_minute: 10, number_per_day: 1, number_in_14_days: 2 },
  });
  dialLimits.lower(world.db, { per_day: 50, per_minute: null, number_in_14_days: null }, begin + minute_ms);
  expect(dialled(world, begin + 2 * minute_ms)).toEqual([numberOf(1)]);
  expect(dialLimits.capsOf(world.db)).toMatchObject({ per_day: 3, number_in_14_days: 14 });
});

test("a number that was called as often as the organization allows in 14 days waits until the first leaves them", () => {
  const world = dialingWorld();
  const contact = world.contact(numberOf(0));
  dialLimits.lower(world.db, { per_day: null, per_minute: null, number_in_14_days: 1 }, begin);
  world.campaign();
  const [id = ""] = world.tick(begin);
  world.ask(id, begin);
  world.over(id, "no_answer", "no_answer", begin + minute_ms);
  world.tick(begin + minute_ms);
  expect(answer(world, contact, begin + 5 * hour_ms)).toMatchObject({
    cause: "number_cap",
    next_at: begin + 14 * day_ms,
  });
});

test("a call that a member placed fills the 14 days too, and leaves them 14 days after it", () => {
  const world = dialingWorld();
  const contact = world.contact(numberOf(0));
  dialLimits.lower(world.db, { per_day: null, per_minute: null, number_in_14_days: 1 }, begin);
  const at = begin - 13 * day_ms;
  world.memory.sqlite
    .prepare(
      `insert into calls (id, type, direction, status, outcome, end_reason, other_number, provider, provider_call_id,
         started_at, ended_at, talk_seconds, cost_micros, created_at, updated_at)
       values (?, 'phone', 'outbound', 'no_answer', 'missed', 'no_answer', ?, 'twilio', 'CA1', ?, ?, 0, 0, ?, ?)`,
    )
    .run(newId(at), numberOf(0), at, at + minute_ms, at, at);
  world.campaign();
  expect(dialled(world, begin)).toEqual([]);
  expect(answer(world, contact, begin)).toMatchObject({ cause: "number_cap", next_at: at + 14 * day_ms });
});

test("the day of the caps is the organization's, whichever zone a campaign was written in", () => {
  const world = dialingWorld();
  keepStanding(world.db, { ...plan, time_zone: "Asia/Tokyo" });
  keepSetting(world.db, "dial_caps", {
    per_day: 1,
    per_minute: 10,
    number_per_day: 1,
    number_in_14_days: 14,
  });
  const [, second] = two(world);
  world.campaign();
  expect(dialled(world, begin)).toEqual([numberOf(0)]);
  // Midnight in Tokyo is ten in the morning in New York.
  const next_at = instantOf("2026-11-05", "10:00", "America/New_York");
  expect(answer(world, second, begin + hour_ms)).toMatchObject({ cause: "day_cap", next_at });
});

test("what is left of a budget is kept for the call that goes on", () => {
  const world = dialingWorld();
  const [, second] = two(world);
  world.campaign({ budget_micros: 30_000 });
  expect(dialled(world, begin)).toEqual([numberOf(0)]);
  expect(answer(world, second, begin + second_ms)).toMatchObject({ cause: "budget", next_at: null });
  expect(dialled(world, begin + minute_ms)).toEqual([]);
});

test.each([
  ["own_lines", { most_at_once: 1 }, plan],
  ["plan_lines", { reserve_inbound: 4 }, { ...plan, lines: 5 }],
] as const)("no line is free: %s", (cause, change, told) => {
  const world = dialingWorld();
  keepStanding(world.db, told);
  const [, second] = two(world);
  world.campaign(change);
  const [id = ""] = world.tick(begin);
  expect(answer(world, second, begin)).toMatchObject({ cause });
  expect(world.ask(id, begin)).toBe(numberOf(0));
  expect(answer(world, second, begin + second_ms)).toMatchObject({ cause });
  expect(dialled(world, begin + minute_ms)).toEqual([]);
  world.over(id, "no_answer", "no_answer", begin + 2 * minute_ms);
  expect(dialled(world, begin + 2 * minute_ms)).toEqual([numberOf(1)]);
});

test("the carrier had no line: the next try has its time", () => {
  const world = dialingWorld();
  const contact = world.contact(numberOf(0));
  world.campaign();
  const [id = ""] = world.tick(begin);
  world.ask(id, begin);
  world.over(id, "failed", "no_line", begin + second_ms);
  world.tick(begin + 2 * second_ms);
  expect(answer(world, contact, begin + 3 * second_ms)).toMatchObject({
    cause: "no_line",
    next_at: begin + 32 * second_ms,
  });
});

test("none of its numbers can call any more", () => {
  const world = dialingWorld();
  const [, second] = two(world);
  const campaign = world.campaign({ per_minute: 1 });
  expect(dialled(world, begin)).toEqual([numberOf(0)]);
  world.memory.sqlite.exec("update numbers set status = 'released'");
  expect(answer(world, second, begin + second_ms)).toMatchObject({ cause: "no_caller", next_at: null });
  expect(dialled(world, begin + 2 * minute_ms)).toEqual([]);
  expect(answer(world, second, begin + 3 * minute_ms)).toMatchObject({
    cause: "campaign_not_running",
    why: "no_caller",
  });
  expect(campaigns.find(world.db, campaign)?.status).toBe("broken");
});

test("a busy number is tried again at the time of its rule, but not before the day's cap of the number ends", () => {
  const world = dialingWorld();
  const contact = world.contact(numberOf(0));
  world.campaign();
  const [id = ""] = world.tick(begin);
  world.ask(id, begin);
  world.over(id, "busy", "busy", begin + minute_ms);
  world.tick(begin + minute_ms);
  expect(answer(world, contact, begin + 2 * minute_ms)).toMatchObject({
    cause: "number_cap",
    next_at: tomorrow,
  });
  expect(dialled(world, begin + hour_ms)).toEqual([]);
  expect(dialled(world, tomorrow)).toEqual([numberOf(0)]);
});

test("a number that the plan doesn't call is the gate's decision and the dry run's, and is called once the plan does", () => {
  const world = dialingWorld();
  keepStanding(world.db, { ...plan, reach: "home" });
  const abroad = world.contact("+442079460123", {}, begin);
  const campaign = world.campaign({ schedule: { ...late } });
  const draft = campaigns.find(world.db, campaign)?.draft;
  if (!draft) throw new Error("no campaign");
  const asked = { now: begin, time_zone: author.time_zone, price: { per_minute_micros: 1 } };
  const causes = (reach: "home" | "abroad") =>
    dryRun(world.db, draft, { ...asked, told: { ...plan, reach } }).blocked.map(({ cause }) => cause);
  expect(causes("home")).toEqual(["out_of_reach"]);
  expect(causes("abroad")).toEqual([]);
  expect(dialled(world, begin)).toEqual([]);
  expect(answer(world, abroad, begin)).toMatchObject({ cause: "out_of_reach", next_at: null });
  expect(campaigns.rouse(world.db, begin + hour_ms, plan)).toBe(true);
  expect(dialled(world, begin + hour_ms)).toEqual(["+442079460123"]);
});

const late = {
  days: [1, 2, 3, 4, 5, 6, 7],
  from: "00:00",
  to: "24:00",
  starts_on: null,
  ends_on: "2026-12-30",
  zone: "contact" as const,
  rests_on_closed_days: false,
};

/** A copy of the national register. */
function register(world: World, id: string, now: number): void {
  screening.fill(world.db, id, [{ phone_number: "+12122009999", line_type: null }]);
  screening.create(world.db, { id, name: id, kind: "national", created_by_name: "Mara", now });
}

test("with a register older than 31 days no campaign begins or goes on, and does at once with a new copy", () => {
  const world = dialingWorld();
  register(world, "old", begin - 31 * day_ms + 10 * minute_ms);
  const contacts = [0, 1, 2].map((n) => world.contact(numberOf(n)));
  const campaign = world.campaign({ per_minute: 1, most_at_once: 1 });
  const [first = ""] = world.tick(begin + 9 * minute_ms + 59 * second_ms);
  // The copy became too old between lease and call.
  const now = begin + 10 * minute_ms + second_ms;
  expect(world.ask(first, now)).toBeNull();
  expect(answer(world, contacts[0] ?? "", now)).toMatchObject({ cause: "register_old", next_at: null });
  expect(dialled(world, now + 10 * minute_ms)).toEqual([]);
  expect(campaigns.find(world.db, campaign)).toMatchObject({ status: "running", why: "register_old" });
  const draft = campaigns.find(world.db, campaign)?.draft;
  if (!draft) throw new Error("no campaign");
  const run = dryRun(world.db, draft, { now, time_zone: author.time_zone, price: { per_minute_micros: 1 } });
  expect(run.blocked).toMatchObject([{ cause: "register_old", count: 3 }]);
  const other = campaigns.clone(world.db, campaign, "Other", { ...author, now }) ?? "";
  const start = (at: number) => campaigns.start(world.db, other, { ...author, now: at }, "2026-11-04");
  expect(start(now)).toEqual({ ok: false, reason: "register_old" });
  const later = now + 12 * minute_ms;
  register(world, "new", later);
  expect(start(later)).toEqual({ ok: false, reason: "register_old" });
  expect(screening.remove(world.db, "old", later)).toBe("old");
  expect(start(later)).toEqual({ ok: true, status: "running" });
  campaigns.stop(world.db, other, later);
  expect(campaigns.find(world.db, campaign)).toMatchObject({ why: null, held_until: null });
  expect(dialled(world, later)).toHaveLength(1);
});

test("a campaign that rests says why, and until when", () => {
  const world = dialingWorld();
  const contact = world.contact(numberOf(0));
  const campaign = world.campaign();
  world.tick(begin - hour_ms);
  const held_until = begin + 2 * minute_ms;
  world.memory.sqlite
    .prepare("update campaigns set held_until = ?, why = 'spending_cap' where id = ?")
    .run(held_until, campaign);
  world.tick(begin + minute_ms + 30 * second_ms);
  expect(answer(world, contact, begin + minute_ms)).toMatchObject({
    cause: "campaign_held",
    why: "spending_cap",
    next_at: held_until,
  });
});
