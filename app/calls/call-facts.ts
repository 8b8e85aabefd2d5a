/** The facts beside a call's script, read from the call's row: when it was, what it cost, technical details. */
import {
  count,
  dayInWords,
  leaf,
  longDate,
  money,
  tenthsOfSeconds,
  timeOfDay,
  timeSpan,
  weekdayName,
  wordDuration,
} from "#app/platform/format.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { isDate, localDate } from "#app/platform/zoned-time.ts";
import type { Reading } from "./call-row.ts";
import type { CallStatus, EndedBy } from "./call-terms.schema.ts";
import type { CostItem, ModelUse } from "./calls.schema.ts";
import type { EndFacts } from "./end-reasons.schema.ts";
import { endFactsOf, faultWords, statusShown } from "./endings.ts";
import { freeAnswers } from "./model-answers.ts";

/** "today at 2:06 pm", "on Tuesday, November 17 at 2:06 pm". */
function saidWhen(at: number, reading: Reading): string {
  const day = dayInWords(at, reading.now, reading);
  return `${/^[a-z]/.test(day) ? day : `on ${day}`} at ${timeOfDay(at, reading)}`;
}

type Told = {
  direction: string;
  agent_name: string | null;
  started_at: number;
};

/** "Called Front desk today at 2:06 pm · 2 min 41 s". */
export function sentenceOf(call: Told & { talk_seconds: number }, reading: Reading): string {
  const agent = call.agent_name ?? "us";
  const happened = call.direction === "outbound" ? `Called by ${agent}` : `Called ${agent}`;
  return [
    `${happened} ${saidWhen(call.started_at, reading)}`,
    call.talk_seconds > 0 && wordDuration(call.talk_seconds),
  ]
    .filter((part) => typeof part === "string")
    .join(" · ");
}

/**
 * `when` appears beside the calendar leaf that `month` and `day` form; `date` is for screen readers.
 * `person`: who the appointment is for; null when the reader may not know. `notes`: what else was said about it.
 */
export type Appointment = {
  id: string;
  month: string;
  day: number;
  title: string;
  person: string | null;
  date: string;
  when: string;
  notes: string;
  /** Whether a call from a browser made it. */
  is_web: boolean;
};

export function appointmentOf(
  booking: {
    id: string;
    kind: string;
    starts_at: number;
    ends_at: number;
    name: string;
    notes: string;
    is_web: boolean;
  },
  reading: Reading,
): Appointment {
  const { id, starts_at, ends_at, name, notes } = booking;
  const date = longDate(starts_at, reading.now, reading);
  const near = dayInWords(starts_at, reading.now, reading);
  const isThisYear = !/\d{4}/.test(date);
  const weekday = weekdayName(localDate(starts_at, reading.timeZone), reading.locale);
  const day = near !== date ? near : isThisYear ? weekday : date;
  return {
    id,
    ...leaf(starts_at, reading),
    title: booking.kind,
    person: name || null,
    date,
    when: `${day}, ${timeSpan(starts_at, ends_at, reading)}`,
    notes,
    is_web: booking.is_web,
  };
}

/** How a call's script names the caller: a first name, or "Caller" when none is known or the call booked for several people. */
export function callerInScript(
  name: string | null,
  appointments: readonly { person: string | null }[],
): string {
  const people = new Set(appointments.flatMap(({ person }) => (person ? [person.trim().toLowerCase()] : [])));
  return (people.size < 2 && name?.trim().split(/\s+/)[0]) || "Caller";
}

/**
 * A collected value as people read it: numbers grouped, dates and times in words. A value of another shape is shown
 * as the caller said it.
 */
