/** A row of a file about a contact that is there already: its values replace, or fill gaps. What was there before is kept for undoing. */
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { newId } from "#app/platform/id.ts";
import {
  contactEmails,
  contactImportChanges,
  contactNotes,
  contactNumbers,
  contacts,
} from "#drizzle/organization/schema.ts";
import { customValues } from "./contact-file.store.ts";
import type { ImportRow } from "./contact-imports.schema.ts";

export type Author = { id: string; name: string; now: number };

const value = z.string().nullable();
/** What an import changed in a contact. */
export const before = z.object({
  name: value,
  company: value,
  address: value,
  time_zone: value,
  phone_number: value,
  email: value,
  custom: z.record(z.string(), z.string()),
  updated_at: z.number(),
  /** What it added. */
  numbers: z.array(z.string()),
  emails: z.array(z.string()),
  notes: z.array(z.string()),
});

type Completing = {
  import_id: string;
  contact_id: string;
  row: ImportRow;
  custom: Record<string, string>;
  /** `update`: the file wins; else what is known stays. */
  rule: string;
};

/** @returns whether it changed the contact */
export function completeContact(
  db: OrganizationDatabase,
  { import_id, contact_id, row, custom, rule }: Completing,
  { now }: Author,
): boolean {
  const known = db.select().from(contacts).where(eq(contacts.id, contact_id)).get();
  if (!known) return false;
  const isUpdate = rule === "update";
  const chosen = (own: string | null, theirs: string | null) =>
    isUpdate ? (theirs ?? own) : (own ?? theirs);
  const numbers = addNumbers(db, contact_id, row.numbers, now);
  const emails = addEmails(db, contact_id, row.emails, now);
  const own = customValues.parse(known.custom);
  const set = {
    name: chosen(known.name, row.name),
    company: chosen(known.company, row.company),
    address: chosen(known.address, row.address),
    time_zone: chosen(known.time_zone, row.time_zone),
    phone_number: known.phone_number ?? numbers[0] ?? null,
    email: known.email ?? emails[0] ?? null,
    custom: isUpdate ? { ...own, ...custom } : { ...custom, ...own },
  };
  const notes = row.note === null ? [] : [addNote(db, contact_id, row.note, now)];
  const isSame =
    numbers.length + emails.length + notes.length === 0 &&
    (["name", "company", "address", "time_zone"] as const).every((key) => set[key] === known[key]) &&
    JSON.stringify(set.custom) === JSON.stringify(own);
  if (isSame) return false;
  db.update(contacts)
    .set({ ...set, updated_at: now })
    .where(eq(contacts.id, contact_id))
    .run();
  // A contact that this import made goes as a whole.
  if (known.import_id === import_id) return true;
  const { name, company, address, time_zone, phone_number, email, updated_at } = known;
  const kept = { name, company, address, time_zone, phone_number, email, updated_at, custom: own };
  db.insert(contactImportChanges)
    .values({ import_id, contact_id, before: { ...kept, numbers, emails, notes }, at: now })
    .onConflictDoUpdate({
      target: [contactImportChanges.import_id, contactImportChanges.contact_id],
      // The first one knows what was there before the file.
      set: { at: now, before: addedTo({ numbers, emails, notes }) },
    })
    .run();
  return true;
}

const addedTo = (added: { numbers: string[]; emails: string[]; notes: string[] }) =>
  sql`json_set(before, ${sql.join(
    Object.entries(added).flatMap(([key, values]) => [
      sql`${`$.${key}`}`,
      sql`(select json_group_array(value) from (
        select value from json_each(before, ${`$.${key}`}) union all select value from json_each(${JSON.stringify(values)})))`,
    ]),
    sql`, `,
  )})`;

/** Numbers that no other contact has. @returns those that were added */
function addNumbers(
  db: OrganizationDatabase,
  contact_id: string,
  numbers: readonly string[],
  now: number,
): string[] {
  const isFirst =
    db.get(sql`select 1 from contact_numbers where contact_id = ${contact_id} limit 1`) === undefined;
  return numbers.filter(
    (phone_number, at) =>
      db
        .insert(contactNumbers)
        .values({ phone_number, contact_id, is_primary: isFirst && at === 0, created_at: now + at })
        .onConflictDoNothing()
        .returning({ phone_number: contactNumbers.phone_number })
        .all().length > 0,
  );
}

function addEmails(
  db: OrganizationDatabase,
  contact_id: string,
  emails: readonly string[],
  now: number,
): string[] {
  const isFirst =
    db.get(sql`select 1 from contact_emails where contact_id = ${contact_id} limit 1`) === undefined;
  return emails.filter(
    (email, at) =>
      db
        .insert(contactEmails)
        .values({ email, contact_id, is_primary: isFirst && at === 0, created_at: now + at })
        .onConflictDoNothing()
        .returning({ email: contactEmails.email })
        .all().length > 0,
  );
}

function addNote(db: OrganizationDatabase, contact_id: string, text: string, now: number): string {
  const id = newId();
  db.insert(contactNotes)
    .values({ id, contact_id, text, author_id: "import", author_name: "Import", created_at: now })
    .run();
  return id;
}
