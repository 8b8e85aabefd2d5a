/** What a campaign would do if it began now: how many it calls on which day, what that costs, and whom it does not call, and why. Nothing is placed. */
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { day_ms, hour_ms, minute_ms } from "#app/platform/durations.ts";
import { localDate } from "#app/platform/zoned-time.ts";
import { keptWindowsOf, type LeadPlace } from "./calling-windows.ts";
import type { BlockCause, CampaignDraft, DialCaps } from "./campaign.schema.ts";
import { isLasting } from "./campaign.schema.ts";
import { sampleOf, sizeOf } from "./campaign-audience.store.ts";
import type { DialStanding } from "./dial.schema.ts";
import { type Decision, decide, type Ground, groundOf, passesAt, placeOf } from "./gate.store.ts";
import { askedOn } from "./pace.store.ts";
import { registerOld } from "./screening.schema.ts";

/** About how many contacts are looked at one by one: of a larger audience some of all its parts, and the rest counts as they do. */
const mostExamined = 4000;
const mostExamples = 5;
/** How many days are planned, in quarters of an hour. */
const mostDays = 60;
const step_ms = 15 * minute_ms;

/** What talk costs: the plan's price of a minute. */
export type DryRunAsked = {
  now: number;
  time_zone: string;
  price: { per_minute_micros: number };
  /** What its plan says; absent: what the dialer was told last. */
  told?: DialStanding;
};

export type BlockedLine = {
  cause: BlockCause;
  count: number;
  examples: { contact_id: string; name: string | null; phone_number: string }[];
};

export type DryRun = {
  total: number;
  /** How many of them were looked at, evenly over all; the figures are for all. */
  examined: number;
  dialled_first_day: number;
  byDay: { day: string; calls: number }[];
  /** Whether more days follow than were planned. */
  isLonger: boolean;
  cost_micros: { low: number; high: number };
  /** How many calls its budget is good for, at the most and the least that one costs; null: no budget is set, or it is enough. */
  affordable: { low: number; high: number } | null;
  /** Whether the lines that are kept for callers leave none for it: then no one is called. */
  hasNoLines: boolean;
  blocked: BlockedLine[];
  /** The local day of the last first attempt; null: no one is called. */
  longest: string | null;
  /** What it was planned by: the caps on all campaigns together. */
  caps: DialCaps;
  /** Whether a copy of a national do-not-call register is uploaded. */
  hasRegister: boolean;
};

/** Three of ten answer and talk a minute; or everyone answers the last attempt and talks three. */
const costOf = (calls: number, most: number, per_minute: number) => ({
  low: Math.round(calls * 0.3 * per_minute),
  high: Math.round(calls * (3 + (most - 1) * 0.5) * per_minute),
});

/** How many of the calls a budget is good for; null: it is none, or good for all. */
function affordableOf(
  budget: number | null,
  calls: number,
  { low, high }: DryRun["cost_micros"],
): DryRun["affordable"] {
  if (budget === null || calls === 0 || budget >= high) return null;
  const good = (cost: number) => Math.min(calls, Math.floor((budget * calls) / Math.max(1, cost)));
  return { low: good(high), high: good(low) };
}

/** People of one place: who may be called now, and how many more from which time on, ms UTC. */
type Group = { place: LeadPlace; left: number; later: Map<number, number>; isEverOpen: boolean };

const leftOf = ({ left, later }: Group): number => [...later.values()].reduce((sum, n) => sum + n, left);

/** Whom the lasting causes block, and the others by where they are. */
function examine(
  db: OrganizationDatabase,
  draft: CampaignDraft,
  total: number,
  { now, time_zone, told }: DryRunAsked,
) {
  const ground = groundOf(db, { draft, time_zone }, told);
  const blocked = new Map<BlockCause, BlockedLine>();
  const groups = new Map<string, Group>();
  const members = sampleOf(db, draft.audience, total, mostExamined);
  for (const { contact_id, name, phone_number, time_zone } of members) {
    const lead = { contact_id, phone_number, time_zone };
    const decision = decide(db, ground, lead, now, false);
    const place = placeOf(lead);
    const barred = blockOf(decision);
    if (barred !== null || !place) {
      const cause = barred ?? "unknown_place";
      const line = blocked.get(cause) ?? { cause, count: 0, examples: [] };
      line.count++;
      if (line.examples.length < mostExamples) line.examples.push({ contact_id, name, phone_number });
      blocked.set(cause, line);
      continue;
    }
    const key = `${place.region} ${place.zones.join(" ")}`;
    const group = groups.get(key) ?? { place, left: 0, later: new Map(), isEverOpen: false };
    // The hours of a place are planned by; a number that was called too often, or talked lately, comes later.
    const rests = !decision.ok && decision.cause !== "calling_hours";
    const from = rests ? Math.ceil((passesAt(db, ground, lead, now) ?? now) / hour_ms) * hour_ms : now;
    if (from <= now) group.left++;
    else group.later.set(from, (group.later.get(from) ?? 0) + 1);
    groups.set(key, group);
  }
  return { examined: members.length, blocked: [...blocked.values()], groups: [...groups.values()], ground };
}

