/** English for parts of the day and what people do in it: "first thing", "late afternoon", "after lunch", "close of business". */
import type { Clock } from "#workers/conversation/time/clocks.ts";
import type { DayPart, Times } from "#workers/conversation/time/times.ts";
import type { Read } from "#workers/conversation/words/grammar.ts";
import { phraseAt, phraseBook } from "#workers/conversation/words/phrases.ts";
import type { Word } from "#workers/conversation/words/words.ts";

const h = (hour: number, minute = 0) => hour * 60 + minute;
const part = (from: number, to: number, half: "am" | "pm" | null = null): DayPart => ({
  from,
  to,
  half,
  weak: false,
});

/** What a part of the day is called. */
const parts: Readonly<Record<string, { means: DayPart; said: readonly string[] }>> = {
  early_morning: {
    means: part(h(6), h(10), "am"),
    said: [
      "early [in the] (morning|mornings)",
      "(morning|mornings) early",
      "bright and early",
      "crack of dawn",
      "breakfast time",
      "breakfast",
    ],
  },
  first_thing: {
    means: { opening: 120, half: "am", weak: false },
    said: [
      "first thing [in the] [morning]",
      "(as soon as|right when|when|right after|just after|right as|the minute) you open [up]",
      "(at|right at|from) opening [time]",
      "start of [the] [business|working] day",
      "[at] the (start|beginning) of the day",
      "early in the day",
      "[the] (first|earliest) (appointment|slot|time|opening) [of the day|in the morning|of the morning]",
    ],
  },
  early: {
    means: { opening: 150, half: null, weak: true },
    said: ["early [on]", "quite early", "nice and early", "early ish"],
  },
  mid_morning: {
    means: part(h(9, 30), h(11, 30), "am"),
    said: ["mid (morning|mornings)", "midmorning", "[the] middle of the morning"],
  },
  late_morning: {
    means: part(h(10, 30), h(12), "am"),
    said: ["late [in the|ish] (morning|mornings)", "later in the morning", "[the] end of the morning"],
  },
  morning: {
    means: {
      ...part(h(6), h(12), "am"),
      early: { from: h(6), to: h(10) },
      late: { from: h(10, 30), to: h(12) },
    },
    said: ["(morning|mornings|morn|forenoon) [time]", "[in] the am"],
  },
  am: { means: { ...part(h(6), h(12), "am"), weak: true }, said: ["(am|a m)"] },
  midday: { means: part(h(11), h(14), "pm"), said: ["[the] middle of the day", "mid day ish"] },
  lunch: {
    means: part(h(12), h(14), "pm"),
    said: [
      "[over|at|around|during] [my|the] (lunchtime|lunch time|lunch hour|lunch break|lunch|dinner hour)",
      "[the] (noon|lunch) hour",
    ],
  },
  early_afternoon: {
    means: part(h(12), h(15), "pm"),
    said: ["early [in the] (afternoon|afternoons)", "[the] (start|beginning) of the afternoon"],
  },
  mid_afternoon: {
    means: part(h(14), h(16), "pm"),
    said: ["mid (afternoon|afternoons)", "midafternoon", "[the] middle of the afternoon"],
  },
  late_afternoon: {
    means: part(h(15, 30), h(18), "pm"),
    said: [
      "late [in the|ish] (afternoon|afternoons)",
      "later in the afternoon",
      "[the] end of the afternoon",
      "tea time",
      "teatime",
    ],
  },
  afternoon: {
    means: {
      ...part(h(12), h(18), "pm"),
      early: { from: h(12), to: h(15) },
      late: { from: h(15, 30), to: h(18) },
    },
    said: ["(afternoon|afternoons|arvo|pm|p m|aft)", "after noon time"],
  },
  early_evening: { means: part(h(17), h(19), "pm"), said: ["early [in the] (evening|evenings)"] },
  late_evening: {
    means: part(h(19), h(22), "pm"),
    said: ["late [in the] (evening|evenings)", "late [at] night"],
  },
  evening: {
    means: {
      ...part(h(17), h(21), "pm"),
      early: { from: h(17), to: h(19) },
      late: { from: h(19), to: h(22) },
    },
    said: ["(evening|evenings|eve|nighttime|night|nights|dinner time|dinnertime|supper time)"],
  },
  end_of_day: {
    means: { closing: 120, half: "pm", weak: false },
    said: [
      "[the|at the|by the|towards the] end of [the|my] [business|working|work] day",
      "[the|at the|by the] (eod|cob|close of business|end of business)",
      "(right before|just before|before|when|till|until) (you close|closing) [up|time]",
      "last thing [in the day|of the day|at night]",
      "[the] (last|latest) (appointment|slot|time|opening) [of the day|in the day]",
      "late in the day",
      "[as] late as (possible|you can|you have)",
      "[the] later the better",
      "[anything|something|a bit|a little] later [on] in the day",
    ],
  },
  late: {
    means: { closing: 150, half: null, weak: true },
    said: ["late", "quite late", "late ish", "late on"],
  },
};

/** Phrases for parts of the day. */
export const partBook = phraseBook(
  Object.fromEntries(Object.entries(parts).map(([id, { said }]) => [id, said])),
);

/** A full hour of the 24-hour clock. */
export const full = (hour: number, minute = 0): Clock => ({
  hour,
  minute,
  half: null,
  whole: true,
  bare: false,
});

/** Windows that begin or end with something people do. */
const events: Readonly<Record<string, Partial<Times>>> = {
  after_lunch: { from: full(13) },
  before_lunch: { to: full(12) },
  after_work: { from: full(17) },
  before_work: { to: full(9) },
  after_school: { from: full(15) },
};
/** Phrases for what people do in a day. */
export const eventBook = phraseBook({
  after_lunch: [
    "[any time|anytime|anything|something|sometime|some time|right|just|straight|shortly] after [my|the] (lunch|lunchtime|lunch time|lunch break|lunch hour)",
  ],
  before_lunch: [
    "[any time|anytime|anything|something|sometime|some time|right|just|shortly] before [my|the] (lunch|lunchtime|lunch time|lunch break|lunch hour)",
  ],
  after_work: [
    "[any time|anytime|sometime|some time|right|just|straight] after (work|office hours|business hours)",
    "when i (get off|finish) work",
    "when i'm off work",
  ],
  before_work: [
    "[any time|anytime|sometime|some time|right|just] before (work|school|office hours)",
    "on my way to work",
  ],
  after_school: [
    "[any time|anytime|sometime|some time|right|just] after (school|pick up|school pick up)",
    "when the kids are out of school",
  ],
});

/** The part of the day that a phrase names. */
export function partAt(words: readonly Word[], at: number): Read<DayPart> | null {
  const found = phraseAt(partBook, words, at);
  const means = found && parts[found.id]?.means;
  return means ? { value: means, to: found.to } : null;
}

/** The window before or after something that people do ("after work"). */
export function eventAt(words: readonly Word[], at: number): Read<Partial<Times>> | null {
  const found = phraseAt(eventBook, words, at);
  const means = found && events[found.id];
  return means ? { value: means, to: found.to } : null;
}
