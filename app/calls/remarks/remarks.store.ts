/** What members add to finished calls: notes with their authors, and tags. */
import { and, asc, eq, sql } from "drizzle-orm";
import type { Reading } from "#app/calls/call-row.ts";
import { keepCounted } from "#app/calls/counted-calls.store.ts";
import { forgetCall, forgetRuns } from "#app/calls/forget-calls.store.ts";
import type { Announced } from "#app/calls/live/live-feed.schema.ts";
import { isOwnWord, type Unbarred } from "#app/contacts/contact-terms.schema.ts";
import { optOut } from "#app/contacts/contacts.store.ts";
import { type By, barOfPerson, isBarred, unbar } from "#app/contacts/do-not-call.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { ago, exactTime } from "#app/platform/format.ts";
import { callNotes, calls, callTags, messages } from "#drizzle/organization/schema.ts";
import { mostNotes, mostTags } from "./remark-terms.schema.ts";
import type { Remarks } from "./remarks.schema.ts";
import { spokenConsents } from "./spoken-consent.store.ts";

export { noteSpoken } from "./spoken-consent.store.ts";

/** How many tags are suggested. */
const suggested = 200;

/** Every tag that a call has, in order: one step in the index for each of them, however many calls have it. */
export function tagNames(db: OrganizationDatabase): string[] {
  return db
    .all<{ tag: string }>(sql`
      with recursive found(tag) as (
        select min(tag) from call_tags
        union all
        select (select min(t.tag) from call_tags as t where t.tag > found.tag) from found where found.tag is not null)
      select tag from found where tag is not null limit ${suggested}`)
    .map(({ tag }) => tag);
}

export const tagsOf = (db: OrganizationDatabase, call_id: string): string[] =>
  db
    .select({ tag: callTags.tag })
    .from(callTags)
    .where(eq(callTags.call_id, call_id))
    .orderBy(asc(callTags.tag))
    .all()
    .map(({ tag }) => tag);

const callOf = (db: OrganizationDatabase, id: string) =>
  db.select().from(calls).where(eq(calls.id, id)).get() ?? null;

/** What members added to a call, and what they may add; of a call that is not over, what its other party agreed to. */
export function ofCall(db: OrganizationDatabase, call_id: string, reading: Reading): Remarks {
  const call = callOf(db, call_id);
  const consent = spokenConsents(db, call_id);
  if (!call) return { notes: [], tags: [], known: [], number: null, consent };
  const notes = db.select().from(callNotes).where(eq(callNotes.call_id, call_id)).orderBy(asc(callNotes.id));
  return {
    notes: notes.all().map(({ id, text, author_id, author_name, created_at, edited_at }) => ({
      ...{ id, text, author_id, author: author_name },
      when: ago(created_at, reading.now, reading),
      exactly: exactTime(created_at, reading),
      isEdited: edited_at !== null,
    })),
    tags: tagsOf(db, call_id),
    known: tagNames(db),
    number:
      call.other_number === null
        ? null
        : {
            isBlocked: isBarred(db, call.other_number) !== null,
            canUnblock: !isOwnWord(barOfPerson(db, call.other_number)?.source ?? ""),
          },
    consent,
  };
}

type Kept = { ok: true; changed: boolean } | { ok: false; reason: "not_found" | "full" };
type WrittenNote = { call_id: string; id: string; text: string };

/** Keeps a note. The same id again changes nothing. */
export function addNote(
  db: OrganizationDatabase,
  { call_id, id, text }: WrittenNote,
  author: { id: string; name: string },
  now: number,
): Kept {
  if (!callOf(db, call_id)) return { ok: false, reason: "not_found" };
  const written = db.select({ id: callNotes.id }).from(callNotes).where(eq(callNotes.call_id, call_id)).all();
  if (written.some((note) => note.id === id)) return { ok: true, changed: false };
  if (written.length >= mostNotes) return { ok: false, reason: "full" };
  const added = db
    .insert(callNotes)
    .values({ id, call_id, text, author_id: author.id, author_name: author.name, created_at: now })
    .onConflictDoNothing()
    .returning({ id: callNotes.id })
    .all();
  return added.length > 0 ? { ok: true, changed: true } : { ok: false, reason: "not_found" };
}

