/** Fields of the organization's own: made by an import or by hand, renamed, and removed with their values. */
import { asc, eq, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { newId } from "#app/platform/id.ts";
import { contactFields } from "#drizzle/organization/schema.ts";
import { most } from "./contact-terms.schema.ts";
import type { CountedField, KeptField, OwnField } from "./contact-views.schema.ts";

/** The organization's own fields. */
export const fields = (db: OrganizationDatabase): OwnField[] =>
  db
    .select({ key: contactFields.key, label: contactFields.label })
    .from(contactFields)
    .orderBy(asc(contactFields.created_at), asc(contactFields.key))
    .all();

const folded = (label: string): string => label.normalize("NFC").toLowerCase();

/** A key for a field: what stands in rows never changes with its label. */
const keyOf = (label: string): string =>
  (
    label
      .slice(0, 200)
      .toLowerCase()
      .normalize("NFKD")
      .match(/[a-z0-9]+/g) ?? []
  )
    .join("_")
    .slice(0, 40);

function add(db: OrganizationDatabase, all: readonly OwnField[], label: string, now: number): string {
  const wanted = keyOf(label);
  const isFree = wanted !== "" && all.every(({ key }) => key !== wanted);
  const key = isFree ? wanted : `${wanted || "field"}_${newId(now).slice(-12)}`;
  db.insert(contactFields).values({ key, label, created_at: now }).run();
  return key;
}

/** A field under a label, made if there is none. @returns its key; null: there are too many */
export function fieldFor(db: OrganizationDatabase, label: string, now: number): string | null {
  const all = fields(db);
  const same = all.find((field) => folded(field.label) === folded(label));
  if (same) return same.key;
  return all.length >= most.fields ? null : add(db, all, label, now);
}

/** Makes a field, or gives one another label: its key stays, so filters and segments go on finding by it. @param key null: a new one */
export function saveField(
  db: OrganizationDatabase,
  { key, label }: { key: string | null; label: string },
  now: number,
): KeptField {
  const all = fields(db);
  const same = all.find((field) => folded(field.label) === folded(label));
  if (same && same.key !== key) return { ok: false, reason: "name_taken" };
  if (key === null)
    return all.length >= most.fields
      ? { ok: false, reason: "full" }
      : { ok: true, key: add(db, all, label, now) };
  const renamed = db
    .update(contactFields)
    .set({ label })
    .where(eq(contactFields.key, key))
    .returning({ key: contactFields.key })
    .all();
  return renamed.length > 0 ? { ok: true, key } : { ok: false, reason: "not_found" };
}

/** The newest contacts whose values are counted. */
const countedContacts = 50_000;

/** The fields, each with how many contacts have a value of it. */
export function countedFields(db: OrganizationDatabase): CountedField[] {
  const known = fields(db);
  if (known.length === 0) return [];
  const newest = sql`select seq, custom from contacts order by seq desc limit ${countedContacts}`;
  const found = db.all<{ key: string; n: number }>(
    sql`select f.key, count(*) as n from (${newest}) as c, json_each(c.custom) as f where f.value <> '' group by f.key`,
  );
  const isMore =
    db.get(sql`select 1 from contacts order by seq desc limit 1 offset ${countedContacts}`) !== undefined;
  const counts = new Map(found.map(({ key, n }) => [key, n]));
  return known.map((field) => ({ ...field, contacts: { n: counts.get(field.key) ?? 0, isMore } }));
}

/** Removes a field, and what contacts have in it, also what undoing an import would write back. @returns whether it was there */
export function removeField(db: OrganizationDatabase, key: string): boolean {
  const gone = db
    .delete(contactFields)
    .where(eq(contactFields.key, key))
    .returning({ key: contactFields.key })
    .all();
  if (gone.length === 0) return false;
  const path = `$."${key}"`;
  db.run(
    sql`update contacts set custom = json_remove(custom, ${path}) where json_type(custom, ${path}) is not null`,
  );
  db.run(sql`update contact_import_changes set before = json_remove(before, ${`$.custom."${key}"`})
    where json_type(before, ${`$.custom."${key}"`}) is not null`);
  return true;
}
