/** Counts finished calls by day, agent and number: how they went, and at which hour they began. */
import { desc, eq, lte, sql } from "drizzle-orm";
import { z } from "zod";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { setTimer } from "#app/object/timers.store.ts";
import { localClock, localDate } from "#app/platform/zoned-time.ts";
import { callHourDays, callOutcomeDays, calls, settings } from "#drizzle/organization/schema.ts";
import type { CountedHour } from "./hour-map.ts";

/** The timer that counts the calls from before they were counted as they ended; its key is the organization's zone. */
export const countsTimer = "call_counts";
/** The stored name: calls up to this `seq` are still to be counted. Absent: all are. */
const leftName = "call_counts_left";
/** How many calls one ring of the timer counts. */
const atOnce = 2000;

export type CountedCall = {
  seq: number;
  /** ms UTC */
  started_at: number;
  agent_id: string | null;
  number_id: string | null;
  outcome: string;
  answered: boolean;
  talk_seconds: number;
  cost_micros: number;
};

/** The `seq` up to which calls are not counted yet; 0: all are. */
const left = (db: OrganizationDatabase): number =>
  z.number().parse(db.select().from(settings).where(eq(settings.name, leftName)).get()?.value ?? 0);

/**
 * Adds a call to its day and hour, or takes it out again; one that is still to be counted with the earlier ones is left to
 * those.
 */
export function countCall(db: OrganizationDatabase, call: CountedCall, timeZone: string, by: 1 | -1): void {
  if (call.seq > left(db)) add(db, call, timeZone, by);
}

function add(db: OrganizationDatabase, call: CountedCall, timeZone: string, by: 1 | -1): void {
  const day = localDate(call.started_at, timeZone);
  const hour = Number(localClock(call.started_at, timeZone).slice(0, 2));
  const whose = { day, agent_id: call.agent_id ?? "", number_id: call.number_id ?? "" };
  const added = {
    calls: by,
    answered: call.answered ? by : 0,
    seconds: by * call.talk_seconds,
    cost_micros: by * call.cost_micros,
  };
  const { outcome } = call;
  db.insert(callOutcomeDays)
    .values({ ...whose, outcome, ...added })
    .onConflictDoUpdate({
      target: [
        callOutcomeDays.day,
        callOutcomeDays.agent_id,
        callOutcomeDays.number_id,
        callOutcomeDays.outcome,
      ],
      set: {
        calls: sql`${callOutcomeDays.calls} + ${added.calls}`,
        answered: sql`${callOutcomeDays.answered} + ${added.answered}`,
        seconds: sql`${callOutcomeDays.seconds} + ${added.seconds}`,
        cost_micros: sql`${callOutcomeDays.cost_micros} + ${added.cost_micros}`,
      },
    })
    .run();
  db.insert(callHourDays)
    .values({ ...whose, hour, calls: by })
    .onConflictDoUpdate({
      target: [callHourDays.day, callHourDays.agent_id, callHourDays.number_id, callHourDays.hour],
      set: { calls: sql`${callHourDays.calls} + ${by}` },
    })
    .run();
}

/** Whether earlier calls are still to be counted; has the timer count them. `now` in ms UTC. */
export function isCounting(db: OrganizationDatabase, timeZone: string, now: number): boolean {
  if (left(db) === 0) return false;
  setTimer(db, countsTimer, timeZone, now);
  return true;
}

/** Counts some of the calls that ended before calls were counted, the newest first. @returns whether any are left */
export function countEarlier(db: OrganizationDatabase, timeZone: string): boolean {
  const rows = db
    .select()
    .from(calls)
    .where(lte(calls.seq, left(db)))
    .orderBy(desc(calls.seq))
    .limit(atOnce)
    .all();
  for (const row of rows)
    add(db, { ...row, answered: row.answered_at !== null && row.outcome !== "missed" }, timeZone, 1);
  const rest = rows.length < atOnce ? 0 : (rows.at(-1)?.seq ?? 1) - 1;
  if (rest > 0) db.update(settings).set({ value: rest }).where(eq(settings.name, leftName)).run();
  else db.delete(settings).where(eq(settings.name, leftName)).run();
  return rest > 0;
}

/** Which calls are counted: local dates, both included; an agent, a number. */
export type CountedRange = { first: string; last: string; agent: string | null; number: string | null };

const within = ({ first, last, agent, number }: CountedRange) =>
  sql`day >= ${first} and day <= ${last}
    and (${agent} is null or agent_id = ${agent}) and (${number} is null or number_id = ${number})`;

export type CountedDay = {
  day: string;
  calls: number;
  answered: number;
  booked: number;
  seconds: number;
  cost_micros: number;
};

/** The days of a range that had calls. */
export const daysIn = (db: OrganizationDatabase, range: CountedRange): CountedDay[] =>
  db.all<CountedDay>(sql`
    select day, sum(calls) as calls, sum(answered) as answered, sum(iif(outcome = 'booked', calls, 0)) as booked,
      sum(seconds) as seconds, sum(cost_micros) as cost_micros
    from call_outcome_days where ${within(range)} group by day`);

/** How many calls of a range had each outcome. */
export const outcomesIn = (
  db: OrganizationDatabase,
  range: CountedRange,
): { outcome: string; calls: number }[] =>
  db.all(sql`
    select outcome, sum(calls) as calls from call_outcome_days where ${within(range)}
    group by outcome having sum(calls) > 0`);

/** How many calls of a range began in each hour of the week. */
export const hoursIn = (db: OrganizationDatabase, range: CountedRange): CountedHour[] =>
  db.all<CountedHour>(sql`
    select cast(strftime('%w', day) as integer) as weekday, hour, sum(calls) as calls
    from call_hour_days where ${within(range)} group by 1, 2 having sum(calls) > 0`);
