/** Undoes an import, some contacts at a time: what it changed is written back, whom it made is gone. Contacts that changed since stay. */
import { eq, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { clearTimer, setTimer } from "#app/object/timers.store.ts";
import { contactImportChanges, contactImports, contacts } from "#drizzle/organization/schema.ts";
import { before, writeContacts } from "./contact-import-known.store.ts";
import { takeLinesBack } from "./contact-import-lines.store.ts";
import { among, forgetContacts, indexContacts } from "./contact-rows.store.ts";

export const undoTimer = "contact_undo";

const atOnce = 500;
const marksAtOnce = 5000;

/** The timer of an undoing is due: does one step, and runs again at once while something is left. */
export function undoDue(db: OrganizationDatabase, id: string, now: number): void {
  const isLeft = db.transaction(() => undoSome(db, id, now));
  if (isLeft) setTimer(db, undoTimer, id, now);
  else clearTimer(db, undoTimer, id);
}

function undoSome(db: OrganizationDatabase, id: string, now: number): boolean {
  const row = db.select().from(contactImports).where(eq(contactImports.id, id)).get();
  if (row?.state !== "undoing") return false;
  if (writeBack(db, id) || unmark(db, id) || endConsents(db, id, now) || forgetMade(db, id)) return true;
  db.run(sql`delete from contact_import_errors where import_id = ${id}`);
  db.update(contactImports).set({ state: "undone", finished_at: now }).where(eq(contactImports.id, id)).run();
  return false;
}

const keep = (db: OrganizationDatabase, id: string, n: number) =>
  db
    .update(contactImports)
    .set({ kept: sql`${contactImports.kept} + ${n}` })
    .where(eq(contactImports.id, id))
    .run();

/** Contacts that were there before. @returns whether there were any */
function writeBack(db: OrganizationDatabase, id: string): boolean {
  const changed = db
    .select()
    .from(contactImportChanges)
    .where(eq(contactImportChanges.import_id, id))
    .limit(atOnce)
    .all();
  const ids = changed.map(({ contact_id }) => contact_id);
  db.run(sql`delete from contact_import_changes where import_id = ${id} and contact_id in ${among(ids)}`);
  const stamps = new Map(
    db
      .select({ id: contacts.id, updated_at: contacts.updated_at })
      .from(contacts)
      .where(sql`${contacts.id} in ${among(ids)}`)
      .all()
      .map((row) => [row.id, row.updated_at]),
  );
  const there = changed.flatMap(({ contact_id, before: stored, at }) => {
    const was = before.safeParse(stored);
    return stamps.has(contact_id) && was.success
      ? [{ id: contact_id, was: was.data, isSame: stamps.get(contact_id) === at }]
      : [];
  });
  const same = there.filter(({ isSame }) => isSame);
  if (same.length < there.length) keep(db, id, there.length - same.length);
  for (const [table, column, added] of [
    ["contact_numbers", "phone_number", "numbers"],
    ["contact_emails", "email", "emails"],
    ["contact_notes", "id", "notes"],
  ] as const) {
    const gone = same.flatMap((one) => one.was[added].map((value) => ({ id: one.id, value })));
    db.run(sql`delete from ${sql.identifier(table)} where (${sql.identifier(column)}, contact_id) in (
      select value ->> '$.value', value ->> '$.id' from json_each(${JSON.stringify(gone)}))`);
  }
  takeLinesBack(
    db,
    same.map(({ id, was: { lines } }) => ({ id, lines })),
  );
  writeContacts(
    db,
    same.map(({ id, was: { numbers: _, emails: __, notes: ___, lines: ____, ...values } }) => ({
      id,
      ...values,
    })),
  );
  indexContacts(
    db,
    same.map((one) => one.id),
  );
  return changed.length > 0;
}

/** What it gave to contacts: lists and tags. */
function unmark(db: OrganizationDatabase, id: string): boolean {
  for (const table of ["contact_list_members", "contact_tags"] as const) {
    const gone = db.all(sql`delete from ${sql.identifier(table)} where rowid in (
      select rowid from ${sql.identifier(table)} where import_id = ${id} limit ${marksAtOnce}) returning 1`);
    if (gone.length > 0) return true;
  }
  return false;
}

/** Consents that it gave: one that was relied on is evidence and stays, ended. @returns whether any was left */
function endConsents(db: OrganizationDatabase, id: string, now: number): boolean {
  const given = db.all<{ id: string; is_used: number }>(
    sql`select id, (exists (select 1 from dial_attempts as a where a.phone_number = k.phone_number and a.contact_id = k.contact_id)
        or exists (select 1 from calls as c where c.contact_id = k.contact_id)) as is_used
      from consents as k where import_id = ${id} and revoked_at is null limit ${atOnce}`,
  );
  const used = given.filter(({ is_used }) => is_used === 1).map((row) => row.id);
  const unused = given.filter(({ is_used }) => is_used === 0).map((row) => row.id);
  db.run(sql`update consents set revoked_at = ${now} where id in ${among(used)}`);
  db.run(sql`delete from consents where id in ${among(unused)}`);
  return given.length > 0;
}

/** Contacts that it made; one that someone called, changed or marked since stays, as a contact of its own. */
function forgetMade(db: OrganizationDatabase, id: string): boolean {
  const made = db.all<{ id: string; is_used: number }>(
    sql`select id, (last_called_at is not null or status <> 'new' or archived_at is not null
        or updated_at <> created_at
        or exists (select 1 from contact_tags as t where t.contact_id = c.id)
        or exists (select 1 from contact_list_members as m where m.contact_id = c.id)
        or exists (select 1 from contact_notes as n where n.contact_id = c.id and n.author_id <> 'import')
        or exists (select 1 from contact_tasks as t where t.contact_id = c.id)
        or exists (select 1 from consents as k where k.contact_id = c.id)
        or exists (select 1 from calls as k where k.contact_id = c.id)
        or exists (select 1 from bookings as b where b.contact_id = c.id)) as is_used
      from contacts as c where import_id = ${id} limit ${atOnce}`,
  );
  const used = made.filter(({ is_used }) => is_used === 1).map((row) => row.id);
  if (used.length > 0) {
    db.run(sql`update contacts set import_id = null where id in ${among(used)}`);
    keep(db, id, used.length);
  }
  forgetContacts(
    db,
    made.filter(({ is_used }) => is_used === 0).map((row) => row.id),
  );
  return made.length > 0;
}