export function valueShown(value: string, { locale, now }: Reading): string {
  if (/^\+[1-9]\d{6,14}$/.test(value)) return internationally(value);
  const [, day, clock] = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}))?$/.exec(value) ?? [];
  if (!day || !isDate(day)) return value === "yes" ? "Yes" : value === "no" ? "No" : value;
  // Stored as local date and clock time, which mean the same wherever they are read.
  const place = { timeZone: "UTC", locale };
  const date = longDate(Date.parse(`${day}T00:00Z`), now, place);
  return clock ? `${date}, ${timeOfDay(Date.parse(`${day}T${clock}Z`), place)}` : date;
}

const paidFor: Record<CostItem["what"], string> = {
  carrier: "Carrier",
  speech: "Speech",
  model: "Model",
  detection: "Machine detection",
  transfer: "Transfer",
};

export type Bill = { total: string; items: (readonly [what: string, amount: string])[] };

/** The lines of a bill and their sum; a model without cost is shown as included, or as what is not known. */
export function billOf(
  call: { cost_micros: number; currency: string },
  items: readonly CostItem[],
  answers: readonly ModelUse[],
  { locale }: Reading,
): Bill | null {
  if (items.length === 0) return null;
  return {
    total: money(call.cost_micros, call.currency, locale),
    items: items.map(({ what, quantity, unit, cost_micros }) => [
      unit === "minute" && cost_micros > 0
        ? `${paidFor[what]}, ${count(quantity, locale)} min`
        : paidFor[what],
      what === "model" && cost_micros === 0
        ? freeAnswers(answers)
        : money(cost_micros, call.currency, locale),
    ]),
  };
}

const endings: Record<EndedBy, string> = {
  caller: "The caller hung up",
  agent: "The agent said goodbye",
  transfer: "Transferred to a person",
  voicemail: "Voicemail answered",
  timeout: "Reached the maximum call length",
  error: "The connection was lost",
};

type Ended = {
  ended_by: string | null;
  end_reason: string | null;
  end_detail: string | null;
  direction?: string;
};

/** How a call ended, in words; null when it is unknown. */
export function endingShown(call: Ended): string | null {
  const [, who] = Object.entries(endings).find(([by]) => by === call.ended_by) ?? [];
  return endFactsOf(call)?.words ?? who ?? null;
}

type Behind = {
  type: "phone" | "web" | "test";
  agent_version: number | null;
  agent_name: string | null;
  started_at: number;
  answered_at: number | null;
  answer_ms: number | null;
  interruptions: number;
  ended_by: string | null;
  end_reason: string | null;
  end_detail: string | null;
  status: CallStatus;
  our_number: string | null;
  direction: string;
};

/** Whether the talk counts against the plan. */
function chargedWords({ type, answered_at }: Behind, { isCharged }: EndFacts): string {
  if (answered_at === null) return "No, it wasn't connected";
  if (type !== "phone") return "No, calls in the browser are free";
  return isCharged ? "Yes, its minutes count" : "No, it failed on our side";
}

/** Labels and values, only those that are known. */
export function behindOf(call: Behind, { locale }: Reading): (readonly [word: string, value: string])[] {
  const ended = endFactsOf(call);
  const facts: (readonly [string, string | null | undefined])[] = [
    [
      "Agent",
      call.agent_name &&
        `${call.agent_name}${call.agent_version === null ? "" : `, version ${call.agent_version}`}`,
    ],
    ["Number", call.our_number && internationally(call.our_number)],
    [
      "Time to answer",
      call.answered_at === null ? null : tenthsOfSeconds(call.answered_at - call.started_at, locale),
    ],
    ["Response time", call.answer_ms === null ? null : `${tenthsOfSeconds(call.answer_ms, locale)} median`],
    ["Interruptions", call.answered_at === null ? null : count(call.interruptions, locale)],
    ["Status", statusShown(call.status)],
    ["How it ended", endingShown(call)],
    ["At fault", ended && faultWords[ended.fault]],
    ["Charged", ended && chargedWords(call, ended)],
    ["What to do", ended?.next],
  ];
  return facts.flatMap(([word, value]) => (value ? [[word, value] as const] : []));
}
