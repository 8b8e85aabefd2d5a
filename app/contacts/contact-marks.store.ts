/** What members add to contacts: notes, tags and lists. */
import { and, desc, eq, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { contactListMembers, contactLists, contactNotes, contactTags } from "#drizzle/organization/schema.ts";
import { archive, exists, restore } from "./contact-file.store.ts";
import { among } from "./contact-rows.store.ts";
import { most } from "./contact-terms.schema.ts";
import { tellTagged } from "./contact-told.store.ts";
import type { BulkChange, Named } from "./contact-views.schema.ts";

type Kept = { ok: true; changed: boolean } | { ok: false; reason: "not_found" | "full" };
type Author = { id: string; name: string };

/** Keeps a note. The same id again changes nothing. */
export function addNote(
  db: OrganizationDatabase,
  { contact_id, id, text }: { contact_id: string; id: string; text: string },
  author: Author,
  now: number,
): Kept {
  if (!exists(db, contact_id)) return { ok: false, reason: "not_found" };
  const written = db.get<{ n: number }>(
    sql`select count(*) as n from contact_notes where contact_id = ${contact_id}`,
  );
  if ((written?.n ?? 0) >= most.notes) return { ok: false, reason: "full" };
  const added = db
    .insert(contactNotes)
    .values({ id, contact_id, text, author_id: author.id, author_name: author.name, created_at: now })
    .onConflictDoNothing()
    .returning({ id: contactNotes.id })
    .all();
  return { ok: true, changed: added.length > 0 };
}

export const deleteNote = (
  db: OrganizationDatabase,
  { contact_id, id }: { contact_id: string; id: string },
): boolean =>
  db
    .delete(contactNotes)
    .where(and(eq(contactNotes.id, id), eq(contactNotes.contact_id, contact_id)))
    .returning({ id: contactNotes.id })
    .all().length > 0;

/** Carries out a change of several contacts. @returns the ids of those that it changed; null: there is no such list */
export function change(db: OrganizationDatabase, change: BulkChange, now: number): string[] | null {
  const { ids } = change;
  switch (change.do) {
    case "archive":
      return archive(db, ids, now);
    case "restore":
      return restore(db, ids, now);
    case "tag": {
      const tagged = db
        .all<{ contact_id: string }>(
          sql`insert into contact_tags (tag, contact_id, created_at)
            select ${change.tag}, id, ${now} from contacts as c where id in ${among(ids)}
              and (select count(*) from contact_tags as t where t.contact_id = c.id) < ${most.tags}
            on conflict do nothing returning contact_id`,
        )
        .map(({ contact_id }) => contact_id);
      for (const id of tagged) tellTagged(db, id, change.tag, now);
      return tagged;
    }
    case "untag":
      return db
        .delete(contactTags)
        .where(and(eq(contactTags.tag, change.tag), sql`${contactTags.contact_id} in ${among(ids)}`))
        .returning({ contact_id: contactTags.contact_id })
        .all()
        .map(({ contact_id }) => contact_id);
    case "add_to_list":
      if (!listOf(db, change.list)) return null;
      return db
        .all<{ contact_id: string }>(
          sql`insert into contact_list_members (list_id, contact_id, added_at)
            select ${change.list}, id, ${now} from contacts where id in ${among(ids)}
            on conflict do nothing returning contact_id`,
        )
        .map(({ contact_id }) => contact_id);
    case "remove_from_list":
      return db
        .delete(contactListMembers)
        .where(
          and(
            eq(contactListMembers.list_id, change.list),
            sql`${contactListMembers.contact_id} in ${among(ids)}`,
          ),
        )
        .returning({ contact_id: contactListMembers.contact_id })
        .all()
        .map(({ contact_id }) => contact_id);
  }
}

const listOf = (db: OrganizationDatabase, id: string) =>
  db.select().from(contactLists).where(eq(contactLists.id, id)).get() ?? null;

/** The lists, the newest first. */
export const lists = (db: OrganizationDatabase): Named[] =>
  db
    .select({ id: contactLists.id, name: contactLists.name })
    .from(contactLists)
    .orderBy(desc(contactLists.id))
    .limit(most.lists)
    .all();
