/** A live call's facts put together as the finished call that its organization keeps. Pure. */
import { costOf } from "#app/calls/call-cost.ts";
import { outcomeOf } from "#app/calls/call-outcome.ts";
import type { CallOutcome } from "#app/calls/call-terms.schema.ts";
import type { CallLine, CollectedField, CostItem, FinishedCall } from "#app/calls/calls.schema.ts";
import type { PreparedCall } from "#app/calls/live/live-calls.schema.ts";
import { newFinishedCall } from "#app/calls/new-finished-call.ts";
import type { Action } from "#workers/conversation/line/conversation.ts";
import type { LoopState } from "#workers/conversation/line/loop-state.ts";
import type { CallEnd, CallProgress } from "./call-facts.ts";

type Facts = {
  call: PreparedCall;
  progress: CallProgress;
  loop: LoopState;
  lines: CallLine[];
  end: CallEnd;
};

/** The actions of one type that succeeded, in order. */
function succeeded<Type extends Action["type"]>(
  loop: LoopState,
  type: Type,
): Extract<Action, { type: Type }>[] {
  const isOfType = (action: Action): action is Extract<Action, { type: Type }> => action.type === type;
  return Object.values(loop.deeds)
    .filter(({ outcome }) => outcome?.ok)
    .map(({ action }) => action)
    .filter(isOfType);
}

/** What the call's appointments came to: one that it made and moved is a booking, one that it made and cancelled is none. */
function appointmentsOf({ appointments }: CallProgress, loop: LoopState) {
  const known = Object.values(appointments);
  const booked = succeeded(loop, "book").flatMap((action) => {
    const now = known.find(({ action_id }) => action_id === action.id);
    return now?.is === "canceled" ? [] : [{ action, starts_at: now?.starts_at ?? action.starts_at }];
  });
  const starts = (is: "moved" | "canceled") =>
    known.filter((one) => one.is === is).map(({ starts_at }) => starts_at);
  return { booked, moved: starts("moved"), canceled: starts("canceled") };
}

/** The collected values, in the agent's order of fields. */
export const collectedOf = (call: PreparedCall, loop: LoopState): CollectedField[] =>
  call.agent.spec.fields.flatMap(({ id, label }) => {
    const value = loop.collected[id];
    return value === undefined || value === "" ? [] : [{ id, label, value }];
  });

const fieldOfType = (call: PreparedCall, loop: LoopState, type: "name" | "email"): string | null => {
  const field = call.agent.spec.fields.find((known) => known.type === type);
  return (field && loop.collected[field.id]) || null;
};

/** The caller's name, as far as it is known. When there are several appointments, the later ones are for other people. */
export const callerName = (call: PreparedCall, loop: LoopState): string | null =>
  succeeded(loop, "book")[0]?.name ||
  succeeded(loop, "take_message").at(-1)?.name ||
  fieldOfType(call, loop, "name") ||
  loop.collected.caller_name ||
  null;

const middle = (values: readonly number[]): number | null => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
};

/** Topics and questions that the script's notes contain. */
function noted(lines: readonly CallLine[], type: string, key: string): string[] {
  const found = lines.flatMap(({ detail }) => {
    if (typeof detail !== "object" || detail === null || Array.isArray(detail) || detail.type !== type)
      return [];
    const value = detail[key];
    return typeof value === "string" ? [value] : [];
  });
  return [...new Set(found)];
}

/**
 * How long the line was open, in started seconds. The carrier's figure counts up to the time that the call existed; at an
 * account of the organization's own it does not count, because who holds the account can sign any figure.
 */
function openSeconds(
  { started_at, is_own_account }: PreparedCall,
  { at, carrier_seconds }: CallEnd,
  answered_at: number,
): number {
  if (carrier_seconds !== null && !is_own_account)
    return Math.min(carrier_seconds, Math.max(0, Math.ceil((at - started_at) / 1000)));
  return Math.max(1, Math.round((at - answered_at) / 1000));
}

