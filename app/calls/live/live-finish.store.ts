/** Turns a call into history: its row, words, daily counts, contact and usage, in one transaction and once. */
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { recordUsage } from "#app/billing/usage/usage.store.ts";
import { billableSeconds } from "#app/billing/usage/usage-price.ts";
import { countForVersion, watchTrial } from "#app/calls/agent-versions/version-watch.store.ts";
import { totalOf } from "#app/calls/call-cost.ts";
import { type CallOutcome, outcomes } from "#app/calls/call-terms.schema.ts";
import type { FinishedCall } from "#app/calls/calls.schema.ts";
import { countCall } from "#app/calls/dashboard/call-counts.store.ts";
import { type EndDetail, type Ending, endingOf, isCharged } from "#app/calls/endings.ts";
import { lastSaidOf } from "#app/calls/last-said.ts";
import { enqueueMessages, factsOfCall } from "#app/calls/messages/messages.store.ts";
import { dialTimer } from "#app/calls/outbound/placed-calls.schema.ts";
import { callEnded } from "#app/calls/recordings/recordings.store.ts";
import { storedCall } from "#app/calls/redaction/stored-words.store.ts";
import {
  type Contact,
  enqueueLead,
  findByPhone,
  type Learned,
  upsertByPhone,
} from "#app/contacts/contacts.store.ts";
import type { Payloads } from "#app/object/events.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueue } from "#app/object/outbox.store.ts";
import { clearTimer, hasten } from "#app/object/timers.store.ts";
import { localDate } from "#app/platform/zoned-time.ts";
import { keepAttempts } from "#app/telephony/transfers/transfers.store.ts";
import { bookings, callDays, calls, callTranscripts, liveCalls } from "#drizzle/organization/schema.ts";
import type { Announced } from "./live-feed.schema.ts";
import { forgetLines } from "./live-lines.store.ts";

/** The timer that ends a lost call. */
export const lostTimer = "call_lost";
/** How a lost call ended; the real end replaces it if it still comes. */
export const lostReason = "lost" satisfies EndDetail;

const becomes: Partial<Record<CallOutcome, Learned["status"]>> = {
  booked: "booked",
  lead: "qualified",
  opted_out: "do_not_call",
};

/**
 * Stores a finished call. Handing it over again changes nothing (docs/architecture.md, "Calls"); a call that counted
 * as lost is replaced.
 * @throws whatever the database throws; nothing is written then
 */
export function finish(db: OrganizationDatabase, call: FinishedCall): Announced<{ ok: true }> {
  const isNew = db.transaction(() => write(db, call));
  return { ok: true, announce: isNew ? [{ type: "call_ended", call_id: call.id }] : [] };
}

function write(db: OrganizationDatabase, given: FinishedCall): boolean {
  const call = storedCall(db, given);
  const live = db.delete(liveCalls).where(eq(liveCalls.call_id, call.id)).returning().get();
  forgetLines(db, call.id);
  clearTimer(db, lostTimer, call.id);
  const known = db
    .select({ seq: calls.seq, end_detail: calls.end_detail, outcome: calls.outcome, network: calls.network })
    .from(calls)
    .where(eq(calls.id, call.id))
    .get();
  if (known && (known.end_detail !== lostReason || call.end_reason === lostReason)) return false;
  if (known) forget(db, call, known);

  const contact = contactOf(db, call);
  const cost_micros = totalOf(call.cost_items);
  const { lines, caller_name, caller_email: _, time_zone: __, transfers, ...row } = call;
  const ending = endingOf(call.end_reason, call);
  const { seq } = db
    .insert(calls)
    .values({
      ...row,
      ...ending,
      contact_id: contact?.id ?? null,
      contact_name: caller_name ?? contact?.name ?? null,
      cost_micros,
      last_said: lastSaidOf(call),
      caller_spoke: lines.some(({ type }) => type === "caller" || type === "keys"),
      network: live?.network ?? known?.network ?? null,
      created_at: call.started_at,
      updated_at: call.ended_at,
    })
    .returning({ seq: calls.seq })
    .get();
  db.insert(callTranscripts).values({ call_id: call.id, lines }).run();
  keepAttempts(db, call.id, transfers);
  db.run(sql`insert into call_words (rowid, words) values (${seq}, ${wordsOf(call, contact?.name ?? null)})`);
  count(db, call, cost_micros);
  const answered = wasAnswered(call);
  countCall(db, { ...call, seq, answered, cost_micros }, call.time_zone, 1);
  countForVersion(db, call, 1);
  callEnded(db, call, call.ended_at);
  if (call.direction === "outbound") hasten(db, dialTimer, call.ended_at);
  if (contact) db.update(bookings).set({ contact_id: contact.id }).where(eq(bookings.call_id, call.id)).run();
  if (contact && hasSavedLead(call)) enqueueLead(db, contact, { call_id: call.id, at: call.ended_at });
  enqueueMessages(db, call.id, call.ended_at);
  if (call.end_reason !== lostReason) {
    watchTrial(db, call, lostReason);
    recordUsage(db, chargedPart(call, ending));
    enqueue(db, {
      kind: "call.finished",
      at: call.ended_at,
      payload: factOf(db, call, ending, contact, cost_micros),
    });
  }
  return true;
}

