/** The acts of an utterance: the readers' output, the decider's input. */
import type { AgentField, AppointmentKind } from "#app/agents/agents.schema.ts";
import type { OpeningHours } from "#app/hours/opening-hours.schema.ts";

export type ActName =
  | "inform"
  | "correct"
  | "affirm"
  | "deny"
  | "choose"
  | "ask"
  | "repeat"
  | "wait"
  | "person"
  | "stop_calling"
  | "emergency"
  | "cancel_task"
  | "new_task"
  | "goodbye"
  | "thanks"
  | "greeting"
  | "robot"
  | "wrong_number"
  | "abuse"
  | "nothing_heard"
  | "not_understood";

/** One alternative of a wish for a time; absent parts are open. Local dates and clock times of the organization's zone. */
export type WhenOption = {
  /** YYYY-MM-DD */
  date?: string;
  /** HH:MM. Two of them when morning and afternoon are both possible and the caller must decide. */
  at?: string[];
  /** The time was said with "around" or "about": the nearest free start, at most 45 minutes off. */
  around?: boolean;
  /** A window of start times, from inclusive, to exclusive. */
  from?: string;
  to?: string;
};

export type Relation =
  | "earlier"
  | "later"
  | "later_that_day"
  | "earlier_that_day"
  | "next_day"
  | "same_time"
  | "any";

export type When = {
  /** In the order said. Empty when only exclusions or a relation were said. */
  options: WhenOption[];
  /** Ruled out: "any day but Friday" is a date or a weekday's dates, "not in the morning" a window. */
  except: WhenOption[];
  /** Said relative to what was just offered. */
  relation: Relation | null;
  /** The two days that a contradicting weekday and date mean ("Tuesday the 25th"): the caller must decide. */
  clash?: [string, string];
};

export type Act = {
  act: ActName;
  /** For inform, correct, choose: the field; an agent's field id, or `appointment_kind`, `appointment`, `offer`, `caller_name` when no field of the agent fits. */
  field?: string;
  /** Plain JSON: a name, an E.164 number, an address, an option's name, `true`/`false`, a number, a `When`, the index of an offer, the words of a question. */
  value?: unknown;
  /** The caller's own words that this act was read from. */
  words: string;
  /** 0 to 1: below 0.5 the value is confirmed with a question. */
  sure: number;
};

/** The last question; it decides how a bare "four" or "yes" is read. */
export type Asked =
  | { what: "field"; field: AgentField }
  /** A choice between start times that were just offered (ms UTC). */
  | { what: "offer"; slots: number[] }
  | { what: "morning_or_afternoon"; date: string; at: string[] }
  | { what: "confirm" }
  | { what: "which_part_is_wrong" }
  | { what: "anything_else" }
  | { what: "yes_no"; about: string }
  | { what: "message" }
  /** When someone is to call them back. */
  | { what: "call_time" }
  /** Which of the appointments that they have the caller means. */
  | { what: "appointment" }
  | { what: "nothing" };

export type ReadContext = {
  /** ms UTC */
  now: number;
  time_zone: string;
  /** ISO 3166 country of numbers without a prefix. */
  country: string;
  hours: OpeningHours;
  asked: Asked;
  fields: AgentField[];
  kinds: AppointmentKind[];
  emergency_words: string[];
  /** The number the caller calls from, for "this number". */
  caller_number: string | null;
  /** The day under discussion, for "later that day", "same time on Thursday", a bare "at four". */
  focus: { date: string | null; at: string | null };
  /** The start time that is agreed so far, as a local date and wall-clock time. */
  agreed: { date: string; at: string } | null;
  /** The last single day that the caller named: a later "of January" belongs to "the 8th" before it. */
  named: string | null;
  /** The days of the last wish when there were several ("next month"): "Wednesday" and "the first week" refer to them. */
  within: readonly string[];
  /** The caller's name as it is known so far: it may be said again, or its rest. */
  name?: string | null;
  /** Digits or letters of an unfinished number or address from the previous utterance. */
  unfinished: { field: string; text: string } | null;
};

/** A question about a day: whether it is as the caller says (`holds`), or which weekday it is (null). */
export type DayCheck = { date: string; holds: boolean | null; question: string };

export type Reading = {
  /** The utterance, normalised. */
  text: string;
  acts: Act[];
  when: When | null;
  /** The days that are asked about, when that is what the questions are. */
  checks: DayCheck[];
  /** A number or address that is still incomplete. */
  unfinished: { field: string; text: string } | null;
};
