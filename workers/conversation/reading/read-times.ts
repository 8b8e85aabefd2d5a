/** Reads the days and times of an utterance: a wish for them, and the choice among those that were offered. */
import { localDate, weekdayOf } from "#app/platform/zoned-time.ts";
import { readByChrono } from "#workers/conversation/english/chrono.ts";
import type { DayContext } from "#workers/conversation/english/day-slots.ts";
import { existingAppointment, newAppointment } from "#workers/conversation/english/glue.ts";
import { light, takesBack } from "#workers/conversation/english/signals.ts";
import { completesDay, meansAnother } from "#workers/conversation/english/weekday-again.ts";
import { mentionAt, mentionsIn } from "#workers/conversation/english/when.ts";
import type { Days } from "#workers/conversation/time/calendar.ts";
import type { Mention } from "#workers/conversation/time/times.ts";
import { wishOf } from "#workers/conversation/time/when.ts";
import type { ReadContext, When } from "#workers/conversation/words/acts.ts";
import { type Heard, type Range, wordsSaid } from "#workers/conversation/words/heard.ts";
import { lineOf } from "#workers/conversation/words/words.ts";
import { type FieldType, fieldFor } from "./asked-field.ts";
import { inMonth, keepsHour, nearDaysInPlay, ofDaysInPlay, restates } from "./days-in-play.ts";
import { type Placed, tasksIn } from "./read-acts.ts";
import { asksForTime } from "./read-asks.ts";
import { halfMeant, offerIn, offerMeant } from "./read-offer.ts";

const timeTypes: readonly FieldType[] = ["appointment", "date", "time"];

/** Whether a bare "four" or "the third" answers what was asked. */
export function asksTime({ asked }: ReadContext): boolean {
  switch (asked.what) {
    case "field":
      return timeTypes.includes(asked.field.type);
    case "offer":
    case "morning_or_afternoon":
    case "confirm":
    case "which_part_is_wrong":
      return true;
    default:
      return false;
  }
}

/** Fields that are answered with digits: there a bare number takes nothing else back unless it says so. */
const numeric: readonly FieldType[] = ["phone", "email", "number", "text"];

/** Whether the agreed start time is taken back while something else is asked ("oh wait, 12" to "And your name?"). */
export function correctsTime({ words }: Heard, { asked, focus }: ReadContext): boolean {
  if (focus.at === null || (asked.what !== "field" && asked.what !== "yes_no")) return false;
  const how = takesBack(lineOf(words));
  return (
    how === "by_command" || (how !== null && !(asked.what === "field" && numeric.includes(asked.field.type)))
  );
}

/** The choice among offered start times by place or by what only one has. */
export function offersIn(heard: Heard, context: ReadContext): Placed[] {
  const { asked, time_zone } = context;
  if (asked.what !== "offer") return [];
  const days = daysNamed(heard, context);
  // "The earliest you have on Friday", with two times of Monday on offer, chooses neither.
  if (!days.every(({ value }) => isOffered(value, asked.slots, time_zone))) return [];
  const isDay = (at: number) => days.some(({ from, to }) => at >= from && at < to);
  const found = offerIn(heard, asked.slots, time_zone, isDay);
  if (!found) return [];
  const range = { from: found.from, to: found.to, words: wordsSaid(heard, found), sure: found.sure };
  return found.index === null
    ? [{ act: "deny", field: "offer", ...range }]
    : [{ act: "choose", field: "offer", value: found.index, ...range }];
}

/** What day words are read against. */
export const dayContextOf = ({ now, time_zone, focus, within, country }: ReadContext): DayContext => ({
  today: localDate(now, time_zone),
  focus: focus.date,
  within,
  dayFirst: country !== "US",
  known: new Map(),
  depth: 0,
});

/** The days that an utterance names in so many words. */
function daysNamed({ words }: Heard, context: ReadContext): (Range & { value: Days })[] {
  const day = dayContextOf(context);
  const found: (Range & { value: Days })[] = [];
  for (let at = 0; at < words.length; at++) {
    const read = mentionAt(words, at, day);
    if (!read?.days || read.days.bare) continue;
    found.push({ from: at, to: read.to, value: read.days });
    at = read.to - 1;
  }
  return found;
}

/** Whether a day is one of those on offer: by its date, or by its weekday alone. */
function isOffered({ dates, weekday, week }: Days, slots: readonly number[], zone: string): boolean {
  return slots.some((slot) => {
    const date = localDate(slot, zone);
    return dates.includes(date) || (weekday !== null && week === null && weekdayOf(date) === weekday);
  });
}

/** Whether a day or time is named within a range. */
export function namesTime({ words }: Heard, { from, to }: Range, context: ReadContext): boolean {
  const day = dayContextOf(context);
  for (let at = from; at < to; at++) if (mentionAt(words, at, day)) return true;
  return false;
}

