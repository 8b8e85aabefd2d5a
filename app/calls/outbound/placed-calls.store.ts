/** Calls that the organization places: written before the carrier is asked, followed until an agent has them or they end. */
import { and, eq, sql } from "drizzle-orm";
import { laterStatus } from "#app/calls/call-status.ts";
import { type CallBar, callBars } from "#app/calls/compliance/compliance.schema.ts";
import { mayCall } from "#app/calls/compliance/compliance.store.ts";
import { answering, answeringSince } from "#app/calls/live/answering-agent.store.ts";
import { admit, prepared } from "#app/calls/live/live-admission.store.ts";
import { type Arrival, type PreparedCall, refusals } from "#app/calls/live/live-calls.schema.ts";
import type { Announced } from "#app/calls/live/live-feed.schema.ts";
import { turnedAway } from "#app/calls/live/turned-away.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueueTask } from "#app/object/outbox.store.ts";
import { clearTimer, setTimer } from "#app/object/timers.store.ts";
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { settings as telephonySettings } from "#app/telephony/telephony.store.ts";
import { calls, liveCalls, placedCalls } from "#drizzle/organization/schema.ts";
import { campaignGreeting, campaignVoicemail } from "./campaign-greeting.ts";
import {
  campaignAuthor,
  type OpenPlaced,
  type PlacedShown,
  type Placement,
  type PlaceOrder,
} from "./placed-calls.schema.ts";
import { bind, carrierIdOf, checkTimer, liveOf, placedOf, statusOf } from "./placed-reports.store.ts";

export { answeredBy, checkTimer, dialled, notPlaced, report } from "./placed-reports.store.ts";

/** When the carrier is asked after a call of which nothing is known. */
const unknown_ms = 15 * second_ms;
const checkAgain_ms = minute_ms;

const isCalling = (db: OrganizationDatabase, other_number: string): boolean =>
  db
    .select({ id: liveCalls.call_id })
    .from(liveCalls)
    .where(and(eq(liveCalls.other_number, other_number), eq(liveCalls.direction, "outbound")))
    .get() !== undefined;

/** What the same order became before; null: it is new. */
function earlier(db: OrganizationDatabase, { key }: PlaceOrder): Announced<Placement> | null {
  const known = db.select().from(placedCalls).where(eq(placedCalls.key, key)).get();
  if (!known) return null;
  const { call_id } = known;
  const refused = db
    .select({ status: calls.status, detail: calls.end_detail, reason: calls.end_reason })
    .from(calls)
    .where(eq(calls.id, call_id))
    .get();
  if (refused?.status === "rejected") {
    const reason = refusals.find((one) => one === refused.detail || one === refused.reason) ?? "no_line";
    const isRuled = callBars.some((bar) => bar === reason);
    return { ok: false, reason, words: isRuled ? known.ruling : null, call_id, announce: [] };
  }
  return { ok: true, call_id, isNew: false, longest_seconds: 0, machines: "off", announce: [] };
}

/** Keeps a call before the carrier is asked for it, or refuses it with a reason, which the history keeps too. */
export function place(db: OrganizationDatabase, order: PlaceOrder): Announced<Placement> {
  const before = earlier(db, order);
  if (before) return before;
  const { arrival } = order;
  const { call_id } = arrival.placed;
  const { other_number: to, now, organization } = arrival;
  if (isCalling(db, to))
    return { ok: false, reason: "already_calling", words: null, call_id: null, announce: [] };
  const { zones, voicemail } = order;
  const verdict = mayCall(db, { to, now, locale: organization.locale, ...(zones && { zones }) });
  db.insert(placedCalls)
    .values({
      call_id,
      key: order.key,
      reason: order.reason,
      asked_by: order.asked_by,
      asked_name: order.asked_name,
      ruling: verdict.words,
      voicemail: voicemail ?? null,
      account_id: order.account_id,
      created_at: now,
    })
    .run();
  if (!verdict.ok) {
    const found = answering(db, arrival, call_id);
    const { announce } = turnedAway(
      db,
      arrival,
      verdict.reason,
      found?.number_id ?? null,
      found?.agent ?? null,
      call_id,
    );
    return { ok: false, reason: verdict.reason, words: verdict.words, call_id, announce };
  }
  const admission = admit(db, arrival);
  if (!admission.ok) {
    const reason = admission.reason === "over" ? "no_line" : admission.reason;
    return { ok: false, reason, words: null, call_id, announce: admission.announce };
  }
  db.update(liveCalls).set({ status: "queued" }).where(eq(liveCalls.call_id, call_id)).run();
  setTimer(db, checkTimer, call_id, now + unknown_ms);
  const { longest_seconds, agent } = admission.call;
  const atMachine = voicemail ?? agent.spec.voicemail;
  const machines = atMachine === "default" ? "off" : atMachine;
  return { ok: true, call_id, isNew: true, longest_seconds, machines, announce: admission.announce };
}

/** How many orders with keys `<key>:…` were refused: what asks again by itself takes the next one. */
export const refusedOf = (db: OrganizationDatabase, key: string): number =>
  db.get<{ n: number }>(sql`select count(*) as n from placed_calls as p join calls as c on c.id = p.call_id
    where p.key >= ${`${key}:`} and p.key < ${`${key};`} and c.status = 'rejected'`)?.n ?? 0;

