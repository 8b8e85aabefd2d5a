/** Takes rows of a file in: new contacts together, known ones as the rule for duplicates says. Each batch counts once. */
import { eq, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { newId } from "#app/platform/id.ts";
import { contactImports } from "#drizzle/organization/schema.ts";
import { fieldFor } from "./contact-fields.store.ts";
import { completeContacts, type RowOfContact, writeNotes } from "./contact-import-known.store.ts";
import { type Author, agree, givesConsent, mark, tagRows } from "./contact-import-marks.store.ts";
import {
  type ImportOptions,
  type ImportRow,
  importOptions,
  mostErrors,
  type RefusedRow,
} from "./contact-imports.schema.ts";
import { among, indexContacts } from "./contact-rows.store.ts";
import { addAll, bar, barOfPerson } from "./do-not-call.store.ts";
import { keptOut } from "./erased-people.store.ts";
import { cellsAgain } from "./import-row-cells.ts";
import { withoutShared } from "./shared-numbers.store.ts";

export type Batch = {
  id: string;
  /** How many rows were taken before: another count is a batch that came twice. */
  from: number;
  /** How many rows of the file this is; some of them may be empty. */
  read: number;
  rows: ImportRow[];
  bytes_read: number;
  now: number;
};

/** @returns whether the import goes on; false: it was stopped, or the batch was taken already */
export function applyRows(db: OrganizationDatabase, batch: Batch): boolean {
  const row = db.select().from(contactImports).where(eq(contactImports.id, batch.id)).get();
  const options = importOptions.safeParse(row?.options);
  if (row?.state !== "running" || row.rows !== batch.from || !options.success) return false;
  const author = { id: row.created_by, name: row.created_by_name, now: batch.now };
  const isKeptOut = keptOut(db, { began: row.created_at, country: options.data.country });
  // An erased person may still be put on the do-not-call list; what else a file says of them goes nowhere.
  const rows = batch.rows.filter(
    (one) => (row.kind === "do_not_call" && one.fault === null) || !isKeptOut(one),
  );
  const left = { ...batch, rows };
  const counts =
    row.kind === "do_not_call"
      ? barAll(db, left, options.data, author)
      : takeIn(db, left, options.data, author);
  const { faults, created, updated } = counts;
  const skipped = counts.skipped + batch.rows.length - rows.length;
  keepErrors(db, batch.id, row.failed, faults);
  db.update(contactImports)
    .set({
      ...(counts.unagreed > 0 && {
        options: { ...options.data, without_consent: options.data.without_consent + counts.unagreed },
      }),
      rows: row.rows + batch.read,
      bytes_read: Math.min(row.bytes, Math.max(row.bytes_read, batch.bytes_read)),
      created: row.created + created,
      updated: row.updated + updated,
      skipped: row.skipped + skipped,
      failed: row.failed + faults.length,
    })
    .where(eq(contactImports.id, batch.id))
    .run();
  return true;
}

type Counts = { faults: RefusedRow[]; created: number; updated: number; skipped: number; unagreed: number };

function keepErrors(
  db: OrganizationDatabase,
  id: string,
  before: number,
  faults: readonly RefusedRow[],
): void {
  const kept = faults.slice(0, Math.max(0, mostErrors - before));
  if (kept.length === 0) return;
  db.run(sql`insert or ignore into contact_import_errors (import_id, row, reason, cells)
    select ${id}, json_extract(value, '$.row'), json_extract(value, '$.fault'), json_extract(value, '$.cells')
    from json_each(${JSON.stringify(kept)})`);
}

const faultsOf = (rows: readonly ImportRow[]): RefusedRow[] =>
  rows.flatMap(({ row, fault, cells }) => (fault === null ? [] : [{ row, fault, cells }]));

function takeIn(
  db: OrganizationDatabase,
  { id, rows, now }: Batch,
  options: ImportOptions,
  author: Author,
): Counts {
  const { rows: good, faults: shared } = withoutShared(
    db,
    id,
    rows.filter(({ fault }) => fault === null),
    options,
  );
  const faults = [...faultsOf(rows), ...shared];
  const owners = ownersOf(db, good);
  const fields = new Map<string, string | null>();
  // An erasure takes names out of the headings; a task that read them before still sends them.
  const isHeading = (heading: string) => options.headings.includes(heading) || /^Column \d+$/.test(heading);
  const customOf = (row: ImportRow) => {
    const custom: Record<string, string> = {};
    for (const [heading, value] of Object.entries(row.custom)) {
      if (!isHeading(heading)) continue;
      const key = fields.has(heading) ? fields.get(heading) : fieldFor(db, heading, now);
      fields.set(heading, key ?? null);
      if (key) custom[key] = value;
    }
    return custom;
  };
  const fresh: RowOfContact[] = [];
  const known: RowOfContact[] = [];
  for (const row of good) {
    const ids = new Set(row.numbers.flatMap((number) => owners.numbers.get(number) ?? []));
    const [first, ...others] = ids;
    if (others.length > 0) {
      faults.push({ row: row.row, fault: "number_of_two", cells: cellsAgain(row, options) });
      continue;
    }
    const byEmail =
      row.numbers.length === 0 ? row.emails.flatMap((email) => owners.emails.get(email) ?? [])[0] : undefined;
    const contact_id = first ?? byEmail;
    const made = { id: contact_id ?? newId(), row, custom: customOf(row) };
    // Later rows of the file find the same person by what this one adds.
    for (const number of row.numbers) owners.numbers.set(number, made.id);
    for (const email of row.emails) if (!owners.emails.has(email)) owners.emails.set(email, made.id);
    if (contact_id === undefined) fresh.push(made);
    else known.push(made);
  }
  insertAll(db, id, fresh, now);
  const { changed, reworded } =
    options.duplicates === "skip"
      ? { changed: [], reworded: [] }
      : completeContacts(db, { import_id: id, rows: known, rule: options.duplicates, now });
  const freshIds = fresh.map((one) => one.id);
  const touched = [...freshIds, ...changed.map((one) => one.id)];
  indexContacts(db, [...freshIds, ...reworded]);
  barKnown(db, touched, now);
  mark(db, id, options, { touched, all: [...touched, ...known.map((one) => one.id)] }, author);
  // A day in the file is news, also of a person of whom it says nothing else.
  const isDated = options.duplicates !== "skip" && options.columns.includes("consent_on");
  agree(db, id, options, [...fresh, ...(isDated ? known : changed)], author);
  const tagged = [...fresh, ...changed].map(({ id: contact_id, row: { tags } }) => ({ contact_id, tags }));
  tagRows(db, id, tagged, now);
  return {
    faults,
    created: fresh.length,
    updated: changed.length,
    skipped: known.length - changed.length,
    unagreed: options.consent
      ? [...fresh, ...known].filter(({ row }) => !givesConsent(row, options.columns)).length
      : 0,
  };
}

/** Whose the numbers and addresses of the rows are. */
function ownersOf(db: OrganizationDatabase, rows: readonly ImportRow[]) {
  const numbers = db.all<{ value: string; id: string }>(
    sql`select phone_number as value, contact_id as id from contact_numbers
      where is_live = 1 and phone_number in ${among(rows.flatMap((row) => row.numbers))}`,
  );
  const emails = db.all<{ value: string; id: string }>(
    sql`select e.email as value, min(e.contact_id) as id from contact_emails as e cross join contacts as c on c.id = e.contact_id
      where c.archived_at is null and e.email in ${among(rows.flatMap((row) => row.emails))} group by e.email`,
  );
  const mapped = (found: typeof numbers) => new Map(found.map(({ value, id }) => [value, id]));
  return { numbers: mapped(numbers), emails: mapped(emails) };
}

function insertAll(
  db: OrganizationDatabase,
  import_id: string,
  fresh: readonly RowOfContact[],
  now: number,
): void {
  if (fresh.length === 0) return;
  const rows = fresh.map(({ id, row, custom }) => ({
    id,
    phone: row.numbers[0] ?? null,
    name: row.name,
    email: row.emails[0] ?? null,
    company: row.company,
    address: row.address,
    zone: row.time_zone,
    custom,
  }));
  db.run(sql`insert into contacts (id, phone_number, name, email, company, address, time_zone, custom, status, source, import_id, created_at, updated_at)
    select value ->> '$.id', value ->> '$.phone', value ->> '$.name', value ->> '$.email', value ->> '$.company',
      value ->> '$.address', value ->> '$.zone', value -> '$.custom', 'new', 'import', ${import_id}, ${now}, ${now}
    from json_each(${JSON.stringify(rows)})`);
  const numbers = fresh.flatMap(({ id, row }) =>
    row.numbers.map((value, at) => ({ id, value, at, line: row.line_types[at] ?? null })),
  );
  db.run(sql`insert into contact_numbers (phone_number, contact_id, is_primary, is_live, line_type, created_at)
    select value ->> '$.value', value ->> '$.id', value ->> '$.at' = 0, 1, value ->> '$.line', ${now} + (value ->> '$.at')
    from json_each(${JSON.stringify(numbers)})`);
  const emails = fresh.flatMap(({ id, row }) => row.emails.map((value, at) => ({ id, value, at })));
  db.run(sql`insert or ignore into contact_emails (email, contact_id, is_primary, created_at)
    select value ->> '$.value', value ->> '$.id', value ->> '$.at' = 0, ${now} + (value ->> '$.at')
    from json_each(${JSON.stringify(emails)})`);
  writeNotes(
    db,
    fresh.flatMap(({ id, row: { note } }) =>
      note === null ? [] : [{ id: newId(), contact_id: id, text: note }],
    ),
    now,
  );
}

/** New contacts whose number was on the do-not-call list before anyone knew whose it is. */
function barKnown(db: OrganizationDatabase, ids: readonly string[], now: number): void {
  const barred = db.all<{ phone_number: string }>(
    sql`select min(n.phone_number) as phone_number from contact_numbers as n
      cross join do_not_call as d on d.phone_number = n.phone_number
      where n.contact_id in ${among(ids)} group by n.contact_id`,
  );
  for (const { phone_number } of barred) {
    const known = barOfPerson(db, phone_number);
    if (known) bar(db, { ...known, now });
  }
}

/** Puts numbers on the do-not-call list; those of contacts one by one, with all that follows for them. */
function barAll(
  db: OrganizationDatabase,
  { rows, now }: Batch,
  { reason }: ImportOptions,
  by: Author,
): Counts {
  const numbers = [...new Set(rows.flatMap((row) => (row.fault === null ? row.numbers : [])))];
  const known = db.all<{ phone_number: string }>(
    sql`select phone_number from contact_numbers where is_live = 1 and phone_number in ${among(numbers)}`,
  );
  const theirs = new Set(known.map(({ phone_number }) => phone_number));
  let created = 0;
  for (const phone_number of theirs)
    if (bar(db, { phone_number, source: "import", reason, by, now })) created++;
  const unknown = numbers.filter((number) => !theirs.has(number));
  created += addAll(db, unknown, { source: "import", reason, by, now });
  const faults = faultsOf(rows);
  return { faults, created, updated: 0, skipped: rows.length - faults.length - created, unagreed: 0 };
}
