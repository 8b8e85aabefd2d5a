/** One call as lists show it: caller, events, outcome and time, formatted for display. */
import {
  ago,
  clockDuration,
  dayInWords,
  exactTime,
  money,
  type Place,
  timeOfDay,
  unbroken,
} from "#app/platform/format.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { localDate } from "#app/platform/zoned-time.ts";
import type { Sentiment, Success } from "./analysis/analysis-terms.schema.ts";
import { type CallOutcome, outcomes } from "./call-terms.schema.ts";
import type { FoundLine } from "./history/found-words.ts";

/** The locale, zone and time of a page view. `now` in ms UTC. */
export type Reading = Place & { now: number };

/** Who called, where neither a name nor a number says it. */
const nameless: Readonly<Record<string, string>> = { phone: "Private number", web: "Browser call" };

type Caller = { contact_name: string | null; other_number: string | null; type: string };

/** A name, or else the formatted number. Only names get a drawn face. */
export function callerOf({ contact_name, other_number, type }: Caller): { who: string; face: string | null } {
  if (contact_name !== null && contact_name !== "") return { who: contact_name, face: contact_name };
  if (other_number !== null) return { who: internationally(other_number), face: null };
  return { who: nameless[type] ?? "Test call", face: null };
}

export const outcomeFrom = (outcome: string): CallOutcome =>
  outcomes.find((one) => one === outcome) ?? "no_outcome";

export type CallRow = {
  id: string;
  who: string;
  face: string | null;
  /** Formatted, beside a name; null where the number stands in the name's place, or is withheld. */
  number: string | null;
  what: string;
  outcome: CallOutcome;
  /** Of the judgement; null: not judged. */
  success: Success | null;
  sentiment: Sentiment | null;
  agent: string | null;
  direction: "inbound" | "outbound";
  /** "2:41"; null when no conversation took place. */
  duration: string | null;
  when: string;
  /** The day as a heading: "Today", "Tuesday, November 17"; and the time below it: "4 min ago", "2:06 pm". */
  day: string;
  time: string;
  /** The same to the second, for the tooltip. */
  exactly: string;
  /** The line of the script that a search found. */
  found: FoundLine | null;
  /** Formatted; null: nothing was charged, or the list does not show it. */
  cost: string | null;
  tags: readonly string[];
};

type Listed = Caller & {
  id: string;
  outcome: string;
  direction: "inbound" | "outbound";
  agent_name: string | null;
  summary: string | null;
  success: Success | null;
  sentiment: Sentiment | null;
  started_at: number;
  talk_seconds: number;
  cost_micros?: number;
  currency?: string;
  /** A line for each; null: none. */
  tags?: string | null;
};

/** The tags of a call's row: a line for each. */
export const tagsIn = (lines: string | null | undefined): string[] => (lines ? lines.split("\n") : []);

export function rowOf(call: Listed, reading: Reading): CallRow {
  const { id, direction, agent_name, summary, success, sentiment, started_at, talk_seconds } = call;
  const { cost_micros = 0, currency = "USD" } = call;
  const caller = callerOf(call);
  const when = unbroken(ago(started_at, reading.now, reading));
  const day = dayInWords(started_at, reading.now, reading);
  const isToday = localDate(started_at, reading.timeZone) === localDate(reading.now, reading.timeZone);
  return {
    id,
    ...caller,
    number: caller.face === null || call.other_number === null ? null : internationally(call.other_number),
    what: unbroken(summary ?? (direction === "outbound" ? "Called by the agent" : "Called")),
    outcome: outcomeFrom(call.outcome),
    success,
    sentiment,
    agent: agent_name,
    direction,
    duration: talk_seconds > 0 ? clockDuration(talk_seconds) : null,
    when,
    day: day.charAt(0).toUpperCase() + day.slice(1),
    time: isToday ? when : unbroken(timeOfDay(started_at, reading)),
    exactly: exactTime(started_at, reading),
    found: null,
    cost: cost_micros > 0 ? money(cost_micros, currency, reading.locale) : null,
    tags: tagsIn(call.tags),
  };
}
