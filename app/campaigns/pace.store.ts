/** Whether a campaign may call anyone at all now, and why not: its budget, its lines, and the caps of all campaigns together. */
import { sql } from "drizzle-orm";
import { goingOn } from "#app/calls/live/going-on.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { addDays, instantOf, localDate } from "#app/platform/zoned-time.ts";
import { type CallerNumber, callersOf } from "./caller-numbers.store.ts";
import type { Campaign } from "./campaign.schema.ts";
import { capsOf } from "./dial-limits.store.ts";
import type { Ground } from "./gate.store.ts";
import { isRegisterOld } from "./screening.schema.ts";
import { clockOf, standing } from "./standing.store.ts";

/** What a call is taken to cost at least until so many have ended. */
const usualCost_micros = 20_000;
const fewEnded = 10;

/** How many more calls its budget is good for, at what a call usually costs: what open ones may still cost is kept free, so a budget is passed by no more than their own length. */
export function affordable({ draft, cost_micros, asked }: Campaign, open: number): number {
  const { budget_micros } = draft;
  if (budget_micros === null) return Number.POSITIVE_INFINITY;
  if (cost_micros >= budget_micros) return 0;
  const ended = asked - open;
  // The first calls that end are often those that no one answered, which say little of the others.
  const least = ended < fewEnded ? usualCost_micros : 1;
  const usual = Math.max(least, cost_micros / Math.max(1, ended));
  return Math.max(0, Math.floor((budget_micros - cost_micros) / usual) - open);
}

/** What is left for all campaigns together: calls of this minute and of this day, and lines of the plan. */
export type Room = { minute: number; minuteAt: number; day: number; dayAt: number; lines: number };

/** Calls that left for the carrier on a local day, of all campaigns together. */
export const askedOn = (db: OrganizationDatabase, day: string): number =>
  db.get<{ asked: number } | undefined>(sql`select asked from dial_days where day = ${day}`)?.asked ?? 0;

/** @param leased attempts that have not left yet: each may leave at any moment, and takes a line then */
export function roomOf(
  db: OrganizationDatabase,
  campaign: Pick<Campaign, "time_zone">,
  leased: number,
  now: number,
): Room {
  const caps = capsOf(db);
  const since = now - minute_ms;
  // By when they left, not by when they were leased: the queue may bring calls of two minutes in one.
  const last = db.get<{ n: number; at: number | null }>(sql`
    select count(*) as n, min(asked_at) as at from (select asked_at from dial_attempts
      where asked_at > ${since} order by asked_at limit ${caps.per_minute})`);
  const zone = clockOf(db, campaign);
  const today = localDate(now, zone);
  const lines = standing(db)?.lines;
  return {
    minute: caps.per_minute - (last?.n ?? 0) - leased,
    minuteAt: (last?.at ?? now) + minute_ms,
    day: caps.per_day - askedOn(db, today) - leased,
    dayAt: instantOf(addDays(today, 1), "00:00", zone),
    lines: lines === undefined ? Number.POSITIVE_INFINITY : lines - goingOn(db).lines - leased,
  };
}

/** How many calls of a campaign there is room for. */
export const roomFor = ({ draft }: Pick<Campaign, "draft">, { minute, day, lines }: Room): number =>
  Math.min(minute, day, lines - draft.reserve_inbound);

/** What keeps a campaign from calling anyone now. `next_at` null: not known, or the end of a call. */
export type Halt = {
  cause: "budget" | "own_lines" | "day_cap" | "plan_lines" | "minute_cap" | "no_caller" | "register_old";
  next_at: number | null;
};

/** @param most calls that its budget and its own lines have room for */
export function haltOf(
  { draft }: Pick<Campaign, "draft">,
  most: { budget: number; lines: number },
  room: Room,
): Halt | null {
  if (most.budget <= 0) return { cause: "budget", next_at: null };
  if (room.day <= 0) return { cause: "day_cap", next_at: room.dayAt };
  if (most.lines <= 0) return { cause: "own_lines", next_at: null };
  if (room.lines <= draft.reserve_inbound) return { cause: "plan_lines", next_at: null };
  return room.minute <= 0 ? { cause: "minute_cap", next_at: room.minuteAt } : null;
}

export type Opening =
  | { halt: null; callers: readonly CallerNumber[]; most: { budget: number; lines: number } }
  | { halt: Halt };

/** Whether a campaign that runs may call someone now. @param open how many of its attempts are not over */
export function openingOf(
  db: OrganizationDatabase,
  campaign: Campaign,
  open: number,
  { room, ground, now }: { room: Room; ground: Ground; now: number },
): Opening {
  const { draft } = campaign;
  const most = { budget: affordable(campaign, open), lines: draft.most_at_once - open };
  const halt = haltOf(campaign, most, room);
  if (halt) return { halt };
  if (isRegisterOld(ground.screening.registerSince, now))
    return { halt: { cause: "register_old", next_at: null } };
  const callers = callersOf(db, draft);
  return callers.length === 0
    ? { halt: { cause: "no_caller", next_at: null } }
    : { halt: null, callers, most };
}
