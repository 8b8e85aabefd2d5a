/** Builds every finished call. A field that the caller of `newFinishedCall` does not give gets the value of a call in which nothing happened. */
import { costCurrency, costOf } from "./call-cost.ts";
import { type SummaryFacts, summaryOf } from "./call-summary.ts";
import type { FinishedCall } from "./calls.schema.ts";
import { endFactsOf, endingOf } from "./endings.ts";

/** The default values: those of a call that was not answered. */
const nothing = {
  type: "phone",
  caller_name: null,
  caller_email: null,
  answered_at: null,
  talk_seconds: 0,
  fields: [],
  booking_id: null,
  lines: [],
  transfers: [],
  model_use: [],
  currency: costCurrency,
  answer_ms: null,
  interruptions: 0,
} satisfies Partial<FinishedCall>;

/** The default facts of a summary: the call booked, transferred and noted nothing. */
const nothingDone = {
  booking: null,
  bookings: 0,
  moved: [],
  canceled: [],
  transfer: null,
  message: null,
  call_back: null,
  topics: [],
  unanswered: [],
} satisfies Partial<SummaryFacts>;

/** The fields that every call must give. */
type Known = Pick<
  FinishedCall,
  | "id"
  | "direction"
  | "status"
  | "outcome"
  | "ended_by"
  | "end_reason"
  | "number_id"
  | "our_number"
  | "other_number"
  | "provider"
  | "provider_call_id"
  | "started_at"
  | "ended_at"
  | "time_zone"
>;

/** The fields that a call may give. Without `cost_items` and `summary`, both are computed. */
type Optional = Partial<Pick<FinishedCall, keyof typeof nothing | "cost_items" | "summary">>;

export type CallKnown = Known &
  Optional & {
    /** Null: no agent took it. */
    agent: { id: string | null; name: string | null; version: number | null } | null;
    /** BCP 47; the organization's, for the summary. */
    locale: string;
    /** What was done in it, for the summary. */
    done?: Partial<Pick<SummaryFacts, keyof typeof nothingDone>>;
  };

/** How a placed call ended that reached no person: there is nothing else to say of it. Null: it reached one, or came in. */
function unreached(call: Omit<Known, "id"> & Pick<FinishedCall, "answered_at">): string | null {
  const { direction, outcome, ended_by, end_reason } = call;
  if (direction !== "outbound" || (outcome !== "missed" && ended_by !== "voicemail")) return null;
  return endFactsOf({ ...endingOf(end_reason, call), direction })?.words ?? null;
}

/** A finished call from what is known of it. */
export function newFinishedCall({ agent, locale, done, ...known }: CallKnown): FinishedCall {
  const call = { ...nothing, ...known };
  const { type, direction, provider, lines, transfers, talk_seconds: seconds } = call;
  const facts: SummaryFacts = {
    ...nothingDone,
    ...done,
    outcome: call.outcome,
    end_reason: call.end_reason,
    fields: call.fields,
    caller_spoke: lines.some(({ type }) => type === "caller" || type === "keys"),
    started_at: call.started_at,
  };
  return {
    summary: unreached(call) ?? summaryOf(facts, { timeZone: call.time_zone, locale }),
    cost_items: costOf({ type, direction, provider, seconds, transfers }),
    ...call,
    agent_id: agent?.id ?? null,
    agent_name: agent?.name ?? null,
    agent_version: agent?.version ?? null,
  };
}