/** Whether a number may be called now, without placing anything. */
export const outlook = mayCall;

/**
 * Asks the rules again after a wait, before the carrier is asked: the person may have said meanwhile that they want no
 * calls. A call that may not be placed any more is refused.
 */
export function stillAllowed(
  db: OrganizationDatabase,
  { arrival, zones }: Pick<PlaceOrder, "arrival" | "zones">,
  now: number,
): Announced<{ reason: CallBar | null }> {
  const { other_number: to, organization, placed } = arrival;
  const verdict = mayCall(db, { to, now, locale: organization.locale, ...(zones && { zones }) });
  if (verdict.ok) return { reason: null, announce: [] };
  clearTimer(db, checkTimer, placed.call_id);
  db.update(placedCalls).set({ ruling: verdict.words }).where(eq(placedCalls.call_id, placed.call_id)).run();
  const found = answering(db, arrival, placed.call_id);
  const { announce } = turnedAway(
    db,
    arrival,
    verdict.reason,
    found?.number_id ?? null,
    found?.agent ?? null,
    placed.call_id,
  );
  return { reason: verdict.reason, announce };
}

/** The number that a campaign's message on a voicemail says to call: the one that was chosen for it, while it is the organization's; else the one that calls. */
const callBackOf = (db: OrganizationDatabase, asked_by: string, our_number: string | null): string =>
  db.get<{ phone_number: string } | undefined>(sql`select n.phone_number from campaigns as c
    join numbers as n on n.id = c.draft ->> '$.call_back_number_id' and n.status = 'active'
    where c.id = ${asked_by.slice(campaignAuthor.length)}`)?.phone_number ??
  our_number ??
  "";

/** The called phone was answered: the order for the call's own object. Null: the call is over, or not this one. */
export function handOver(
  db: OrganizationDatabase,
  { call_id, arrival }: { call_id: string; arrival: Arrival },
): PreparedCall | null {
  const row = liveOf(db, call_id);
  const placed = placedOf(db, call_id);
  const { provider, provider_call_id, now } = arrival;
  if (!row || !placed || row.provider !== provider || row.our_number !== arrival.our_number) return null;
  if (!bind(db, row, provider_call_id, now)) return null;
  const speaks = answeringSince(db, arrival, row);
  if (!speaks?.agent) return null;
  db.update(liveCalls)
    .set({ status: laterStatus(statusOf(row), "in_progress") })
    .where(eq(liveCalls.call_id, call_id))
    .run();
  db.update(placedCalls)
    .set({ handed_at: placed.handed_at ?? now })
    .where(eq(placedCalls.call_id, call_id))
    .run();
  clearTimer(db, checkTimer, call_id);
  const own = { ...arrival, other_number: row.other_number, direction: "outbound" as const };
  const { agent } = speaks;
  const { outbound_greeting, languages, voicemail, voicemail_message } = agent.spec;
  const message = voicemail_message ?? telephonySettings(db).voicemail_message;
  const spec = {
    ...agent.spec,
    voicemail: placed.voicemail ?? voicemail,
    ...(placed.asked_by.startsWith(campaignAuthor) && {
      outbound_greeting: campaignGreeting(outbound_greeting, languages[0]),
      voicemail_message:
        message &&
        campaignVoicemail(
          message,
          languages[0],
          internationally(callBackOf(db, placed.asked_by, row.our_number)),
        ),
    }),
  };
  const call = prepared(db, own, row, row.number_id, { ...agent, spec });
  const called = { name: row.caller_name, reason: placed.reason };
  return { ...call, called };
}

/** A call that no agent has yet; null: it has one, or is over. */
export function open(db: OrganizationDatabase, call_id: string): OpenPlaced | null {
  const row = liveOf(db, call_id);
  const placed = placedOf(db, call_id);
  if (!row || !placed || placed.handed_at !== null || row.our_number === null || row.other_number === null)
    return null;
  return {
    call_id,
    provider: row.provider,
    account_id: placed.account_id,
    provider_call_id: carrierIdOf(row),
    our_number: row.our_number,
    other_number: row.other_number,
    started_at: row.started_at,
  };
}

/** Asks for a look at a call whose timer rang, and for the next one while it is open. */
export function checkDue(db: OrganizationDatabase, call_id: string, now: number): void {
  if (!open(db, call_id)) {
    clearTimer(db, checkTimer, call_id);
    return;
  }
  const id = `${checkTimer}:${call_id}:${now}`;
  enqueueTask(db, { id, kind: checkTimer, payload: { call_id } }, now);
  setTimer(db, checkTimer, call_id, now + checkAgain_ms);
}

/** What the page of a call shows of how it was placed; null: it came in. */
export function shown(db: OrganizationDatabase, call_id: string): PlacedShown | null {
  const placed = placedOf(db, call_id);
  if (!placed) return null;
  const { reason, asked_name, ruling, carrier_words, answered_by, handed_at } = placed;
  const isRinging = handed_at === null && liveOf(db, call_id) !== undefined;
  return { reason, asked_name, ruling, carrier_words, answered_by, isRinging };
}
