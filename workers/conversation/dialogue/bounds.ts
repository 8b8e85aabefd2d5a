/** Rules out times after "too early" or "too late": the caller's objection to an offered time bounds all later offers. */
import { localClock, localDate, minutesOf } from "#app/platform/zoned-time.ts";
import { callsOff, tooEarlyOrLate } from "#workers/conversation/english/signals.ts";
import { asClock } from "#workers/conversation/time/clocks.ts";
import type { When } from "#workers/conversation/words/acts.ts";

/** A caller who finds eight too early does not want a quarter past eight. */
const APART_MINUTES = 60;
const A_DAY = 24 * 60;

/**
 * A wish for "later" or "earlier" in the words "that's too early" and "too late", as hours ruled out for good: all of what was named, and of a single
 * time the hour beside it. Any other wish comes back as it is.
 * @param text the utterance, normalised
 * @param named the start times that were offered, or the agreed one (ms UTC)
 */
export function bounded(when: When, text: string, named: readonly number[], time_zone: string): When {
  // "Too late for me, two" names the hour itself.
  if (callsOff(text) && when.options.some(({ at }) => at !== undefined)) return { ...when, relation: null };
  const too = tooEarlyOrLate(text);
  const fits = when.options.length === 0 && when.relation === (too === "early" ? "later" : "earlier");
  if (too === null || !fits || named.length === 0) return when;
  const clocks = named.map((slot) => minutesOf(localClock(slot, time_zone)));
  const apart = named.length > 1 ? 1 : APART_MINUTES;
  const early = asClock(Math.min(Math.max(...clocks) + apart, A_DAY));
  const late = asClock(Math.max(Math.min(...clocks) - apart + 1, 0));
  const [date, another] = new Set(named.map((slot) => localDate(slot, time_zone)));
  const except = [...when.except, too === "early" ? { to: early } : { from: late }];
  // Of the hours that are left the first are nearest to what was too early, and the last to what was too late.
  if (too === "late" || date === undefined || another !== undefined) return { ...when, except };
  return { options: [{ date, from: early }], except, relation: null };
}
