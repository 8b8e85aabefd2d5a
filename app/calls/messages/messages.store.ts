/** Messages and promised call backs: stored during a call, open until a member marks them as done. */
import { and, asc, count, eq, isNull } from "drizzle-orm";
import { dueOf } from "#app/calls/call-backs/call-backs.store.ts";
import type { Reading } from "#app/calls/call-row.ts";
import { asSentence } from "#app/calls/in-sentence.ts";
import type { Announced } from "#app/calls/live/live-feed.schema.ts";
import { storedText } from "#app/calls/redaction/stored-words.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueue } from "#app/object/outbox.store.ts";
import { ago, exactTime } from "#app/platform/format.ts";
import { newId } from "#app/platform/id.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { messages } from "#drizzle/organization/schema.ts";
import type { MessageRow, TakenMessage } from "./messages.schema.ts";

const longestText = 1200;

const announce = [{ type: "messages_changed" } as const];

/** Stores a message. The same words again in the same call change only its name and number. */
export function take(db: OrganizationDatabase, message: TakenMessage): Announced<{ id: string }> {
  const { call_id, agent_id, kind, name, phone_number, now } = message;
  const text = storedText(db, message.text.trim().slice(0, longestText));
  const { id } = db
    .insert(messages)
    .values({ id: newId(now), call_id, agent_id, kind, text, name, phone_number, created_at: now })
    .onConflictDoUpdate({ target: [messages.call_id, messages.text], set: { name, phone_number } })
    .returning({ id: messages.id })
    .get();
  return { id, announce };
}

/** Tells of the messages that a call has left: at its end, because a caller may correct a name or a number until then. */
export function enqueueMessages(db: OrganizationDatabase, call_id: string, at: number): void {
  for (const { id, agent_id, kind, text, name, phone_number } of keptOf(db, call_id)) {
    const left = { message_id: id, call_id, agent_id: agent_id ?? "", kind, text, name, phone_number };
    enqueue(db, { kind: "message.left", at, payload: { v: 1, ...left } });
  }
}

type Kept = typeof messages.$inferSelect;

const keptOf = (db: OrganizationDatabase, call_id: string): Kept[] =>
  db.select().from(messages).where(eq(messages.call_id, call_id)).orderBy(asc(messages.id)).all();

function rowOf(db: OrganizationDatabase, message: Kept, reading: Reading): MessageRow {
  const { id, call_id, name, phone_number, kind, text, created_at, done_at, done_by_name } = message;
  const shown = phone_number && internationally(phone_number);
  return {
    id,
    call_id,
    who: name || shown || "Private number",
    face: name || null,
    phone: phone_number && shown ? { shown, link: phone_number } : null,
    kind,
    text: asSentence(text),
    due: kind === "call_back" ? dueOf(db, id, reading) : null,
    when: ago(created_at, reading.now, reading),
    exactly: exactTime(created_at, reading),
    done:
      done_at === null
        ? null
        : { by: done_by_name ?? "a former member", when: ago(done_at, reading.now, reading) },
  };
}

export type OpenMessages = { rows: MessageRow[]; total: number };

/** Open messages, the oldest first. */
export function open(db: OrganizationDatabase, limit: number, reading: Reading): OpenMessages {
  const isOpen = isNull(messages.done_at);
  const found = db.select().from(messages).where(isOpen).orderBy(asc(messages.id)).limit(limit).all();
  const total =
    found.length < limit
      ? found.length
      : (db.select({ total: count() }).from(messages).where(isOpen).get()?.total ?? found.length);
  return { rows: found.map((message) => rowOf(db, message, reading)), total };
}

/** The messages of one call, in order. */
export const ofCall = (db: OrganizationDatabase, call_id: string, reading: Reading): MessageRow[] =>
  keptOf(db, call_id).map((message) => rowOf(db, message, reading));

/** The same as facts, for the mail about the call. */
export const factsOfCall = (db: OrganizationDatabase, call_id: string) =>
  db
    .select({
      kind: messages.kind,
      text: messages.text,
      name: messages.name,
      phone_number: messages.phone_number,
    })
    .from(messages)
    .where(eq(messages.call_id, call_id))
    .orderBy(asc(messages.id))
    .all();

export type Changed = { found: false } | { found: true; changed: boolean };

/** A message by its id, and by its call when the call's own page asks. */
export type WhichMessage = { id: string; call_id: string | null };

const meant = ({ id, call_id }: WhichMessage) =>
  and(eq(messages.id, id), call_id === null ? undefined : eq(messages.call_id, call_id));

/** Marks a message as done by a member. A message that is already done stays unchanged. */
export function markDone(
  db: OrganizationDatabase,
  which: WhichMessage,
  by: { id: string; name: string },
  now: number,
): Announced<Changed> {
  const done = { done_at: now, done_by: by.id, done_by_name: by.name };
  const changed = db
    .update(messages)
    .set(done)
    .where(and(meant(which), isNull(messages.done_at)))
    .returning({ id: messages.id })
    .all();
  return outcome(db, which, changed.length > 0);
}

/** Opens a message again. */
export function reopen(db: OrganizationDatabase, which: WhichMessage): Announced<Changed> {
  const undone = { done_at: null, done_by: null, done_by_name: null };
  const changed = db.update(messages).set(undone).where(meant(which)).returning({ id: messages.id }).all();
  return outcome(db, which, changed.length > 0);
}

function outcome(db: OrganizationDatabase, which: WhichMessage, changed: boolean): Announced<Changed> {
  if (changed) return { found: true, changed, announce };
  const known = db.select({ id: messages.id }).from(messages).where(meant(which)).get();
  return known ? { found: true, changed, announce: [] } : { found: false, announce: [] };
}
