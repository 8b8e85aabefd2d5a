/** Protects an organization's numbers from abuse: budgets of callers and numbers, the block list, and the breaker of a sudden rise. */
import { and, asc, count, eq, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { day_ms, hour_ms, minute_ms, second_ms } from "#app/platform/durations.ts";
import { firstIdAt } from "#app/platform/id.ts";
import { addDays, localDate } from "#app/platform/zoned-time.ts";
import { blockedCallers, callDays, calls, liveCalls, settings } from "#drizzle/organization/schema.ts";
import { mostBlocked, type ProtectionRules, protectionRules } from "./protection.schema.ts";

const rulesName = "call_protection";
/** The local day for which a person let calls in although the breaker had tripped. */
const letInName = "calls_let_in";
/** How many days a usual day is the average of, and how many of them must have had calls. */
const usualDays = 14;
const fewestUsualDays = 3;
/** Below this much talk in a day nothing trips: a small organization's good day is no abuse. */
const quietDay_s = 600 * 60;
/** A caller's calls of a day that are looked at. */
const mostLookedAt = 1000;
/** Calls of one caller that may go on at the same time: a household or an office has a few phones. */
const mostAtOnce = 5;
/** How many callers' budget those share who withhold their number. */
const withheldShare = 4;

function keep(db: OrganizationDatabase, name: string, value: ProtectionRules | string): void {
  db.insert(settings)
    .values({ name, value })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
    .run();
}

const kept = (db: OrganizationDatabase, name: string) =>
  db.select().from(settings).where(eq(settings.name, name)).get()?.value;

const rulesOf = (db: OrganizationDatabase): ProtectionRules =>
  protectionRules.parse(kept(db, rulesName) ?? {});

export type Blocked = Pick<
  typeof blockedCallers.$inferSelect,
  "id" | "pattern" | "is_prefix" | "note" | "created_at"
>;
export type Protection = {
  rules: ProtectionRules;
  blocked: Blocked[];
  /** Calls are refused for the rest of the day, because there is much more talk than on a usual day. */
  isTripped: boolean;
};

/** What the page of the protection shows. `now` in ms UTC. */
export function read(db: OrganizationDatabase, now: number, timeZone: string): Protection {
  const { id, pattern, is_prefix, note, created_at } = blockedCallers;
  const blocked = db
    .select({ id, pattern, is_prefix, note, created_at })
    .from(blockedCallers)
    .orderBy(asc(pattern))
    .all();
  const rules = rulesOf(db);
  return { rules, blocked, isTripped: isTripped(db, rules, now, timeZone) };
}

export const setRules = (db: OrganizationDatabase, rules: ProtectionRules): void =>
  keep(db, rulesName, protectionRules.parse(rules));

/** Lets calls in for the rest of the day that `now` is in, although there is more talk than usual. */
export const letIn = (db: OrganizationDatabase, now: number, timeZone: string): void =>
  keep(db, letInName, localDate(now, timeZone));

type NewBlock = Omit<typeof blockedCallers.$inferInsert, "created_at"> & { now: number };
export type BlockAnswer = { ok: true } | { ok: false; reason: "full" };

/** Adds to the block list. What stands in it already stays as it is. */
export function block(db: OrganizationDatabase, { now, ...row }: NewBlock): BlockAnswer {
  const held = db.select({ n: count() }).from(blockedCallers).get()?.n ?? 0;
  if (held >= mostBlocked) return { ok: false, reason: "full" };
  db.insert(blockedCallers)
    .values({ ...row, created_at: now })
    .onConflictDoNothing()
    .run();
  return { ok: true };
}

/** Blocks the other number of a call; null: there is no such call, or its number is not known. */
export function blockCaller(
  db: OrganizationDatabase,
  call_id: string,
  row: Omit<NewBlock, "pattern">,
): (BlockAnswer & { pattern: string }) | null {
  const pattern =
    db.select({ n: calls.other_number }).from(calls).where(eq(calls.id, call_id)).get()?.n ??
    db.select({ n: liveCalls.other_number }).from(liveCalls).where(eq(liveCalls.call_id, call_id)).get()?.n;
  return pattern ? { ...block(db, { ...row, pattern }), pattern } : null;
}

/** Takes an entry off the block list. @returns its pattern; null: it is not there */
export const unblock = (db: OrganizationDatabase, id: string): string | null =>
  db.delete(blockedCallers).where(eq(blockedCallers.id, id)).returning().get()?.pattern ?? null;

/** Whether a number (E.164) is on the block list. */
export const isBlocked = (db: OrganizationDatabase, number: string): boolean =>
  db.get(sql`select 1 from blocked_callers
    where (is_prefix = 0 and pattern = ${number})
      or (is_prefix = 1 and substr(${number}, 1, length(pattern)) = pattern) limit 1`) !== undefined;

type Use = { calls: number; seconds: number };

/** One caller, or all who withhold their number (null): a stranger without a number must not be without a budget. */
type By =
  | { column: "other_number"; value: string | null; since: number; limit: number }
  | { column: "number_id"; value: string; since: number; limit: number };

/** The phone calls of a caller or a number since an instant, refused ones left out, and running ones. */
function usageSince(db: OrganizationDatabase, by: By, now: number): Use & { going: number } {
  const column = sql.identifier(by.column);
  const index = sql.identifier(by.column === "other_number" ? "calls_caller_taken" : "calls_number_taken");
  const past = db.get<Use>(sql`
    select count(*) as calls, coalesce(sum(talk_seconds), 0) as seconds from (
      select talk_seconds from calls indexed by ${index}
      where ${column} is ${by.value} and id >= ${firstIdAt(by.since)} and number_id is not null
        and direction = 'inbound' and status <> 'rejected'
      order by id desc limit ${by.limit})`);
  const going = db.get<Use>(sql`
    select count(*) as calls, coalesce(sum((${now} - started_at) / 1000), 0) as seconds
    from live_calls where ${column} is ${by.value} and number_id is not null and direction = 'inbound'`);
  return {
    going: going?.calls ?? 0,
    calls: (past?.calls ?? 0) + (going?.calls ?? 0),
    seconds: (past?.seconds ?? 0) + (going?.seconds ?? 0),
  };
}

const isSpent = (use: Use, most_calls: number | null, most_minutes: number | null): boolean =>
  (most_calls !== null && use.calls >= most_calls) ||
  (most_minutes !== null && use.seconds * 1000 >= most_minutes * minute_ms);

/** The seconds of talk of calls that run, as far as they count to the day of `now`: a call belongs to the day it began. */
function goingSeconds(db: OrganizationDatabase, now: number, timeZone: string): number {
  const today = localDate(now, timeZone);
  const begun = db.select({ started_at: liveCalls.started_at }).from(liveCalls).all();
  return begun
    .filter(({ started_at }) => localDate(started_at, timeZone) === today)
    .reduce((sum, { started_at }) => sum + Math.max(0, Math.floor((now - started_at) / second_ms)), 0);
}

/** Whether this day, with the calls that run now, has much more talk than a usual one, and no one has let calls in. */
function isTripped(
  db: OrganizationDatabase,
  { day_factor }: ProtectionRules,
  now: number,
  timeZone: string,
): boolean {
  if (day_factor === null) return false;
  const today = localDate(now, timeZone);
  const ended = Number(
    db
      .select({ n: sql<number>`coalesce(sum(${callDays.seconds}), 0)` })
      .from(callDays)
      .where(eq(callDays.day, today))
      .get()?.n ?? 0,
  );
  const talked = ended + goingSeconds(db, now, timeZone);
  if (talked < quietDay_s || kept(db, letInName) === today) return false;
  const before = db
    .select({ seconds: sql<number>`sum(${callDays.seconds})` })
    .from(callDays)
    .where(and(sql`${callDays.day} >= ${addDays(today, -usualDays)}`, sql`${callDays.day} < ${today}`))
    .groupBy(callDays.day)
    .all();
  if (before.length < fewestUsualDays) return false;
  const usual = before.reduce((sum, { seconds }) => sum + seconds, 0) / before.length;
  return talked > usual * day_factor;
}

/** Why the protection stands against a call that the organization places: the number is blocked, or the day has tripped. */
export function barOfPlaced(
  db: OrganizationDatabase,
  { other_number, now, time_zone }: Parameters<typeof refusalBy>[1],
): "caller_blocked" | "spend_breaker" | null {
  if (other_number !== null && isBlocked(db, other_number)) return "caller_blocked";
  return isTripped(db, rulesOf(db), now, time_zone) ? "spend_breaker" : null;
}

/** Whether a caller has called as often or talked as long as they may, or holds as many lines; those who withhold their number share a larger budget. */
function isCallerSpent(
  db: OrganizationDatabase,
  { caller_calls, caller_minutes }: ProtectionRules,
  other_number: string | null,
  now: number,
): boolean {
  const share = other_number === null ? withheldShare : 1;
  const times = (most: number | null) => (most === null ? null : most * share);
  const by = { column: "other_number", value: other_number, limit: mostLookedAt * share } as const;
  const hour = usageSince(db, { ...by, since: now - hour_ms }, now);
  if (isSpent(hour, times(caller_calls), null)) return true;
  if (caller_calls !== null && hour.going >= mostAtOnce * share) return true;
  if (caller_minutes === null) return false;
  return isSpent(usageSince(db, { ...by, since: now - day_ms }, now), null, times(caller_minutes));
}

/** Why the protection stands against a phone call; null: nothing does. `now` in ms UTC. */
export function refusalBy(
  db: OrganizationDatabase,
  call: { other_number: string | null; number_id: string | null; now: number; time_zone: string },
): "caller_blocked" | "number_withheld" | "caller_budget" | "number_budget" | "spend_breaker" | null {
  const { other_number, number_id, now } = call;
  const rules = rulesOf(db);
  if (other_number === null && rules.refuses_withheld) return "number_withheld";
  if (other_number !== null && isBlocked(db, other_number)) return "caller_blocked";
  if (isCallerSpent(db, rules, other_number, now)) return "caller_budget";
  if (number_id !== null && (rules.number_calls !== null || rules.number_minutes !== null)) {
    const limit = rules.number_calls ?? 10_000;
    const hour = usageSince(db, { column: "number_id", value: number_id, limit, since: now - hour_ms }, now);
    if (isSpent(hour, rules.number_calls, rules.number_minutes)) return "number_budget";
  }
  return isTripped(db, rules, now, call.time_zone) ? "spend_breaker" : null;
}
