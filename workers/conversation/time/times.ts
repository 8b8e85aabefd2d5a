/** Days and times as mentioned in an utterance, before opening hours decide their meaning. Independent of language. */
import type { Relation } from "#workers/conversation/words/acts.ts";
import type { Days } from "./calendar.ts";
import type { Clock } from "./clocks.ts";

type Span = { from: number; to: number };

/** A part of the day in minutes since midnight, or relative to opening or closing. `weak`: "early", which may mean something else. */
export type DayPart = { half: "am" | "pm" | null; weak: boolean } & (
  | { from: number; to: number; early?: Span; late?: Span }
  | { opening: number }
  | { closing: number }
);

export type Times = {
  at: Clock[];
  around: boolean;
  from: Clock | null;
  to: Clock | null;
  part: DayPart | null;
  /** "any time": the day alone matters. */
  any: boolean;
  /** So many minutes from now. */
  ahead: number | null;
};

export const timesOf = (said: Partial<Times>): Times => ({
  at: [],
  around: false,
  from: null,
  to: null,
  part: null,
  any: false,
  ahead: null,
  ...said,
});

/** A day, a time, or both, at its place in the utterance. */
export type Mention = {
  /** Word positions, the end exclusive. */
  from: number;
  to: number;
  days: Days | null;
  times: Times | null;
  /** Said as a further choice ("or"), or not. */
  or: boolean;
  /** Said after a full stop or a fresh start ("but", "maybe"). */
  fresh: boolean;
  /** Said to replace the days before it ("so", "how about"). */
  anew: boolean;
  /** "not on Friday", "Friday doesn't work". */
  ruledOut: boolean;
  /** Ruled out as "too early" or "too late", together with everything earlier or later. */
  too: "early" | "late" | null;
  /** Said after a repair word: it replaces what was said before. */
  repairs: boolean;
};

/** Everything that an utterance says of days and times. */
export type Mentioned = {
  mentions: Mention[];
  relation: Relation | null;
  /** The word positions all this was read from. */
  used: number[];
};

/** Two expressions for one time as one ("in the morning" and "at nine"), or null when they are two times. */
export function together(one: Times, two: Times): Times | null {
  if (one.any) return two;
  if (two.any) return one;
  if (one.at.length > 0 && two.at.length > 0) return null;
  if (one.ahead !== null || two.ahead !== null) return null;
  if ((one.from && two.from) || (one.to && two.to)) return null;
  const part = one.part && two.part ? sharpened(one.part, two.part) : (one.part ?? two.part);
  if (one.part && two.part && !part) return null;
  const at = one.at.length > 0 ? one.at : two.at;
  const from = one.from ?? two.from;
  const to = one.to ?? two.to;
  const half = part?.half ?? null;
  const within = (clock: Clock): Clock =>
    half === null || clock.half !== null || clock.whole
      ? { ...clock, bare: false }
      : { ...clock, half, bare: false };
  return timesOf({
    at: at.map(within),
    around: one.around || two.around,
    from: from && within(from),
    to: to && within(to),
    // A time of day says more than the part of the day around it.
    part: at.length > 0 ? null : part,
  });
}

/** "Early … in the morning": the early part of it. */
function sharpened(one: DayPart, two: DayPart): DayPart | null {
  const [vague, named] = "from" in one ? [two, one] : [one, two];
  if (!("from" in named) || "from" in vague) return null;
  if (!vague.weak) return vague;
  const span = "opening" in vague ? named.early : named.late;
  return span ? { ...named, ...span } : named;
}
