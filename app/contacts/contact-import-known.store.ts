/** Rows of a file about contacts that are there already: their values replace, or fill gaps. What was there before is kept for undoing. A batch is written at once. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { newId } from "#app/platform/id.ts";
import { contacts } from "#drizzle/organization/schema.ts";
import { tieConsents } from "./consents.store.ts";
import { customValues } from "./contact-file.store.ts";
import { noteLines } from "./contact-import-lines.store.ts";
import type { ImportRow } from "./contact-imports.schema.ts";
import { among } from "./contact-rows.store.ts";
import { most } from "./contact-terms.schema.ts";

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
  /** What line its numbers were; empty: not known. */
  lines: z.record(z.string(), z.string()).default({}),
});
type Before = z.infer<typeof before>;
type Values = Omit<Before, "numbers" | "emails" | "notes" | "lines">;

/** A row of contacts, and its contact's id: a new one, or the one that is there. */
export type RowOfContact = { id: string; row: ImportRow; custom: Record<string, string> };

type Completing = {
  import_id: string;
  rows: readonly RowOfContact[];
  /** `update`: the file wins; else what is known stays. */
  rule: string;
  now: number;
};

/** `changed`: rows that changed their contact. `reworded`: contacts that are found by other words now. */
type Completed = { changed: RowOfContact[]; reworded: string[] };

/** Completes contacts by rows of a file, in the rows' order. */
export function completeContacts(
  db: OrganizationDatabase,
  { import_id, rows: given, rule, now }: Completing,
): Completed {
  const ids = [...new Set(given.map(({ id }) => id))];
  const drafts = new Map(
    db
      .select()
      .from(contacts)
      .where(sql`${contacts.id} in ${among(ids)}`)
      .all()
      .map((known) => [known.id, draftOf(known)]),
  );
  const rows = given.filter(({ id }) => drafts.has(id));
  tieConsents(db, ids, now);
  const numbers = addAll(
    db,
    numbersTable,
    most.numbers,
    rows.map(({ id, row }) => ({ id, values: row.numbers })),
    now,
  );
  const emails = addAll(
    db,
    emailsTable,
    most.emails,
    rows.map(({ id, row }) => ({ id, values: row.emails })),
    now,
  );
  const lines = noteLines(db, rows, rule === "update");
  const notes: NewNote[] = [];
  const written = new Map(
    db
      .all<{ contact_id: string; n: number }>(
        sql`select contact_id, count(*) as n from contact_notes where contact_id in ${among(ids)} group by contact_id`,
      )
      .map(({ contact_id, n }) => [contact_id, n]),
  );
  const noteOf = ({ id, row: { note } }: RowOfContact): NewNote | null => {
    const n = written.get(id) ?? 0;
    if (note === null || n >= most.notes) return null;
    written.set(id, n + 1);
    return { id: newId(), contact_id: id, text: note };
  };
  const changed = rows.filter((one, at) => {
    const draft = drafts.get(one.id);
    if (!draft) return false;
    const added = { numbers: numbers[at] ?? [], emails: emails[at] ?? [] };
    const note = noteOf(one);
    if (note) notes.push(note);
    const isCompleted = complete(draft, one, { ...added, notes: note ? [note.id] : [] }, rule === "update");
    const was = lines.get(one.id) ?? {};
    if (!one.row.numbers.some((number) => Object.hasOwn(was, number))) return isCompleted;
    draft.before.lines = was;
    draft.isChanged = true;
    return true;
  });
  writeNotes(db, notes, now);
  const completed = [...drafts.values()].filter(({ isChanged }) => isChanged);
  writeContacts(
    db,
    completed.map(({ id, own }) => ({ id, ...own, updated_at: now })),
  );
  // A contact that this import made goes as a whole.
  keepBefore(
    db,
    import_id,
    completed.filter((draft) => draft.import_id !== import_id),
    now,
  );
  return { changed, reworded: completed.filter((draft) => draft.isReworded).map(({ id }) => id) };
}

const texts = ["name", "company", "address", "time_zone"] as const;
const found = ["name", "company"] as const;

/** A contact while rows complete it, and what it was. */
type Draft = {
  id: string;
  import_id: string | null;
  own: Omit<Values, "updated_at">;
  before: Before;
  isChanged: boolean;
  isReworded: boolean;
};

function draftOf(known: typeof contacts.$inferSelect): Draft {
  const { id, import_id, name, company, address, time_zone, phone_number, email, updated_at } = known;
  const own = {
    ...{ name, company, address, time_zone, phone_number, email },
    custom: customValues.parse(known.custom),
  };
  return {
    ...{ id, import_id, own, isChanged: false, isReworded: false },
    before: { ...own, updated_at, numbers: [], emails: [], notes: [], lines: {} },
  };
}