const savedLead = z.object({
  action: z.object({ type: z.literal("save_lead") }),
  outcome: z.object({ ok: z.literal(true) }),
});

/** Whether the call saved a lead, also one that booked or was transferred afterwards. */
const hasSavedLead = ({ outcome, lines }: FinishedCall): boolean =>
  outcome === "lead" || lines.some(({ detail }) => savedLead.safeParse(detail).success);

const wasAnswered = (call: FinishedCall): boolean => call.answered_at !== null && call.outcome !== "missed";

/** A call for its bill: one that failed on our side counts no seconds. */
const chargedPart = (call: FinishedCall, { end_reason }: Ending): FinishedCall =>
  call.type !== "phone" || isCharged(end_reason) ? call : { ...call, talk_seconds: 0 };

/** The call as subscribers are told of it. */
const factOf = (
  db: OrganizationDatabase,
  call: FinishedCall,
  ending: Ending,
  contact: Contact | null,
  cost_micros: number,
): Payloads["call.finished"] => ({
  v: 1,
  call_id: call.id,
  type: call.type,
  direction: call.direction,
  other_number: call.other_number,
  own_number: call.our_number,
  number_id: call.number_id,
  agent_id: call.agent_id,
  agent_version: call.agent_version,
  started_at: call.started_at,
  ended_at: call.ended_at,
  answered: wasAnswered(call),
  outcome: call.outcome,
  reason: ending.end_reason,
  booked: call.outcome === "booked",
  booking_id: call.booking_id,
  messages: factsOfCall(db, call.id).length,
  seconds: call.talk_seconds,
  billable_seconds: billableSeconds(chargedPart(call, ending)),
  cost_micros,
  currency: call.currency,
  contact_id: contact?.id ?? null,
  contact_name: call.caller_name ?? contact?.name ?? null,
  summary: call.summary,
});

function contactOf(db: OrganizationDatabase, call: FinishedCall) {
  if (call.other_number === null) return null;
  if (call.end_reason === lostReason) return findByPhone(db, call.other_number);
  return upsertByPhone(db, {
    phone_number: call.other_number,
    name: call.caller_name,
    email: call.caller_email,
    status: becomes[call.outcome] ?? null,
    source: "call",
    call_id: call.id,
    now: call.started_at,
  });
}

/** The words by which the full-text search finds a call. */
function wordsOf(call: FinishedCall, contact_name: string | null): string {
  const spoken = call.lines.filter(({ type }) => type === "agent" || type === "caller");
  return [
    call.caller_name ?? contact_name,
    call.caller_email,
    call.other_number,
    call.summary,
    ...call.fields.map(({ value }) => value),
    ...spoken.map(({ text }) => text),
  ]
    .filter((part) => part !== null && part !== "")
    .join("\n");
}

/** Adds the call to its local day. */
function count(db: OrganizationDatabase, call: FinishedCall, cost_micros: number): void {
  const added = {
    calls: 1,
    answered: wasAnswered(call) ? 1 : 0,
    booked: call.outcome === "booked" ? 1 : 0,
    seconds: call.talk_seconds,
    cost_micros,
  };
  db.insert(callDays)
    .values({ day: localDate(call.started_at, call.time_zone), agent_id: call.agent_id ?? "", ...added })
    .onConflictDoUpdate({
      target: [callDays.day, callDays.agent_id],
      set: {
        calls: sql`${callDays.calls} + ${added.calls}`,
        answered: sql`${callDays.answered} + ${added.answered}`,
        booked: sql`${callDays.booked} + ${added.booked}`,
        seconds: sql`${callDays.seconds} + ${added.seconds}`,
        cost_micros: sql`${callDays.cost_micros} + ${added.cost_micros}`,
      },
    })
    .run();
}

/** Removes a lost call, which counted as a call without a result. */
function forget(
  db: OrganizationDatabase,
  call: FinishedCall,
  { seq, outcome }: Pick<typeof calls.$inferSelect, "seq" | "outcome">,
): void {
  const counted = outcomes.find((one) => one === outcome);
  const lost = db.select().from(calls).where(eq(calls.id, call.id)).get();
  const wasTaken = lost?.answered_at != null && outcome !== "missed";
  if (lost) countCall(db, { ...lost, answered: wasTaken }, call.time_zone, -1);
  if (counted) countForVersion(db, { ...call, outcome: counted }, -1);
  db.delete(calls).where(eq(calls.id, call.id)).run();
  db.delete(callTranscripts).where(eq(callTranscripts.call_id, call.id)).run();
  db.run(sql`delete from call_words where rowid = ${seq}`);
  db.update(callDays)
    .set({ calls: sql`${callDays.calls} - 1` })
    .where(
      and(
        eq(callDays.day, localDate(call.started_at, call.time_zone)),
        eq(callDays.agent_id, call.agent_id ?? ""),
      ),
    )
    .run();
}
