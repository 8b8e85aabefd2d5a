/** What stands beside a call's script: when it was, what it cost, what went on behind; told from the call's own row. */
import {
  count,
  dayInWords,
  leaf,
  longDate,
  money,
  tenthsOfSeconds,
  timeOfDay,
  timeSpan,
  wordDuration,
} from "#app/platform/format.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { callerOf, type Reading } from "./call-row.ts";
import type { EndedBy } from "./call-terms.schema.ts";
import type { CostItem } from "./calls.schema.ts";

/** "today at 2:06 pm", "on Tuesday, November 17 at 2:06 pm". */
function saidWhen(at: number, reading: Reading): string {
  const day = dayInWords(at, reading.now, reading);
  return `${/^[a-z]/.test(day) ? day : `on ${day}`} at ${timeOfDay(at, reading)}`;
}

type Told = {
  contact_name: string | null;
  other_number: string | null;
  type: string;
  direction: string;
  agent_name: string | null;
  started_at: number;
};

/** "+1 415 555 0198 · called Front desk today at 2:06 pm · 2 min 41 s": who they are is the title, and not said twice. */
export function sentenceOf(call: Told & { talk_seconds: number }, reading: Reading): string {
  const { who } = callerOf(call);
  const number = call.other_number === null ? null : internationally(call.other_number);
  const agent = call.agent_name ?? "us";
  const happened = call.direction === "outbound" ? `called by ${agent}` : `called ${agent}`;
  return [
    number !== who && number,
    `${happened} ${saidWhen(call.started_at, reading)}`,
    call.talk_seconds > 0 && wordDuration(call.talk_seconds),
  ]
    .filter((part) => typeof part === "string")
    .join(" · ");
}

export type Appointment = { month: string; day: number; title: string; when: string };

export function appointmentOf(
  booking: { kind: string; starts_at: number; ends_at: number },
  reading: Reading,
): Appointment {
  const { starts_at, ends_at } = booking;
  return {
    ...leaf(starts_at, reading),
    title: booking.kind,
    when: `${longDate(starts_at, reading.now, reading)}, ${timeSpan(starts_at, ends_at, reading)}`,
  };
}

const paidFor: Record<CostItem["what"], string> = { carrier: "Carrier", speech: "Speech", model: "Model" };

export type Bill = { total: string; items: (readonly [what: string, amount: string])[] };

/** The lines of a bill and their sum; a model that costs nothing is one that is built in. */
export function billOf(
  call: { cost_micros: number; currency: string },
  items: readonly CostItem[],
  { locale }: Reading,
): Bill | null {
  if (items.length === 0) return null;
  return {
    total: money(call.cost_micros, call.currency, locale),
    items: items.map(({ what, quantity, unit, cost_micros }) => [
      unit === "minute" && cost_micros > 0
        ? `${paidFor[what]}, ${count(quantity, locale)} min`
        : paidFor[what],
      what === "model" && cost_micros === 0 ? "built in" : money(cost_micros, call.currency, locale),
    ]),
  };
}

const endings: Record<EndedBy, string> = {
  caller: "The caller hung up",
  agent: "The agent said goodbye",
  transfer: "It was transferred",
  voicemail: "A voicemail answered",
  timeout: "The time was up",
  error: "The line was lost",
};

type Behind = {
  agent_version: number | null;
  agent_name: string | null;
  started_at: number;
  answered_at: number | null;
  answer_ms: number | null;
  interruptions: number;
  ended_by: string | null;
  our_number: string | null;
};

/** Words and values, only those that are known. */
export function behindOf(call: Behind, { locale }: Reading): (readonly [word: string, value: string])[] {
  const ending = Object.entries(endings).find(([by]) => by === call.ended_by)?.[1];
  const facts: (readonly [string, string | null | undefined])[] = [
    [
      "Agent",
      call.agent_name &&
        `${call.agent_name}${call.agent_version === null ? "" : `, version ${call.agent_version}`}`,
    ],
    ["Number", call.our_number && internationally(call.our_number)],
    [
      "Picked up after",
      call.answered_at === null ? null : tenthsOfSeconds(call.answered_at - call.started_at, locale),
    ],
    ["Answer time", call.answer_ms === null ? null : `${tenthsOfSeconds(call.answer_ms, locale)} median`],
    ["Interruptions", call.answered_at === null ? null : count(call.interruptions, locale)],
    ["How it ended", ending],
  ];
  return facts.flatMap(([word, value]) => (value ? [[word, value] as const] : []));
}
