/** Running calls: their words so far, the carrier's reports, and the end of calls that were lost. */
import { and, asc, eq } from "drizzle-orm";
import { ofNumber } from "#app/agents/versions/versions.store.ts";
import { costCurrency } from "#app/calls/call-cost.ts";
import { isOver, laterStatus } from "#app/calls/call-status.ts";
import { type CallStatus, callStatuses } from "#app/calls/call-terms.schema.ts";
import type { FinishedCall } from "#app/calls/calls.schema.ts";
import { newFinishedCall } from "#app/calls/new-finished-call.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { clearTimer } from "#app/object/timers.store.ts";
import { calls, liveCalls } from "#drizzle/organization/schema.ts";
import { endedWithout } from "./forwarding.store.ts";
import { callTypeOf, type StatusReport } from "./live-calls.schema.ts";
import type { Announced, LiveCall, LiveLine, LiveMessage } from "./live-feed.schema.ts";
import { finish, lostReason, lostTimer } from "./live-finish.store.ts";
import { keepLines, lastSpeaker, linesOf } from "./live-lines.store.ts";

export { forwardEnded } from "./forwarding.store.ts";
export { admit, outlook, refuse } from "./live-admission.store.ts";
export { finish };

const longestLastWords = 200;

type LiveRow = typeof liveCalls.$inferSelect;

const statusOf = (row: LiveRow): CallStatus =>
  callStatuses.find((status) => status === row.status) ?? "ringing";

function liveCallOf(db: OrganizationDatabase, row: LiveRow): LiveCall {
  return {
    call_id: row.call_id,
    agent_id: row.agent_id,
    agent_name: row.agent_name,
    number_id: row.number_id,
    direction: row.direction === "outbound" ? "outbound" : "inbound",
    other_number: row.other_number,
    caller_name: row.caller_name,
    started_at: row.started_at,
    transferring_to: row.transferring_to,
    last_words: row.last_words,
    last_by: lastSpeaker(db, row.call_id),
    lines: linesOf(db, row.call_id),
  };
}

const byId = (db: OrganizationDatabase, call_id: string): LiveRow | undefined =>
  db.select().from(liveCalls).where(eq(liveCalls.call_id, call_id)).get();

/** The calls that go on now, the oldest first. */
export function list(db: OrganizationDatabase): LiveCall[] {
  const rows = db.select().from(liveCalls).orderBy(asc(liveCalls.started_at)).all();
  return rows.map((row) => liveCallOf(db, row));
}

/** One call that goes on now, or null. */
export function find(db: OrganizationDatabase, call_id: string): LiveCall | null {
  const row = byId(db, call_id);
  return row ? liveCallOf(db, row) : null;
}

/**
 * The number that a running call came to, or is placed from (null: a browser's call), and whether its agent's language
 * model can follow a hint; null: no such call.
 */
export function lineOf(
  db: OrganizationDatabase,
  call_id: string,
): { our_number: string | null; takesHints: boolean } | null {
  const row = byId(db, call_id);
  if (!row) return null;
  const { agent_id, agent_version, our_number } = row;
  const answers = agent_id && agent_version !== null ? ofNumber(db, agent_id, agent_version) : null;
  return { our_number, takesHints: (answers?.spec.model?.chain.length ?? 0) > 0 };
}

/**
 * Stores lines of a running call: new ones, and earlier ones that changed. Lines of a finished call are ignored.
 * @param caller_name the caller's name so far, or null
 * @returns how many lines are known without a gap, so that the sender can repeat the rest. null: no such call
 */
export function storeLines(
  db: OrganizationDatabase,
  call_id: string,
  lines: LiveLine[],
  caller_name: string | null,
): Announced<{ known: number | null }> {
  const row = byId(db, call_id);
  if (!row) return { known: null, announce: [] };
  const { known, changed } = keepLines(db, row, lines);
  const spoken = changed.filter(({ line }) => line.type === "agent" || line.type === "caller").at(-1);
  const isNamed = caller_name !== null && caller_name !== row.caller_name;
  db.update(liveCalls)
    .set({
      last_words: spoken ? spoken.line.text.slice(0, longestLastWords) : row.last_words,
      caller_name: isNamed ? caller_name : row.caller_name,
    })
    .where(eq(liveCalls.call_id, call_id))
    .run();
  const announce: LiveMessage[] = changed.map((line) => ({ type: "line", call_id, ...line }));
  if (isNamed) announce.push({ type: "caller_named", call_id, caller_name });
  return { known, announce };
}