/** The call's cost, where a carrier listened for a machine with that, and with what its language models' answers cost in place of the built-in brain's. */
function costOfCall(
  { type, direction, provider, agent }: PreparedCall,
  { attempts: transfers }: CallProgress,
  { model_use }: LoopState,
  seconds: number,
): CostItem[] {
  const cost_micros = Math.round(model_use.reduce((sum, one) => sum + (one.cost_micros ?? 0), 0));
  const detects = direction === "outbound" && agent.spec.voicemail !== "off";
  return costOf({ type, direction, provider, seconds, detects, transfers }).map((item) =>
    item.what === "model" && model_use.length > 0
      ? { what: "model", quantity: 1, unit: "call", unit_price_micros: cost_micros, cost_micros }
      : item,
  );
}

const leftWithNothing = new Set(["goodbye", "end_phrase", "hung_up", "silence"]);

/** A call that ended without anything done after its models had failed ended for that. */
const reasonOf = ({ reason }: CallEnd, outcome: CallOutcome, { models_gone }: LoopState): string =>
  models_gone && outcome === "no_outcome" && leftWithNothing.has(reason) ? "provider_llm" : reason;

/** The finished call. */
export function finishedCallOf({ call, progress, loop, lines, end }: Facts): FinishedCall {
  const { organization, agent } = call;
  const { answered_at } = progress;
  const connected = answered_at !== null;
  const seconds = connected ? openSeconds(call, end, answered_at) : 0;
  const { booked, moved, canceled } = appointmentsOf(progress, loop);
  const [transfer] = succeeded(loop, "transfer");
  const taken = progress.attempts.findLast(({ outcome: is }) => is === "answered");
  const takenBy = taken && taken.name !== taken.phone_number ? taken.name : null;
  const messages = succeeded(loop, "take_message");
  const message = messages.findLast(({ call_back }) => !call_back);
  const call_back = messages.findLast((one) => one.call_back);
  const topics = noted(lines, "answered_from", "title");
  const outcome = outcomeOf({
    connected,
    booked: booked.length > 0,
    moved: moved.length > 0,
    canceled: canceled.length > 0,
    transferred: transfer !== undefined,
    lead: succeeded(loop, "save_lead").length > 0,
    message: message !== undefined,
    call_back: call_back !== undefined,
    opted_out: loop.deeds.opt_out !== undefined || succeeded(loop, "opt_out").length > 0,
    answered: topics.length > 0,
  });
  const last = booked.at(-1);
  return newFinishedCall({
    id: call.id,
    type: call.type,
    direction: call.direction,
    status: end.status,
    outcome,
    ended_by: end.by,
    end_reason: reasonOf(end, outcome, loop),
    agent: { id: agent.id, name: agent.spec.name, version: agent.version },
    number_id: call.number_id,
    our_number: call.our_number,
    other_number: call.other_number,
    caller_name: callerName(call, loop),
    model_use: loop.model_use,
    cost_items: costOfCall(call, progress, loop, seconds),
    caller_email: last?.action.email ?? fieldOfType(call, loop, "email"),
    provider: call.provider,
    provider_call_id: call.provider_call_id,
    started_at: call.started_at,
    answered_at,
    ended_at: end.at,
    talk_seconds: seconds,
    fields: collectedOf(call, loop),
    booking_id: progress.booking_id,
    lines,
    transfers: progress.attempts,
    answer_ms: middle(loop.answer_ms),
    interruptions: loop.interruptions,
    time_zone: organization.time_zone,
    locale: organization.locale,
    done: {
      booking: last ? { kind: last.action.kind, starts_at: last.starts_at } : null,
      bookings: booked.length,
      moved,
      canceled,
      transfer: transfer
        ? { name: takenBy ?? agent.spec.actions.transfer?.name ?? "", reason: transfer.reason }
        : null,
      message: message?.text ?? null,
      call_back: call_back?.text ?? null,
      topics,
      unanswered: noted(lines, "no_answer", "question"),
    },
  });
}
