/** What contacts hold of a person: erased, but for the numbers that must still not be called. */
import { eq, sql } from "drizzle-orm";
import { forgetContacts, forgetParts, indexContacts } from "#app/contacts/contact-rows.store.ts";
import { keepOut } from "#app/contacts/erased-people.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { newId } from "#app/platform/id.ts";
import type { Json } from "#app/platform/json.ts";
import { contactFields, contactNumbers, contacts, doNotCall } from "#drizzle/organization/schema.ts";
import { withoutIdentifiers } from "./erased-words.ts";
import type { ErasedCounts } from "./person.schema.ts";
import { among, type Known } from "./person-rows.store.ts";

/** Erases a person's contacts, their consents, notes, tags and lists, and what imports kept of them. */
export function eraseContacts(
  db: OrganizationDatabase,
  known: Known,
  now: number,
): Pick<ErasedCounts, "contacts" | "kept_numbers" | "open_files"> {
  eraseImported(db, known);
  const isOpen = keepOut(db, [...known.phones, ...known.emails], now);
  // A person who asked not to be called must still not be called: the number alone stays on that list, without the words.
  db.update(doNotCall)
    .set({ reason: "" })
    .where(sql`${doNotCall.phone_number} in ${among(known.phones)}`)
    .run();
  db.run(sql`update do_not_call_changes set reason = '' where phone_number in ${among(known.phones)}`);
  const suppressed = db
    .update(contacts)
    .set({
      name: null,
      email: null,
      company: null,
      address: null,
      time_zone: null,
      custom: {},
      import_id: null,
      source: "erased",
      created_by: null,
      last_called_at: null,
      updated_at: now,
    })
    .where(
      sql`${contacts.id} in ${among(known.ids)} and ${contacts.status} = 'do_not_call' and ${contacts.phone_number} is not null`,
    )
    .returning({ id: contacts.id, phone_number: contacts.phone_number, archived_at: contacts.archived_at })
    .all();
  const kept = suppressed.map(({ id }) => id);
  forgetParts(db, kept);
  for (const { id, phone_number, archived_at } of suppressed)
    if (phone_number !== null)
      db.insert(contactNumbers)
        .values({
          phone_number,
          contact_id: id,
          is_primary: true,
          is_live: archived_at === null,
          created_at: now,
        })
        .run();
  indexContacts(db, kept);
  const gone = forgetContacts(
    db,
    known.ids.filter((id) => !kept.includes(id)),
  );
  return { contacts: gone, kept_numbers: kept.length, open_files: isOpen ? 1 : 0 };
}

/** Rows of files that were not taken, and the first rows of files, name people too. */
function eraseImported(db: OrganizationDatabase, known: Known): void {
  const isTheirs = (cells: Json) =>
    JSON.stringify(withoutIdentifiers(cells, known)) !== JSON.stringify(cells);
  for (const value of [...known.phones.map((phone) => phone.slice(-2)), ...known.emails]) {
    const rows = db.all<{ import_id: string; row: number; cells: string }>(
      sql`select import_id, row, cells from contact_import_errors where instr(lower(cells), ${value}) > 0`,
    );
    for (const { import_id, row, cells } of rows)
      if (isTheirs(JSON.parse(cells)))
        db.run(sql`delete from contact_import_errors where import_id = ${import_id} and row = ${row}`);
  }
  const imports = db.all<{ id: string; sample: string; headings: string | null }>(
    sql`select id, sample, options -> '$.headings' as headings from contact_imports`,
  );
  const wrong = new Set<string>();
  for (const { id, sample, headings } of imports) {
    if (isTheirs(JSON.parse(sample))) db.run(sql`update contact_imports set sample = '[]' where id = ${id}`);
    // A person's row was taken for the headings: each of its cells is about them.
    const named: Json = JSON.parse(headings ?? "[]");
    if (!isTheirs(named)) continue;
    if (Array.isArray(named)) for (const heading of named) wrong.add(String(heading));
    db.run(
      sql`update contact_imports set options = json_set(options, '$.headings', json('[]')) where id = ${id}`,
    );
  }
  for (const { key, label } of db.select().from(contactFields).all())
    if (wrong.has(label) || isTheirs(label) || isTheirs(key)) renameField(db, key);
}

/** Gives a field a label and a key that say nothing, wherever its values stand. */
function renameField(db: OrganizationDatabase, key: string): void {
  const after = `field_${newId().slice(-12)}`;
  const [from, to] = [`$."${key}"`, `$."${after}"`];
  db.update(contactFields)
    .set({ key: after, label: `Field ${after.slice(-4)}` })
    .where(eq(contactFields.key, key))
    .run();
  db.run(sql`update contacts set custom = json_remove(json_set(custom, ${to}, custom ->> ${from}), ${from})
    where json_type(custom, ${from}) is not null`);
  db.run(sql`update contact_import_changes
    set before = json_set(before, '$.custom', json_remove(json_set(before -> '$.custom', ${to}, before -> '$.custom' ->> ${from}), ${from}))
    where json_type(before -> '$.custom', ${from}) is not null`);
  db.run(
    sql`update contact_segments set filter = json_set(filter, '$.field', ${after}) where filter ->> '$.field' = ${key}`,
  );
}