/** Notes whom the caller is being put through to; null: the agent has the call. */
export function transferring(
  db: OrganizationDatabase,
  call_id: string,
  to: string | null,
): Announced<{ ok: boolean }> {
  const status = to === null ? "in_progress" : "transferring";
  const row = byId(db, call_id);
  if (!row || isOver(statusOf(row))) return { ok: false, announce: [] };
  db.update(liveCalls).set({ status, transferring_to: to }).where(eq(liveCalls.call_id, call_id)).run();
  return { ok: true, announce: [{ type: "transferring", call_id, transferring_to: to }] };
}

/** What a status report changed. */
export type Reported = {
  /** null: no such call. */
  call_id: string | null;
  /** The carrier reports that the call is over while it is still running here. */
  is_ending: boolean;
};

/** Applies a status report. Reports come late, twice and out of order; the status only moves forward (docs/telephony.md, "Status callbacks"). */
export function report(
  db: OrganizationDatabase,
  { provider, provider_call_id, status }: StatusReport,
): Reported {
  const live = db
    .select()
    .from(liveCalls)
    .where(and(eq(liveCalls.provider, provider), eq(liveCalls.provider_call_id, provider_call_id)))
    .get();
  if (live) {
    const later = laterStatus(statusOf(live), status);
    if (later !== live.status)
      db.update(liveCalls).set({ status: later }).where(eq(liveCalls.call_id, live.call_id)).run();
    return { call_id: live.call_id, is_ending: isOver(later) };
  }
  const past = db
    .select({ id: calls.id, status: calls.status })
    .from(calls)
    .where(and(eq(calls.provider, provider), eq(calls.provider_call_id, provider_call_id)))
    .get();
  if (!past) return { call_id: null, is_ending: false };
  const later = laterStatus(past.status, status);
  if (later !== past.status) db.update(calls).set({ status: later }).where(eq(calls.id, past.id)).run();
  return { call_id: past.id, is_ending: false };
}

/**
 * Ends a call that was lost, so that it does not hold a line forever. `now` in ms UTC; `seconds`: how long it lasted, as
 * the carrier reports it.
 */
export function giveUp(
  db: OrganizationDatabase,
  call_id: string,
  now: number,
  seconds: number | null = null,
): Announced<{ ok: boolean }> {
  const row = byId(db, call_id);
  if (!row) {
    clearTimer(db, lostTimer, call_id);
    return { ok: false, announce: [] };
  }
  return endedWithout(db, row, seconds, now) ?? finish(db, lostCall(db, row, now));
}

/** What is known of a lost call. It counts as a call without a result. */
function lostCall(db: OrganizationDatabase, row: LiveRow, now: number): FinishedCall {
  const lines = linesOf(db, row.call_id);
  return newFinishedCall({
    id: row.call_id,
    type: callTypeOf(row.provider),
    direction: row.direction === "outbound" ? "outbound" : "inbound",
    status: "failed",
    outcome: lines.length > 0 ? "no_outcome" : "missed",
    ended_by: "error",
    end_reason: lostReason,
    agent: { id: row.agent_id, name: row.agent_name, version: row.agent_version },
    number_id: row.number_id,
    our_number: row.our_number,
    other_number: row.other_number,
    caller_name: row.caller_name,
    provider: row.provider,
    provider_call_id: row.provider_call_id,
    started_at: row.started_at,
    ended_at: now,
    summary: "The call was dropped",
    lines,
    currency: row.currency ?? costCurrency,
    time_zone: row.time_zone ?? "UTC",
    locale: "en-US",
  });
}