/** Days and times. `booking`: the caller calls for an appointment, so that "as soon as possible" is a wish. */
export function timesIn(
  heard: Heard,
  context: ReadContext,
  booking: boolean,
): { acts: Placed[]; when: When | null } {
  const { time_zone, asked } = context;
  const day = dayContextOf(context);
  const corrects = correctsTime(heard, context);
  const isAsked = asksTime(context) || corrects || (asked.what === "nothing" && isMereDay(heard, day));
  const found = mentionsIn(heard.words, (at) => heard.used[at] === false, isAsked || booking, day);
  if (found.mentions.length === 0 && found.relation === null && asksTime(context)) {
    found.mentions.push(...readByChrono(freeLine(heard), day));
    if (found.mentions.length > 0) found.used.push(...heard.words.keys());
  }
  if (completesDay(lineOf(heard.words))) found.mentions = inMonth(found.mentions, context, day.today);
  found.mentions = nearDaysInPlay(found.mentions, context, day.today);
  const again = ofDaysInPlay(found.mentions, context);
  const kept = again && wishOf({ ...found, mentions: again }, context);
  const is_other =
    kept?.when.relation === null &&
    keepsHour(kept.when, context) &&
    meansAnother(...aroundDay(heard, found.mentions));
  const wish = kept && !is_other ? kept : wishOf(found, context);
  if (!wish) return { acts: [], when: null };
  const when = asked.what === "morning_or_afternoon" ? halfMeant(wish.when, asked) : wish.when;
  const { options, relation } = when;
  if (!isAsked && options.length === 0 && relation !== null && !booking) return { acts: [], when: null };
  // "It hurt all night" is no wish for an evening.
  const dated = options.some(({ date, at }) => date !== undefined || at !== undefined);
  if (!isAsked && !booking && options.length > 0 && !dated) return { acts: [], when: null };
  if (!isAsked && !booking && isOfExisting(heard, Math.min(...found.used))) return { acts: [], when: null };
  // "It broke yesterday" tells of the past; asked for a day it is a day, if a wrong one.
  const past = options.length > 0 && options.every(({ date }) => date !== undefined && date < day.today);
  const open = isAsked && (context.agreed === null || asksForOne(context));
  if (!open && past && !isWishedFor(heard, found.used)) return { acts: [], when: null };
  for (const at of found.used) heard.used[at] = true;
  const changes = wish.corrects || saysInstead(heard) || takesBack(lineOf(heard.words)) === "by_command";
  if (!asksForOne(context) && !changes && restates(wish.when, context)) return { acts: [], when: null };
  const range = { from: Math.min(...found.used), to: Math.max(...found.used) + 1 };
  const words = wordsSaid(heard, range);
  const byWeekday = found.mentions.every(
    ({ days }) => !days || (days.weekday !== null && days.week === null),
  );
  const index =
    asked.what === "offer" && !when.clash ? offerMeant(when, asked.slots, time_zone, byWeekday) : null;
  if (index !== null) {
    return {
      acts: [{ act: "choose", field: "offer", value: index, ...range, words, sure: 0.9 }],
      when: null,
    };
  }
  const act = corrects || wish.corrects || saysInstead(heard) ? "correct" : "inform";
  const field = fieldFor(context, timeTypes, "appointment");
  return { acts: [{ act, field, value: when, ...range, words, sure: 0.9 }], when };
}

const MOST_OF_A_MERE_DAY = 16;

/** Whether an utterance names a day and holds nothing else but an hour and polite words: "on the 9th", "last Monday at ten". */
function isMereDay({ words, used }: Heard, day: DayContext): boolean {
  if (words.length > MOST_OF_A_MERE_DAY) return false;
  const { mentions, used: read } = mentionsIn(words, () => true, true, day);
  const read_from = new Set(read);
  const rest = words.every(({ word }, at) => read_from.has(at) || used[at] || light.has(word));
  return rest && mentions.some(({ days, from, to }) => days !== null && (!days.bare || to - from > 1));
}

/** Whether a start time was asked for, so that naming the one agreed before answers it. */
export const asksForOne = ({ asked }: ReadContext): boolean =>
  asked.what === "which_part_is_wrong" || (asked.what === "field" && timeTypes.includes(asked.field.type));

/** The words before the first day that is mentioned, and those after the last. */
function aroundDay({ words }: Heard, mentions: readonly Mention[]): [string, string] {
  const days = mentions.filter(({ days }) => days !== null);
  return [lineOf(words.slice(0, days[0]?.from)), lineOf(words.slice(days.at(-1)?.to))];
}

/** "An appointment yesterday at three" and "is yesterday free?" wish for the past; "it fell out yesterday, I need an appointment" does not. */
function isWishedFor(heard: Heard, used: readonly number[]): boolean {
  const [at, last] = [Math.min(...used), Math.max(...used)];
  const before = heard.words.slice(0, at).map(({ word }) => word);
  // "A cleaning on Friday the 20th": the kind was read before.
  const end = before.findLastIndex((word) => word !== "on" && word !== "for");
  let begin = end;
  while (begin >= 0 && heard.used[begin]) begin--;
  const kind =
    begin < end && /^(a|an|another)$/.test(before[begin] ?? "")
      ? [...before.slice(0, begin + 1), "appointment"]
      : before;
  return (
    newAppointment.test(kind.join(" ")) ||
    asksForTime(heard, { from: at, to: last + 1 }) ||
    tasksIn(heard).some(({ value, to }) => value === "book" && at >= to && at - to <= 1)
  );
}

/** "My appointment on Friday" is there already. */
function isOfExisting({ words }: Heard, at: number): boolean {
  const before = words.slice(Math.max(0, at - 4), at).map(({ word }) => word);
  return existingAppointment.test(before.join(" "));
}

const saysInstead = ({ words }: Heard) => words.some(({ word }) => word === "instead");

const freeLine = ({ words, used }: Heard) => lineOf(words.filter((_, at) => !used[at]));
