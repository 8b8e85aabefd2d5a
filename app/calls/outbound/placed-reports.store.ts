/** What the carrier tells of calls that the organization places: it took them, it did not, how far they have come, who answered. */
import { and, eq } from "drizzle-orm";
import { isOver, laterStatus } from "#app/calls/call-status.ts";
import { type CallStatus, callStatuses } from "#app/calls/call-terms.schema.ts";
import type { EndDetail } from "#app/calls/endings.ts";
import type { Announced } from "#app/calls/live/live-feed.schema.ts";
import { finish } from "#app/calls/live/live-finish.store.ts";
import { newFinishedCall } from "#app/calls/new-finished-call.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { clearTimer, setTimer } from "#app/object/timers.store.ts";
import { second_ms } from "#app/platform/durations.ts";
import { liveCalls, placedCalls } from "#drizzle/organization/schema.ts";
import { type Cause, type PlacedReport, type PlacedState, placedRing_s } from "./placed-calls.schema.ts";

/** The timer and the task that ask the carrier what became of a call. */
export const checkTimer = "call_check";
/** When the carrier is asked after a call that should have stopped ringing. */
const rung_ms = placedRing_s * second_ms + 30 * second_ms;

export type LiveRow = typeof liveCalls.$inferSelect;

export const liveOf = (db: OrganizationDatabase, call_id: string): LiveRow | undefined =>
  db
    .select()
    .from(liveCalls)
    .where(and(eq(liveCalls.call_id, call_id), eq(liveCalls.direction, "outbound")))
    .get();

export const placedOf = (db: OrganizationDatabase, call_id: string) =>
  db.select().from(placedCalls).where(eq(placedCalls.call_id, call_id)).get();

/** Until the carrier names its call, our own id stands in the place of its name. */
export const carrierIdOf = ({ call_id, provider_call_id }: LiveRow): string | null =>
  provider_call_id === call_id ? null : provider_call_id;

export const statusOf = ({ status }: LiveRow): CallStatus =>
  callStatuses.find((one) => one === status) ?? "queued";

/** The carrier took the call and named it. It may have reported already, or even ended it. */
export function dialled(
  db: OrganizationDatabase,
  { call_id, provider_call_id, now }: { call_id: string; provider_call_id: string; now: number },
): void {
  const row = liveOf(db, call_id);
  if (row) bind(db, row, provider_call_id, now);
}

/** @returns false for a call of the carrier that is not this one */
export function bind(db: OrganizationDatabase, row: LiveRow, provider_call_id: string, now: number): boolean {
  const known = carrierIdOf(row);
  if (known !== null) return known === provider_call_id;
  db.update(liveCalls).set({ provider_call_id }).where(eq(liveCalls.call_id, row.call_id)).run();
  setTimer(db, checkTimer, row.call_id, now + rung_ms);
  return true;
}

/** Why a call was never connected, by the carrier's status and what it says of it. */
function endDetailOf(status: CallStatus, cause: Cause | null): EndDetail {
  if (cause === "stopped" || status === "canceled") return "stopped_by_member";
  if (cause === "declined") return "declined";
  if (status === "busy") return "busy";
  if (status === "no_answer") return "no_answer";
  if (cause === "number") return "invalid_number";
  if (cause === "blocked") return "carrier_blocked";
  if (cause === "lines") return "no_line";
  return cause === "spam" ? "marked_spam" : "no_relay";
}

type Ended = { status: CallStatus; detail: EndDetail; by: "caller" | "agent" | "error"; now: number };

/** Ends a call that no agent had. */
function endUnanswered(
  db: OrganizationDatabase,
  row: LiveRow,
  { status, detail, by, now }: Ended,
): Announced<object> {
  clearTimer(db, checkTimer, row.call_id);
  return finish(
    db,
    newFinishedCall({
      id: row.call_id,
      direction: "outbound",
      status,
      outcome: "missed",
      ended_by: by,
      end_reason: detail,
      agent: { id: row.agent_id, name: row.agent_name, version: row.agent_version },
      number_id: row.number_id,
      our_number: row.our_number,
      other_number: row.other_number,
      provider: row.provider,
      provider_call_id: carrierIdOf(row),
      started_at: row.started_at,
      ended_at: now,
      time_zone: row.time_zone ?? "UTC",
      locale: "en-US",
    }),
  );
}

/** The carrier did not place the call: it said why, or there is no such call at it. */
export function notPlaced(
  db: OrganizationDatabase,
  { call_id, cause, words, now }: { call_id: string; cause: Cause | null; words: string | null; now: number },
): Announced<object> {
  const row = liveOf(db, call_id);
  if (!row || placedOf(db, call_id)?.handed_at) return { announce: [] };
  db.update(placedCalls).set({ carrier_words: words }).where(eq(placedCalls.call_id, call_id)).run();
  const detail = cause === null ? "not_placed" : endDetailOf("failed", cause);
  return endUnanswered(db, row, { status: "failed", detail, by: "error", now });
}

/**
 * Takes a report of the carrier, or its answer when it is asked. Reports come late, twice and out of order: a call only
 * moves forward, and one that its agent has is ended by its own object.
 */
export function report(
  db: OrganizationDatabase,
  { call_id, provider, provider_call_id, status, cause, now }: PlacedReport,
): Announced<{ state: PlacedState }> {
  const row = liveOf(db, call_id);
  if (!row || row.provider !== provider || !bind(db, row, provider_call_id, now))
    return { state: "unknown", announce: [] };
  const later = laterStatus(statusOf(row), status);
  if (later !== row.status)
    db.update(liveCalls).set({ status: later }).where(eq(liveCalls.call_id, call_id)).run();
  if (placedOf(db, call_id)?.handed_at) return { state: isOver(later) ? "handed" : "going", announce: [] };
  if (!isOver(later)) return { state: "going", announce: [] };
  const detail = endDetailOf(later, cause);
  const by = detail === "stopped_by_member" ? "agent" : detail === "no_relay" ? "error" : "caller";
  const bound = { ...row, provider_call_id };
  const { announce } = endUnanswered(db, bound, { status: later, detail, by, now });
  return { state: "ended", announce };
}

/** Keeps who or what answered, as the carrier says it. */
export const answeredBy = (
  db: OrganizationDatabase,
  { call_id, who }: { call_id: string; who: string },
): void =>
  void db.update(placedCalls).set({ answered_by: who }).where(eq(placedCalls.call_id, call_id)).run();
