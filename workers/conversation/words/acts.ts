/** What a caller did with an utterance: the readers' answer, the decider's input. */
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

/** One alternative of a wish for a time; what is absent is open. Local dates and wall-clock times of the organization's zone. */
export type WhenOption = {
  /** YYYY-MM-DD */
  date?: string;
  /** HH:MM, start times meant. Two of them when morning and afternoon are both possible and only the caller can say. */
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
  /** The two days that a weekday and a date mean which contradict each other ("Tuesday the 25th"): only the caller can say. */
  clash?: [string, string];
};

export type Act = {
  act: ActName;
  /** For inform, correct, choose: which field; an agent's field id, or `appointment_kind`, `appointment`, `offer`, `caller_name` when no field of the agent claims it. */
  field?: string;
  /** Plain JSON: a name, an E.164 number, an address, an option's name, `true`/`false`, a number, a `When`, the index of an offer, the words of a question. */
  value?: unknown;
  /** The caller's own words that this act was read from. */
  words: string;
  /** 0 to 1: below 0.5 the value wants saying back as a question. */
  sure: number;
};

/** What was asked last; it decides how a bare "four" or "yes" is read. */
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
  | { what: "nothing" };

export type ReadContext = {
  /** ms UTC */
  now: number;
  time_zone: string;
  /** ISO 3166 country whose numbers are meant when no prefix is said. */
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
  /** The one day that the caller named last: "of January" belongs to "the 8th" said before it. */
  named: string | null;
  /** The days last wished for when they were several ("next month"): "Wednesday" and "the first week" are meant of them. */
  within: readonly string[];
  /** The caller's name as it is known so far: it may be said again, or its rest. */
  name?: string | null;
  /** Digits or letters of an unfinished number or address from the breath before. */
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
  /** A number or address that still wants its rest. */
  unfinished: { field: string; text: string } | null;
};