/** @returns whether the row changes its contact */
function complete(
  draft: Draft,
  { row, custom }: RowOfContact,
  { numbers, emails, notes }: Pick<Before, "numbers" | "emails" | "notes">,
  isUpdate: boolean,
): boolean {
  const { own } = draft;
  const isNew = (known: string | null | undefined, theirs: string | null) =>
    theirs !== null && ((known ?? null) === null || (isUpdate && theirs !== known));
  const fields = texts.filter((key) => isNew(own[key], row[key]));
  const values = Object.entries(custom).filter(([key, theirs]) => isNew(own.custom[key], theirs));
  const added = numbers.length + emails.length;
  if (fields.length + values.length + added + notes.length === 0) return false;
  draft.own = {
    ...own,
    ...Object.fromEntries(fields.map((key) => [key, row[key]])),
    phone_number: own.phone_number ?? numbers[0] ?? null,
    email: own.email ?? emails[0] ?? null,
    custom: { ...own.custom, ...Object.fromEntries(values) },
  };
  draft.before.numbers.push(...numbers);
  draft.before.emails.push(...emails);
  draft.before.notes.push(...notes);
  draft.isChanged = true;
  draft.isReworded ||= added > 0 || found.some((key) => fields.includes(key));
  return true;
}

const numbersTable = { table: sql.identifier("contact_numbers"), column: sql.identifier("phone_number") };
const emailsTable = { table: sql.identifier("contact_emails"), column: sql.identifier("email") };

/** Numbers that no other contact has, or addresses, up to so many of each contact. @returns for each row those that it added */
function addAll(
  db: OrganizationDatabase,
  { table, column }: typeof numbersTable,
  mostOfOne: number,
  rows: readonly { id: string; values: readonly string[] }[],
  now: number,
): string[][] {
  const offering = rows.filter(({ values }) => values.length > 0);
  if (offering.length === 0) return [];
  const known = new Map<string, Set<string>>();
  for (const { contact_id, value } of db.all<{ contact_id: string; value: string }>(
    sql`select contact_id, ${column} as value from ${table} where contact_id in ${among(offering.map(({ id }) => id))}`,
  ))
    known.set(contact_id, (known.get(contact_id) ?? new Set()).add(value));
  const offered = offering.flatMap(({ id, values }) => {
    const has = known.get(id) ?? new Set();
    known.set(id, has);
    return values.flatMap((value, at) => {
      if (has.has(value) || has.size >= mostOfOne) return [];
      has.add(value);
      return [{ id, value, is_primary: has.size === 1, at }];
    });
  });
  const keyOf = (id: string, value: string) => `${id} ${value}`;
  const added = new Set(
    db
      .all<{ contact_id: string; value: string }>(
        sql`insert into ${table} (${column}, contact_id, is_primary, created_at)
          select value ->> '$.value', value ->> '$.id', value ->> '$.is_primary', ${now} + (value ->> '$.at')
          from json_each(${JSON.stringify(offered)}) where true
          on conflict do nothing returning contact_id, ${column} as value`,
      )
      .map(({ contact_id, value }) => keyOf(contact_id, value)),
  );
  // The first row that names a value is the one that added it.
  return rows.map(({ id, values }) => values.filter((one) => added.delete(keyOf(id, one))));
}

export type NewNote = { id: string; contact_id: string; text: string };

/** Writes the notes of a file. */
export function writeNotes(db: OrganizationDatabase, notes: readonly NewNote[], now: number): void {
  if (notes.length === 0) return;
  db.run(sql`insert into contact_notes (id, contact_id, text, author_id, author_name, created_at)
    select value ->> '$.id', value ->> '$.contact_id', value ->> '$.text', 'import', 'Import', ${now}
    from json_each(${JSON.stringify(notes)})`);
}

/** Writes what contacts are, in one statement. */
export function writeContacts(db: OrganizationDatabase, rows: readonly ({ id: string } & Values)[]): void {
  if (rows.length === 0) return;
  db.run(sql`update contacts set name = v.value ->> '$.name', company = v.value ->> '$.company', address = v.value ->> '$.address',
      time_zone = v.value ->> '$.time_zone', phone_number = v.value ->> '$.phone_number', email = v.value ->> '$.email',
      custom = v.value -> '$.custom', updated_at = v.value ->> '$.updated_at'
    from json_each(${JSON.stringify(rows)}) as v where contacts.id = v.value ->> '$.id'`);
}

function keepBefore(
  db: OrganizationDatabase,
  import_id: string,
  drafts: readonly Draft[],
  now: number,
): void {
  if (drafts.length === 0) return;
  const rows = drafts.map(({ id, before }) => ({ id, before }));
  // The first one knows what was there before the file; later ones tell what else was added.
  db.run(sql`insert into contact_import_changes (import_id, contact_id, before, at)
    select ${import_id}, value ->> '$.id', value -> '$.before', ${now} from json_each(${JSON.stringify(rows)}) where true
    on conflict (import_id, contact_id) do update set at = excluded.at, before = json_set(contact_import_changes.before,
      ${sql.join(
        (["numbers", "emails", "notes"] as const).map((key) => bothOf(sql.raw(`'$.${key}'`))),
        sql`, `,
      )}, '$.lines', json_patch(excluded.before -> '$.lines', coalesce(contact_import_changes.before -> '$.lines', '{}')))`);
}

/** Where a list stands, and its values of both the row that is there and the one that comes. */
const bothOf = (path: ReturnType<typeof sql.raw>) =>
  sql`${path}, (select json_group_array(value) from (
    select value from json_each(contact_import_changes.before, ${path})
    union all select value from json_each(excluded.before, ${path})))`;