/** What blocks someone for good as things stand; null: they are called, now or later. */
const blockOf = (decision: Decision): BlockCause | null =>
  !decision.ok && (isLasting(decision.cause) || decision.cause === registerOld) ? decision.cause : null;

/**
 * Calls per day, quarter of an hour by quarter of an hour: the place with the most people left comes first. A line is taken
 * to be in use for a minute by each call, as those that answer and those that don't come to together.
 * @param today the day and what all campaigns together called on it already
 */
function planned(
  groups: readonly Group[],
  { schedule, per_minute }: CampaignDraft,
  { caps, closed }: Pick<Ground, "caps" | "closed">,
  { now, time_zone }: DryRunAsked,
  lines: number,
  today: { day: string; asked: number },
): Map<string, number> {
  const windows = keptWindowsOf(schedule, closed);
  const days = new Map<string, number>();
  const perStep = Math.max(0, Math.min(per_minute, caps.per_minute, lines)) * 15;
  const begin = Math.max(
    now,
    schedule.starts_on === null ? now : Date.parse(`${schedule.starts_on}T00:00:00Z`) - day_ms,
  );
  const last = begin + mostDays * day_ms;
  for (let at = begin; at < last && groups.some((group) => leftOf(group) > 0); at += step_ms) {
    const day = localDate(at, time_zone);
    let room = Math.min(perStep, caps.per_day - (day === today.day ? today.asked : 0) - (days.get(day) ?? 0));
    for (const group of groups)
      for (const [from, more] of group.later)
        if (from <= at) {
          group.left += more;
          group.later.delete(from);
        }
    const open = groups.filter((group) => group.left > 0 && windows(group.place, at).isOpen);
    for (const group of open) group.isEverOpen = true;
    for (const group of open.toSorted((a, b) => b.left - a.left)) {
      const taken = Math.min(room, group.left);
      if (taken <= 0) break;
      group.left -= taken;
      room -= taken;
      days.set(day, (days.get(day) ?? 0) + taken);
    }
  }
  return days;
}

export function dryRun(db: OrganizationDatabase, draft: CampaignDraft, asked: DryRunAsked): DryRun {
  const total = sizeOf(db, draft.audience);
  const { examined, blocked, groups, ground } = examine(db, draft, total, asked);
  const scale = examined === 0 ? 0 : Math.max(1, total / examined);
  for (const line of blocked) line.count = Math.round(line.count * scale);
  for (const group of groups) {
    group.left = Math.round(group.left * scale);
    for (const [from, more] of group.later) group.later.set(from, Math.round(more * scale));
  }
  const day = localDate(asked.now, asked.time_zone);
  const { most_at_once, reserve_inbound, attempts, budget_micros } = draft;
  const lines = Math.min(most_at_once, (asked.told?.lines ?? Number.POSITIVE_INFINITY) - reserve_inbound);
  const days = planned(groups, draft, ground, asked, lines, { day, asked: askedOn(db, day) });
  const byDay = [...days].map(([day, calls]) => ({ day, calls }));
  const left = (some: readonly Group[]) => some.reduce((sum, group) => sum + leftOf(group), 0);
  // Their hours never open: in each window the law or a closed day forbids it, or its last day is over.
  const shut = left(groups.filter(({ isEverOpen }) => !isEverOpen));
  if (shut > 0) blocked.push({ cause: "calling_hours", count: shut, examples: [] });
  const later = left(groups) - shut;
  const callable = byDay.reduce((sum, { calls }) => sum + calls, later);
  const cost_micros = costOf(callable, attempts.most, asked.price.per_minute_micros);
  return {
    total,
    examined,
    dialled_first_day: byDay.at(0)?.calls ?? 0,
    byDay,
    isLonger: later > 0,
    cost_micros,
    affordable: affordableOf(budget_micros, callable, cost_micros),
    hasNoLines: lines <= 0,
    blocked: blocked.toSorted((a, b) => b.count - a.count),
    longest: byDay.at(-1)?.day ?? null,
    caps: ground.caps,
    hasRegister: ground.screening.registerSince !== null,
  };
}
