/** Reads an utterance outside a call: a context from a few plain options, the reading as one plain record. */

import { type FieldType, fieldTypes } from "#app/agents/agent-terms.schema.ts";
import type { AgentField } from "#app/agents/agents.schema.ts";
import type { OpeningHours } from "#app/hours/opening-hours.schema.ts";
import { type Stretch, stretchesOf } from "#app/hours/opening-hours.ts";
import { addDays, instantOf, localClock, localDate } from "#app/platform/zoned-time.ts";
import { sounds } from "#workers/conversation/english/numbers.ts";
import type { Act, Asked, ReadContext, When, WhenOption } from "#workers/conversation/words/acts.ts";
import { wordsOf } from "#workers/conversation/words/words.ts";
import { read } from "./read.ts";
import { readDanger } from "./read-dangers.ts";

export type HearingOptions = {
  /** Wall-clock time in the zone, YYYY-MM-DDTHH:MM. */
  now: string;
  zone: string;
  /** A field type, `when`, `confirm`, or `nothing`. */
  asked: string;
  country: string;
  /** Names of a choice, with commas between. */
  options: string;
};
export type HeardLine = {
  text: string;
  acts: { act: string; field?: string; value?: unknown }[];
  when: FlatWhen[];
};

const OPEN = { from: "08:00", to: "18:00" };

/** Open from 8 to 18 on every day, so that bare hours resolve. */
const everyDay: OpeningHours = {
  weekly: { mon: [OPEN], tue: [OPEN], wed: [OPEN], thu: [OPEN], fri: [OPEN], sat: [OPEN], sun: [OPEN] },
  holidays: [],
};

/** Reads utterances in one fixed context. Throws RangeError for an unknown zone, Error for an unknown question. */
export function hearing({
  now,
  zone,
  asked,
  country,
  options,
}: HearingOptions): (utterance: string) => HeardLine {
  const context: ReadContext = {
    now: instantOf(now.slice(0, 10), now.slice(11, 16) || "00:00", zone),
    time_zone: zone,
    country,
    hours: everyDay,
    ...askedOf(asked, options),
    kinds: [],
    emergency_words: [],
    caller_number: null,
    focus: { date: null, at: null },
    agreed: null,
    named: null,
    within: [],
    unfinished: null,
  };
  return (utterance) => {
    const { text, acts, when } = read(utterance, context);
    const { kind } = readDanger(wordsOf(utterance, sounds));
    const danger: Act[] =
      kind === null ? [] : [{ act: "emergency", value: kind, words: utterance, sure: 0.9 }];
    return {
      text,
      acts: [...danger, ...acts].map(({ act, field, value }) => ({
        act,
        ...(field === undefined ? {} : { field }),
        ...(value === undefined ? {} : { value }),
      })),
      when: when ? flat(when, context) : [],
    };
  };
}

function askedOf(asked: string, options: string): { asked: Asked; fields: AgentField[] } {
  const names = options.split(",").map((name) => name.trim());
  const fieldOf = (type: FieldType): AgentField => ({
    id: type,
    label: type,
    type,
    required: true,
    question: "",
    options: names.filter((name) => name !== "").map((name) => ({ name, synonyms: [] })),
  });
  const type = fieldTypes.find((one) => one === (asked === "when" ? "appointment" : asked));
  if (type) return { asked: { what: "field", field: fieldOf(type) }, fields: [fieldOf(type)] };
  switch (asked) {
    case "nothing":
    case "confirm":
    case "message":
    case "anything_else":
    case "which_part_is_wrong":
      return { asked: { what: asked }, fields: [] };
    default:
      throw new Error(`nobody asks for "${asked}"; try when, ${fieldTypes.join(", ")}, confirm or nothing`);
  }
}

/** One plain line of a wish for terminals and tests: dates times, exclusions applied (see `flat`). */
export type FlatWhen = { date: string; at?: string; around?: boolean; from?: string; to?: string };

/**
 * A wish as a flat list, one entry per day and start time. Without a day it is the day under discussion, else the first on which the time
 * is still to come; only exclusions leave the other open days of the coming week.
 */
function flat({ options, except, relation }: When, context: ReadContext): FlatWhen[] {
  const { now, time_zone, focus, hours } = context;
  const today = localDate(now, time_zone);
  const clock = localClock(now, time_zone);
  const week = Array.from({ length: 7 }, (_, ahead) => addDays(today, ahead)).filter(
    (day) => stretchesOf(hours, day).length > 0,
  );
  const wished: readonly WhenOption[] =
    options.length > 0 ? options : except.length > 0 ? week.map((date) => ({ date })) : [];
  const list: FlatWhen[] = [];
  for (const { date, at, around, from, to } of wished) {
    const rest = { ...(around ? { around } : {}), ...(from ? { from } : {}), ...(to ? { to } : {}) };
    for (const start of at ?? [undefined]) {
      const gone = start === undefined ? to !== undefined && to <= clock : start <= clock;
      // Of an hour that may be either, the one still to come.
      if (gone && date === today && at?.some((one) => one > clock)) continue;
      const day: string = date ?? focus.date ?? (gone ? addDays(today, 1) : today);
      list.push({ date: day, ...(start ? { at: start } : {}), ...rest });
    }
  }
  if (relation === "next_day" && list.length === 0) list.push({ date: addDays(focus.date ?? today, 1) });
  return list.flatMap((one) => without(one, except, stretchesOf(hours, one.date)));
}

/** What exclusions leave of one entry. */
function without(one: FlatWhen, except: readonly WhenOption[], open: readonly Stretch[]): FlatWhen[] {
  let left = [one];
  for (const { date, at, from, to } of except) {
    left = left.flatMap((entry) => {
      if (date !== undefined && date !== entry.date) return [entry];
      if (at) return entry.at !== undefined && at.includes(entry.at) ? [] : [entry];
      if (from === undefined && to === undefined) return [];
      if (entry.at !== undefined)
        return entry.at >= (from ?? "00:00") && entry.at < (to ?? "24:00") ? [] : [entry];
      const parts: FlatWhen[] = [];
      const begin = entry.from ?? open[0]?.from ?? "00:00";
      const end = entry.to ?? open.at(-1)?.to ?? "24:00";
      if (from !== undefined && begin < from) parts.push({ ...entry, to: from < end ? from : end });
      if (to !== undefined && to < end) parts.push({ ...entry, from: to > begin ? to : begin });
      return parts;
    });
  }
  return left;
}
