/** Calls that no agent can take, whose callers are put through to the number's fallback number: decided when they arrive, and put on record when they end. */
import { and, eq, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { isCapReached, isStoppedBy, planTrial } from "#app/billing/usage/usage.store.ts";
import { costCurrency, transferCost } from "#app/calls/call-cost.ts";
import { isOver } from "#app/calls/call-status.ts";
import type { CallStatus } from "#app/calls/call-terms.schema.ts";
import type { CostItem, FinishedCall } from "#app/calls/calls.schema.ts";
import type { EndDetail } from "#app/calls/endings.ts";
import { newFinishedCall } from "#app/calls/new-finished-call.ts";
import { refusalBy } from "#app/calls/protection/protection.store.ts";
import { callAllowance, grantedTrial, isTrialOver, limitsOf, reachOf } from "#app/membership/plan-limits.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { setTimer } from "#app/object/timers.store.ts";
import { hour_ms, minute_ms, second_ms } from "#app/platform/durations.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { dialRefusal } from "#app/platform/phone-number-cost.ts";
import { carrierPrices } from "#app/telephony/carriers/carrier-prices.ts";
import { routingOf } from "#app/telephony/number-routing.store.ts";
import { isAtOwnAccount, isOwnNumber } from "#app/telephony/own-numbers.store.ts";
import { isCountryAllowed } from "#app/telephony/telephony.store.ts";
import { liveCalls, numbers } from "#drizzle/organization/schema.ts";
import { goingOn, talkedSeconds } from "./going-on.store.ts";
import {
  type Admission,
  type Arrival,
  browserProvider,
  type Forward,
  longestRing_s,
  type Refusal,
} from "./live-calls.schema.ts";
import type { Announced, LiveMessage } from "./live-feed.schema.ts";
import { finish, lostTimer } from "./live-finish.store.ts";

/** Why callers are put through, and how the history says it. Every other refusal is a reason to take no call at all. */
const forwards: Partial<Record<Refusal, EndDetail>> = {
  no_agent: "forwarded_no_agent",
  organization_suspended: "forwarded_suspended",
  lines_full: "forwarded_lines_full",
  no_line: "forwarded_lines_full",
  outside_hours: "forwarded_closed",
};

/** How long the caller and the fallback number may talk. */
const longestForward_s = hour_ms / second_ms;
/** A call that is still here this much later was lost. */
const grace_ms = 5 * minute_ms;
/** The end of a call may be told before the end of its forwarding, which says whether someone answered. */
const wait_ms = minute_ms;

/** What a running call keeps of where its caller is put through. `seconds`: of the whole call, once its end is told. */
const forwarding = z.object({
  to: z.string(),
  detail: z.string(),
  seconds: z.int().nullable().default(null),
});

type LiveRow = typeof liveCalls.$inferSelect;

const forwardOf = (row: LiveRow): z.infer<typeof forwarding> | null =>
  row.forward === null ? null : (forwarding.safeParse(row.forward).data ?? null);

/** The fallback number of a called number that may be dialled today; null: there is none, or it may not. */
function fallbackOf(db: OrganizationDatabase, arrival: Arrival, reason: Refusal): string | null {
  const { our_number, tier, subscription_status, organization } = arrival;
  if (our_number === null || arrival.direction !== "inbound" || arrival.provider === browserProvider)
    return null;
  const row = db
    .select({ routing: numbers.routing })
    .from(numbers)
    .where(and(eq(numbers.phone_number, our_number), eq(numbers.status, "active")))
    .get();
  if (!row) return null;
  const { fallback_number, when_closed } = routingOf(row);
  // Outside the hours the number says itself who answers: a sentence is no fallback.
  if (reason === "outside_hours" && (when_closed === "message" || when_closed === "agent")) return null;
  if (fallback_number === null || isOwnNumber(db, fallback_number)) return null;
  const dialling = { country: organization.country, reach: reachOf(tier, subscription_status) };
  const isDiallable =
    dialRefusal(fallback_number, dialling) === null && isCountryAllowed(db, "outbound", fallback_number);
  return isDiallable ? fallback_number : null;
}

/** Whether something else than the refusal stands against a call, and its caller is not to be put through either. */
function isBarred(db: OrganizationDatabase, arrival: Arrival, number_id: string | null): boolean {
  const { other_number, now, organization, is_deleted, is_unpaid = false, is_over_ceiling = false } = arrival;
  return (
    is_deleted ||
    is_unpaid ||
    is_over_ceiling ||
    !isCountryAllowed(db, "inbound", other_number) ||
    refusalBy(db, { other_number, number_id, now, time_zone: organization.time_zone }) !== null ||
    isStoppedBy(arrival.cap_reached, arrival.direction) ||
    isCapReached(db, arrival.direction, now)
  );
}

/** How long a forwarding may last within a trial's minutes; null: there are none, or as many as the lines are put through already. */
function allowance(db: OrganizationDatabase, arrival: Arrival): number | null {
  const { subscription_status, granted_limits, lower_limits, tier, now } = arrival;
  const { lines } = limitsOf(tier, lower_limits, granted_limits);
  if (goingOn(db, isNotNull(liveCalls.forward)).lines >= lines) return null;
  const talked = talkedSeconds(db);
  const trial = planTrial(db, now) ?? grantedTrial(subscription_status, granted_limits, talked);
  if (isTrialOver(subscription_status, talked, trial)) return null;
  return callAllowance(subscription_status, talked, goingOn(db).reserved, longestForward_s, trial);
}

/** The admission of a call whose caller is put through; null: no fallback number can take it. */
export function forwarded(
  db: OrganizationDatabase,
  arrival: Arrival,
  reason: Refusal,
  number_id: string | null,
  id: string,
): Announced<Admission> | null {
  const detail = forwards[reason];
  if (detail === undefined) return null;
  const to = fallbackOf(db, arrival, reason);
  if (to === null || isBarred(db, arrival, number_id)) return null;
  const seconds = allowance(db, arrival);
  if (seconds === null) return null;
  const { organization, now, our_number, other_number, provider, provider_call_id } = arrival;
  const expires_at = now + seconds * second_ms + grace_ms;
  const row = {
    call_id: id,
    agent_id: null,
    agent_name: `Fallback number ${internationally(to)}`,
    number_id,
    direction: arrival.direction,
    our_number,
    other_number,
    caller_name: null,
    provider,
    provider_call_id,
    started_at: now,
    expires_at,
    longest_seconds: seconds,
    time_zone: organization.time_zone,
    currency: costCurrency,
    forward: { to, detail, seconds: null },
  };
  // A call that had been admitted, and for which the carrier's account has no line, stands here already.
  db.insert(liveCalls).values(row).onConflictDoUpdate({ target: liveCalls.call_id, set: row }).run();
  setTimer(db, lostTimer, id, expires_at);
  const started: LiveMessage = {
    type: "call_started",
    call: { ...row, last_words: null, last_by: null, lines: [] },
  };
  return { ok: false, reason, say: null, forward: { call_id: id, to, seconds }, announce: [started] };
}

/** Where the caller of a running call is put through to; null: an agent has it. */
export function runningForward(row: LiveRow): Forward | null {
  const forward = forwardOf(row);
  return (
    forward && { call_id: row.call_id, to: forward.to, seconds: row.longest_seconds ?? longestForward_s }
  );
}

/** What the carrier charges for the two legs; no agent spoke. */
function costs(provider: string, seconds: number, talk_seconds: number): CostItem[] {
  const price = carrierPrices(provider).inbound_minute;
  const quantity = Math.ceil(Math.max(0, seconds) / 60);
  const inbound: CostItem[] =
    quantity === 0
      ? []
      : [
          {
            what: "carrier",
            quantity,
            unit: "minute",
            unit_price_micros: price,
            cost_micros: quantity * price,
          },
        ];
  return [...inbound, ...transferCost(provider, [talk_seconds])];
}

/** How a forwarding came out. `talk_seconds`: how long the two talked; null: it is not known, and was the whole call. */
export type ForwardEnd = {
  provider: string;
  provider_call_id: string;
  answered: boolean;
  status: CallStatus;
  talk_seconds: number | null;
  now: number;
};

/** How long the call has been there, by our own clock. */
const measuredSeconds = ({ started_at }: LiveRow, now: number): number =>
  Math.max(0, Math.ceil((now - started_at) / second_ms));

function finished(db: OrganizationDatabase, row: LiveRow, end: ForwardEnd): Announced<{ ok: boolean }> {
  const forward = forwardOf(row);
  if (!forward) return { ok: false, announce: [] };
  const measured = measuredSeconds(row, end.now);
  const seconds = forward.seconds ?? measured;
  // Who holds the account can sign any figure: what was measured here, less the longest ringing, is the least that was talked.
  const least = isAtOwnAccount(db, row.number_id) ? Math.min(seconds, measured) - longestRing_s : 0;
  const told = Math.min(seconds, end.talk_seconds ?? seconds);
  const talk_seconds = end.answered ? Math.max(told, least) : 0;
  const end_reason: EndDetail = end.answered
    ? toDetail(forward.detail)
    : isOver(end.status)
      ? "caller_left_during_transfer"
      : "forward_unanswered";
  const call: FinishedCall = newFinishedCall({
    id: row.call_id,
    direction: "inbound",
    status: end.answered ? "completed" : "no_answer",
    outcome: end.answered ? "transferred" : "missed",
    ended_by: end.answered ? "transfer" : isOver(end.status) ? "caller" : "transfer",
    end_reason,
    agent: null,
    number_id: row.number_id,
    our_number: row.our_number,
    other_number: row.other_number,
    provider: row.provider,
    provider_call_id: row.provider_call_id,
    started_at: row.started_at,
    answered_at: end.answered ? end.now - talk_seconds * second_ms : null,
    ended_at: end.now,
    talk_seconds,
    cost_items: costs(row.provider, seconds, talk_seconds),
    summary: end.answered
      ? `Put through to ${internationally(forward.to)}`
      : `${internationally(forward.to)} didn't answer`,
    time_zone: row.time_zone ?? "UTC",
    locale: "en-US",
  });
  return finish(db, call);
}

const toDetail = (stored: string): EndDetail =>
  Object.values(forwards).find((detail) => detail === stored) ?? "transferred";

/** The forwarding of a running call ended. `ok` false: no such call is put through. */
export function forwardEnded(db: OrganizationDatabase, end: ForwardEnd): Announced<{ ok: boolean }> {
  const row = db
    .select()
    .from(liveCalls)
    .where(and(eq(liveCalls.provider, end.provider), eq(liveCalls.provider_call_id, end.provider_call_id)))
    .get();
  return row ? finished(db, row, end) : { ok: false, announce: [] };
}

/**
 * The carrier reports the end of a call whose caller was put through, or nothing more came of it. The forwarding's own
 * end is waited for; without it, a call that lasted counts as answered. Null: the call is none of these.
 */
export function endedWithout(
  db: OrganizationDatabase,
  row: LiveRow,
  seconds: number | null,
  now: number,
): Announced<{ ok: boolean }> | null {
  const forward = forwardOf(row);
  if (!forward) return null;
  if (forward.seconds === null && seconds !== null) {
    const ours = isAtOwnAccount(db, row.number_id) ? measuredSeconds(row, now) - longestRing_s : 0;
    db.update(liveCalls)
      .set({ forward: { ...forward, seconds: Math.max(seconds, ours) } })
      .where(eq(liveCalls.call_id, row.call_id))
      .run();
    setTimer(db, lostTimer, row.call_id, now + wait_ms);
    return { ok: true, announce: [] };
  }
  if (forward.seconds === null) return null;
  const { provider, provider_call_id } = row;
  const talk_seconds = forward.seconds;
  return finished(db, row, {
    provider,
    provider_call_id,
    answered: talk_seconds > 0,
    status: "completed",
    talk_seconds,
    now,
  });
}
