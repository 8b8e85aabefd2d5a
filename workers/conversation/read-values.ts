/** Reads the values that an utterance informs of, the asked field first, and says which field claims each. */
import type { AgentField } from "#app/agents/agents.schema.ts";
import { localDate, weekdayOf } from "#app/platform/zoned-time.ts";
import type { ReadContext, When } from "./acts.ts";
import type { Days } from "./calendar.ts";
import { readByChrono } from "./english-chrono.ts";
import type { DayContext } from "./english-day-slots.ts";
import { comparatives, existingAppointment, newAppointment } from "./english-glue.ts";
import { repairWords, takesBack } from "./english-signals.ts";
import { mentionAt, mentionsIn } from "./english-when.ts";
import { type Heard, type Range, wordsSaid } from "./heard.ts";
import { type Placed, tasksIn } from "./read-acts.ts";
import { asksForTime } from "./read-asks.ts";
import { choiceIn } from "./read-choice.ts";
import { emailIn } from "./read-email.ts";
import { nameAlone, nameIn } from "./read-name.ts";
import { numberIn } from "./read-number.ts";
import { halfMeant, offerIn, offerMeant } from "./read-offer.ts";
import { phoneIn } from "./read-phone.ts";
import { wishOf } from "./when.ts";
import { lineOf } from "./words.ts";

export type Unfinished = { field: string; text: string };

type FieldType = AgentField["type"];

/** The asked field, or null when something else was asked. */
export const askedField = ({ asked }: ReadContext): AgentField | null =>
  asked.what === "field" ? asked.field : null;

/** The id of the field that takes a value of a type: the asked one, the agent's first, else a name of its own (acts.ts). */
function fieldFor(context: ReadContext, types: readonly FieldType[], otherwise: string): string {
  const asked = askedField(context);
  if (asked && types.includes(asked.type)) return asked.id;
  return context.fields.find(({ type }) => types.includes(type))?.id ?? otherwise;
}

/** An act that gives a field its value; a correction when a repair word stands before it. */
function informs(heard: Heard, range: Range, field: string, value: unknown, sure: number): Placed {
  const act = isRepaired(heard, range) ? "correct" : "inform";
  return { act, field, value, sure, from: range.from, to: range.to, words: wordsSaid(heard, range) };
}

/** "No, it's Martha": the "no" belongs to the new value. */
function isRepaired(heard: Heard, { from, to }: Range): boolean {
  const { words, used } = heard;
  for (let at = from - 1; at >= Math.max(0, from - 3); at--) {
    // "No more than five" takes nothing back.
    if (comparatives.has(words[at + 1]?.word ?? "")) continue;
    if (!used[at] && repairWords.has(words[at]?.word ?? "")) {
      used[at] = true;
      return true;
    }
  }
  return words[to]?.word === "instead" || (words[to]?.word === "not" && words[to + 1]?.word !== "sure");
}

/** E-mail addresses and telephone numbers: nothing else is written so, so they go first. */
export function addressesIn(
  heard: Heard,
  context: ReadContext,
): { acts: Placed[]; unfinished: Unfinished | null } {
  const acts: Placed[] = [];
  // "Actually make it four" to "What's your number?" begins no number.
  if (correctsTime(heard, context)) return { acts, unfinished: context.unfinished };
  let unfinished: Unfinished | null = null;
  const type = askedField(context)?.type;
  const begun = context.unfinished?.text ?? null;
  const ofPhone = begun !== null && /^\+?\d*$/.test(begun);
  const email = emailIn(heard, type === "email", begun !== null && !ofPhone ? begun : null);
  if (email) {
    const field = fieldFor(context, ["email"], "email");
    if (email.address !== null) acts.push(informs(heard, email, field, email.address, email.sure));
    else if (email.rest !== null) unfinished = { field, text: email.rest };
  }
  const phone = phoneIn(heard, {
    asked: type === "phone",
    country: context.country,
    callerNumber: context.caller_number,
    unfinished: ofPhone ? begun : null,
  });
  if (phone) {
    const field = fieldFor(context, ["phone"], "phone");
    if (phone.number !== null) acts.push(informs(heard, phone, field, phone.number, phone.sure));
    else if (phone.rest !== null) unfinished = { field, text: phone.rest };
  }
  return { acts, unfinished };
}

/** The name, when one is said or was asked for. */
export function namesIn(heard: Heard, context: ReadContext): Placed[] {
  const found = nameIn(heard, askedField(context)?.type === "name");
  return found
    ? [informs(heard, found, fieldFor(context, ["name"], "caller_name"), found.name, found.sure)]
    : [];
}

/** A bare name, when something else was asked: a correction of the one that was read back, the rest of it, or said early. */
export function namesAloneIn(heard: Heard, context: ReadContext): Placed[] {
  const { what } = context.asked;
  const isRead = what === "confirm" || what === "which_part_is_wrong";
  const type = askedField(context)?.type;
  // Half an address may look like a name.
  const isField = type !== undefined && type !== "name" && type !== "text" && type !== "email";
  const offered = what === "offer" || what === "morning_or_afternoon";
  if (!isRead && !isField && !offered) return [];
  const found = nameAlone(heard, isRead || offered);
  return found
    ? [informs(heard, found, fieldFor(context, ["name"], "caller_name"), found.name, found.sure)]
    : [];
}

/** The asked choice, then the kinds of appointment and the agent's other choices by their plain names. */
export function choicesIn(heard: Heard, context: ReadContext): Placed[] {
  const asked = askedField(context);
  const acts: Placed[] = [];
  const take = (id: string, options: Parameters<typeof choiceIn>[1], isAsked: boolean) => {
    const found = choiceIn(heard, options, isAsked);
    if (found) acts.push(informs(heard, found, id, found.name, found.sure));
  };
  if (asked?.type === "choice") take(asked.id, asked.options, true);
  if (asked?.id !== "appointment_kind") take("appointment_kind", context.kinds, false);
  for (const { id, type, options } of context.fields) {
    if (type === "choice" && id !== asked?.id) take(id, options, false);
  }
  return acts;
}

/** The number that was asked for. */
export function numbersIn(heard: Heard, context: ReadContext): Placed[] {
  const asked = askedField(context);
  const found = asked?.type === "number" ? numberIn(heard) : null;
  return asked && found ? [informs(heard, found, asked.id, found.value, found.sure)] : [];
}

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
function correctsTime({ words }: Heard, { asked, focus }: ReadContext): boolean {
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

const dayContext = ({ now, time_zone, focus, within, country }: ReadContext): DayContext => ({
  today: localDate(now, time_zone),
  focus: focus.date,
  within,
  dayFirst: country !== "US",
  known: new Map(),
  depth: 0,
});

/** The days that an utterance names in so many words. */
function daysNamed({ words }: Heard, context: ReadContext): (Range & { value: Days })[] {
  const day = dayContext(context);
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
  const day = dayContext(context);
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
  const day = dayContext(context);
  const corrects = correctsTime(heard, context);
  const isAsked = asksTime(context) || corrects;
  const found = mentionsIn(heard.words, (at) => heard.used[at] === false, isAsked || booking, day);
  if (found.mentions.length === 0 && found.relation === null && asksTime(context)) {
    found.mentions.push(...readByChrono(freeLine(heard), day));
    if (found.mentions.length > 0) found.used.push(...heard.words.keys());
  }
  const wish = wishOf(found, context);
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
  if (!isAsked && past && !isWishedFor(heard, found.used)) return { acts: [], when: null };
  for (const at of found.used) heard.used[at] = true;
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