/** A note by its id, its call and its author. */
const own = ({ call_id, id }: { call_id: string; id: string }, author_id: string | null) =>
  and(
    eq(callNotes.id, id),
    eq(callNotes.call_id, call_id),
    author_id === null ? undefined : eq(callNotes.author_id, author_id),
  );

/** Changes the author's own note. */
export function editNote(db: OrganizationDatabase, note: WrittenNote, author_id: string, now: number): Kept {
  const changed = db
    .update(callNotes)
    .set({ text: note.text, edited_at: now })
    .where(own(note, author_id))
    .returning({ id: callNotes.id })
    .all();
  return changed.length > 0 ? { ok: true, changed: true } : { ok: false, reason: "not_found" };
}

/** Deletes a note. @param author_id whose it must be; null: anyone's */
export function deleteNote(
  db: OrganizationDatabase,
  note: { call_id: string; id: string },
  author_id: string | null,
): Kept {
  const gone = db.delete(callNotes).where(own(note, author_id)).returning({ id: callNotes.id }).all();
  return gone.length > 0 ? { ok: true, changed: true } : { ok: false, reason: "not_found" };
}

/** Tags a call; one that it has already changes nothing. */
export function addTag(db: OrganizationDatabase, call_id: string, tag: string, now: number): Kept {
  const call = callOf(db, call_id);
  if (!call) return { ok: false, reason: "not_found" };
  const has = tagsOf(db, call_id);
  if (has.includes(tag)) return { ok: true, changed: false };
  if (has.length >= mostTags) return { ok: false, reason: "full" };
  const { agent_id, outcome } = call;
  db.insert(callTags).values({ tag, call_id, agent_id, outcome, created_at: now }).run();
  return { ok: true, changed: true };
}

/** Tags several calls; calls that are not there are left out. `changed`: those that did not have the tag. */
export function addTagTo(
  db: OrganizationDatabase,
  ids: readonly string[],
  tag: string,
  now: number,
): { tagged: number; full: number; changed: string[] } {
  const counts = { tagged: 0, full: 0, changed: [] as string[] };
  for (const id of new Set(ids)) {
    const kept = addTag(db, id, tag, now);
    if (kept.ok) counts.tagged++;
    else if (kept.reason === "full") counts.full++;
    if (kept.ok && kept.changed) counts.changed.push(id);
  }
  return counts;
}

/**
 * Deletes finished calls for good, as retention does, with their messages, whether these are done or not.
 * @returns the ids of those that were there
 */
export function deleteCalls(db: OrganizationDatabase, ids: readonly string[]): Announced<{ gone: string[] }> {
  const known = db
    .select({ id: calls.id, seq: calls.seq })
    .from(calls)
    .where(sql`${calls.id} in (select value from json_each(${JSON.stringify(ids)}))`)
    .all();
  keepCounted(db, ids, Date.now());
  forgetRuns(
    db,
    known.map(({ id }) => id),
  );
  for (const call of known) {
    forgetCall(db, call);
    db.delete(messages).where(eq(messages.call_id, call.id)).run();
  }
  return { gone: known.map(({ id }) => id), announce: [{ type: "messages_changed" }] };
}

export function removeTag(db: OrganizationDatabase, call_id: string, tag: string): Kept {
  const gone = db
    .delete(callTags)
    .where(and(eq(callTags.tag, tag), eq(callTags.call_id, call_id)))
    .returning({ tag: callTags.tag })
    .all();
  return { ok: true, changed: gone.length > 0 };
}

/** Takes the other number of a call off that list; not where the person asked for it themselves. */
export function unblock(
  db: OrganizationDatabase,
  { call_id, reason }: { call_id: string; reason: string },
  by: By,
  now: number,
): Unbarred | { ok: false; reason: "not_found" } {
  const phone_number = callOf(db, call_id)?.other_number ?? null;
  if (phone_number === null) return { ok: false, reason: "not_found" };
  return unbar(db, { phone_number, reason, by, they_asked: false, now });
}

/** Puts the other number of a call on the list of those who are not called. */
export function block(db: OrganizationDatabase, call_id: string, by: By, now: number): Kept {
  const call = callOf(db, call_id);
  const phone_number = call?.other_number ?? null;
  if (!call || phone_number === null) return { ok: false, reason: "not_found" };
  return { ok: true, changed: optOut(db, { phone_number, name: call.contact_name, by, call_id, now }) };
}
