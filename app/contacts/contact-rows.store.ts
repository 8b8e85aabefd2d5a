/** The rows of a contact: found by a number, kept in step with the words that find them, and deleted together. */
import { and, eq, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { calls, contactNumbers, contacts } from "#drizzle/organization/schema.ts";

export type Contact = {
  id: string;
  phone_number: string | null;
  name: string | null;
  email: string | null;
  status: string;
  last_called_at: number | null;
};

const shown = {
  id: contacts.id,
  phone_number: contacts.phone_number,
  name: contacts.name,
  email: contacts.email,
  status: contacts.status,
  last_called_at: contacts.last_called_at,
};

/** A list as one bound value (R33). */
export const among = (values: readonly string[]) =>
  sql`(select value from json_each(${JSON.stringify(values)}))`;

/** The contact with a phone number (E.164), whichever of theirs it is, or null. */
export function findByPhone(db: OrganizationDatabase, phone_number: string): Contact | null {
  return (
    db
      .select(shown)
      .from(contactNumbers)
      .innerJoin(contacts, eq(contacts.id, contactNumbers.contact_id))
      .where(and(eq(contactNumbers.phone_number, phone_number), eq(contactNumbers.is_live, true)))
      .get() ?? null
  );
}

/** Every number of a contact. */
export const numbersOf = (db: OrganizationDatabase, contact_id: string): string[] =>
  db
    .select({ phone_number: contactNumbers.phone_number })
    .from(contactNumbers)
    .where(eq(contactNumbers.contact_id, contact_id))
    .all()
    .map(({ phone_number }) => phone_number);

/** What line a contact's number is, as a member or a file said; null: nothing is known. */
export const lineTypeOf = (
  db: OrganizationDatabase,
  contact_id: string,
  phone_number: string,
): string | null =>
  db.get<{ line_type: string | null } | undefined>(
    sql`select line_type from contact_numbers where phone_number = ${phone_number} and contact_id = ${contact_id}`,
  )?.line_type ?? null;

/** A number as words: whole, without its country, and its last seven and four digits. Columns of SQL. */
const numberWords = sql.raw(
  "substr(n.phone_number, 2) || ' ' || substr(n.phone_number, -10) || ' ' || substr(n.phone_number, -7) || ' ' || substr(n.phone_number, -4)",
);

/** Writes anew the words by which contacts are found. */
export function indexContacts(db: OrganizationDatabase, ids: readonly string[]): void {
  if (ids.length === 0) return;
  db.run(sql`delete from contact_words where rowid in (select seq from contacts where id in ${among(ids)})`);
  db.run(sql`insert into contact_words (rowid, words)
    select c.seq, coalesce(c.name, '') || ' ' || coalesce(c.company, '') || ' '
      || coalesce((select group_concat(e.email, ' ') from contact_emails as e where e.contact_id = c.id), '') || ' '
      || coalesce((select group_concat(${numberWords}, ' ') from contact_numbers as n where n.contact_id = c.id), '')
    from contacts as c where c.id in ${among(ids)}`);
}

/** What hangs on a contact and means nothing without it. */
const parts = [
  "contact_numbers",
  "contact_emails",
  "contact_tags",
  "contact_list_members",
  "contact_notes",
  "contact_tasks",
  "consents",
] as const;

/** Deletes what contacts have, and not the contacts. Their calls keep the numbers that they came from. */
export function forgetParts(db: OrganizationDatabase, ids: readonly string[]): void {
  for (const table of parts)
    db.run(sql`delete from ${sql.identifier(table)} where contact_id in ${among(ids)}`);
  // Their key begins with the import: named, it saves a look at every change of every import.
  db.run(sql`delete from contact_import_changes
    where import_id in (select id from contact_imports) and contact_id in ${among(ids)}`);
  db.run(sql`delete from contact_words where rowid in (select seq from contacts where id in ${among(ids)})`);
}

/** Deletes contacts for good, with all that hangs on them. @returns how many there were */
export function forgetContacts(db: OrganizationDatabase, ids: readonly string[]): number {
  if (ids.length === 0) return 0;
  forgetParts(db, ids);
  db.update(calls)
    .set({ contact_id: null })
    .where(sql`${calls.contact_id} in ${among(ids)}`)
    .run();
  return db
    .delete(contacts)
    .where(sql`${contacts.id} in ${among(ids)}`)
    .returning({ id: contacts.id })
    .all().length;
}
