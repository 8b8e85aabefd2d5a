/** Calling people back: with which number and agent, and the calls back that agents promised for a time. */
import { and, asc, desc, eq, gte, isNull, or, sql } from "drizzle-orm";
import { asSentence } from "#app/calls/in-sentence.ts";
import type { Announced } from "#app/calls/live/live-feed.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueue } from "#app/object/outbox.store.ts";
import { clearTimer, setTimer } from "#app/object/timers.store.ts";
import { day_ms } from "#app/platform/durations.ts";
import { dayInWords, exactTime, type Place, timeOfDay } from "#app/platform/format.ts";
import { newId } from "#app/platform/id.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { agents, callBacks, calls, messages, numbers } from "#drizzle/organization/schema.ts";
import type { CallBackRow, CallBackState } from "./call-backs.schema.ts";

/** The timer that rings when a call back is due. */
export const callBackTimer = "call_back";

/** At most so many are listed; the earliest are first. */
const mostListed = 50;
/** How long those that are settled stay in the list, so that a wrong press can be taken back. */
const settledStay_ms = day_ms;

const announce = [{ type: "messages_changed" } as const];

export type PromisedCallBack = { message_id: string; call_id: string; due_at: number; now: number };

/** Keeps when someone is to be called back. The same message has one time, the last that was agreed. */
export function promise(
  db: OrganizationDatabase,
  { message_id, call_id, due_at, now }: PromisedCallBack,
): Announced<{ id: string }> {
  const { id } = db
    .insert(callBacks)
    .values({ id: newId(now), message_id, call_id, due_at, created_at: now })
    .onConflictDoUpdate({ target: callBacks.message_id, set: { due_at, reminded_at: null } })
    .returning({ id: callBacks.id })
    .get();
  setTimer(db, callBackTimer, id, due_at);
  return { id, announce };
}

type Kept = { callBack: typeof callBacks.$inferSelect; message: typeof messages.$inferSelect };

const stateOf = ({ callBack, message }: Kept): CallBackState =>
  message.done_at === null ? "open" : callBack.is_needed ? "done" : "not_needed";

export type CallBackReading = Place & { now: number };

const dueWords = (due_at: number, reading: CallBackReading): string =>
  `${dayInWords(due_at, reading.now, reading)}, ${timeOfDay(due_at, reading)}`;

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

function rowOf(kept: Kept, reading: CallBackReading): CallBackRow {
  const { callBack, message } = kept;
  const { id, call_id, due_at } = callBack;
  const { name, phone_number, text, done_by_name } = message;
  const shown = phone_number && internationally(phone_number);
  const state = stateOf(kept);
  return {
    id,
    call_id,
    who: name || shown || "Private number",
    face: name || null,
    phone: phone_number && shown ? { shown, link: phone_number } : null,
    text: asSentence(text),
    due: capital(dueWords(due_at, reading)),
    exactly: exactTime(due_at, reading),
    isOverdue: state === "open" && due_at < reading.now,
    state,
    by: state === "open" ? null : (done_by_name ?? "a former member"),
  };
}

const kept = (db: OrganizationDatabase) =>
  db
    .select({ callBack: callBacks, message: messages })
    .from(callBacks)
    .innerJoin(messages, eq(messages.id, callBacks.message_id));

/** Those that are still to be made, the earliest first, and those that were settled within a day. */
export function list(db: OrganizationDatabase, reading: CallBackReading): CallBackRow[] {
  return kept(db)
    .where(or(isNull(messages.done_at), gte(messages.done_at, reading.now - settledStay_ms)))
    .orderBy(sql`${messages.done_at} is not null`, asc(callBacks.due_at))
    .limit(mostListed)
    .all()
    .map((one) => rowOf(one, reading));
}

/** When the person of a message is to be called back, in words; null: no time was agreed. */
export function dueOf(db: OrganizationDatabase, message_id: string, reading: CallBackReading): string | null {
  const found = db
    .select({ due_at: callBacks.due_at })
    .from(callBacks)
    .where(eq(callBacks.message_id, message_id))
    .get();
  return found ? dueWords(found.due_at, reading) : null;
}

export type Settled = { found: false } | { found: true; changed: boolean };

/** Marks a call back as made or not needed, or opens it again; its message is done with it. */
export function settle(
  db: OrganizationDatabase,
  { id, state, by, now }: { id: string; state: CallBackState; by: { id: string; name: string }; now: number },
): Announced<Settled> {
  const one = kept(db).where(eq(callBacks.id, id)).get();
  if (!one) return { found: false, announce: [] };
  if (stateOf(one) === state) return { found: true, changed: false, announce: [] };
  const done =
    state === "open"
      ? { done_at: null, done_by: null, done_by_name: null }
      : { done_at: now, done_by: by.id, done_by_name: by.name };
  db.update(callBacks)
    .set({ is_needed: state !== "not_needed" })
    .where(eq(callBacks.id, id))
    .run();
  db.update(messages).set(done).where(eq(messages.id, one.message.id)).run();
  return { found: true, changed: true, announce };
}

/** A call back is due: the fact is written once for its time, unless it is settled already. */
export function remindDue(db: OrganizationDatabase, id: string, now: number): void {
  clearTimer(db, callBackTimer, id);
  const one = kept(db)
    .where(and(eq(callBacks.id, id), isNull(callBacks.reminded_at)))
    .get();
  if (!one || stateOf(one) !== "open") return;
  const { call_id, message_id, due_at } = one.callBack;
  if (due_at > now) {
    setTimer(db, callBackTimer, id, due_at);
    return;
  }
  const { agent_id, name, phone_number, text } = one.message;
  db.update(callBacks).set({ reminded_at: now }).where(eq(callBacks.id, id)).run();
  const payload = { call_back_id: id, message_id, call_id, agent_id, due_at, name, phone_number, text };
  enqueue(db, { kind: "call_back.due", at: now, payload: { v: 1, ...payload } });
}

/** How a call is called back. */
export type CallBackLine = {
  /** E.164 */
  to: string;
  /** The number that the call came to or went out from; null: the organization has it no longer. */
  number_id: string | null;
  /** The agent that calls from it, or else the one of the call; null: neither is there. */
  agent_id: string | null;
};

/** Null: there is no such call, or its other number is not known. */
export function lineOf(db: OrganizationDatabase, call_id: string): CallBackLine | null {
  const call = db
    .select({
      to: calls.other_number,
      our_number: calls.our_number,
      number_id: calls.number_id,
      agent_id: calls.agent_id,
    })
    .from(calls)
    .where(eq(calls.id, call_id))
    .get();
  if (!call || call.to === null) return null;
  const number = db
    .select({ id: numbers.id, agent_id: numbers.agent_id, calling_id: numbers.outbound_agent_id })
    .from(numbers)
    .where(
      and(
        eq(numbers.status, "active"),
        or(eq(numbers.id, call.number_id ?? ""), eq(numbers.phone_number, call.our_number ?? "")),
      ),
    )
    .orderBy(desc(numbers.seq))
    .get();
  const callers = [number?.calling_id ?? number?.agent_id ?? null, call.agent_id];
  const agent_id = callers.find((id) => id !== null && isLiving(db, id)) ?? null;
  return { to: call.to, number_id: number?.id ?? null, agent_id };
}

const isLiving = (db: OrganizationDatabase, id: string): boolean =>
  db
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.id, id), isNull(agents.archived_at)))
    .get() !== undefined;
