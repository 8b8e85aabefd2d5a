/** Lists, which hold the contacts that were put in them, and segments, which find theirs by a filter. */
import { asc, eq, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { newId } from "#app/platform/id.ts";
import { contactListMembers, contactLists, contactSegments } from "#drizzle/organization/schema.ts";
import { type ContactFilter, filterOfSegment } from "./contact-filter.schema.ts";
import { type Count, count } from "./contact-list.store.ts";
import { most } from "./contact-terms.schema.ts";

export type ListRow = { id: string; name: string; contacts: number; created_at: number };
/** `filter`: null where it cannot be read. */
export type SegmentRow = { id: string; name: string; filter: ContactFilter | null; contacts: Count };

/** Every list and segment, by name. */
export function sets(db: OrganizationDatabase, now: number): { lists: ListRow[]; segments: SegmentRow[] } {
  const lists = db.all<ListRow>(
    sql`select id, name, created_at,
      (select count(*) from contact_list_members as m where m.list_id = l.id) as contacts
      from contact_lists as l order by name collate nocase, id limit ${most.lists}`,
  );
  const segments = db
    .select()
    .from(contactSegments)
    .orderBy(asc(contactSegments.name), asc(contactSegments.id))
    .limit(most.segments)
    .all()
    .map(({ id, name, filter: stored }) => {
      const filter = filterOfSegment(stored);
      return { id, name, filter, contacts: filter ? count(db, filter, now) : { n: 0, isMore: false } };
    });
  return { lists, segments };
}

type Kept = { ok: true; id: string } | { ok: false; reason: "not_found" | "full" | "name_taken" };

const named = (db: OrganizationDatabase, table: "contact_lists" | "contact_segments", name: string) =>
  db.get<{ id: string }>(
    sql`select id from ${sql.identifier(table)} where name = ${name} collate nocase limit 1`,
  ) ?? null;

const total = (db: OrganizationDatabase, table: "contact_lists" | "contact_segments"): number =>
  db.get<{ n: number }>(sql`select count(*) as n from ${sql.identifier(table)}`)?.n ?? 0;

/** Makes a list, or renames one. @param id null: a new one @param made its id; made again under it, it stays as it is */
export function saveList(
  db: OrganizationDatabase,
  { id, name }: { id: string | null; name: string },
  by: string,
  now: number,
  made = newId(now),
): Kept {
  const isMade = id === null && db.get(sql`select id from contact_lists where id = ${made}`) !== undefined;
  if (isMade) return { ok: true, id: made };
  const same = named(db, "contact_lists", name);
  if (same && same.id !== id) return { ok: false, reason: "name_taken" };
  if (id !== null) {
    const renamed = db
      .update(contactLists)
      .set({ name, updated_at: now })
      .where(eq(contactLists.id, id))
      .returning({ id: contactLists.id })
      .all();
    return renamed.length > 0 ? { ok: true, id } : { ok: false, reason: "not_found" };
  }
  if (total(db, "contact_lists") >= most.lists) return { ok: false, reason: "full" };
  db.insert(contactLists).values({ id: made, name, created_by: by, created_at: now, updated_at: now }).run();
  return { ok: true, id: made };
}

/** Deletes a list; its contacts stay. @returns whether it was there */
export function removeList(db: OrganizationDatabase, id: string): boolean {
  db.delete(contactListMembers).where(eq(contactListMembers.list_id, id)).run();
  return (
    db.delete(contactLists).where(eq(contactLists.id, id)).returning({ id: contactLists.id }).all().length > 0
  );
}

/** Keeps a filter under a name; the same name again is a new filter of that segment. */
export function saveSegment(
  db: OrganizationDatabase,
  { name, filter }: { name: string; filter: ContactFilter },
  by: string,
  now: number,
): Kept {
  const same = named(db, "contact_segments", name);
  if (same) {
    db.update(contactSegments).set({ filter, updated_at: now }).where(eq(contactSegments.id, same.id)).run();
    return { ok: true, id: same.id };
  }
  if (total(db, "contact_segments") >= most.segments) return { ok: false, reason: "full" };
  const id = newId(now);
  db.insert(contactSegments)
    .values({ id, name, filter, created_by: by, created_at: now, updated_at: now })
    .run();
  return { ok: true, id };
}

/** Deletes a segment; its contacts stay. @returns whether it was there */
export const removeSegment = (db: OrganizationDatabase, id: string): boolean =>
  db.delete(contactSegments).where(eq(contactSegments.id, id)).returning({ id: contactSegments.id }).all()
    .length > 0;
