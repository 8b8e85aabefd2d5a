/** One contact: read with everything that hangs on it, made, saved, archived and merged. Long because a contact is saved and merged by the same rules. */
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { newId } from "#app/platform/id.ts";
import {
  bookings,
  calls,
  contactEmails,
  contactLists,
  contactNumbers,
  contacts,
} from "#drizzle/organization/schema.ts";
import { consentsOf, holdRevocations, tieConsents } from "./consents.store.ts";
import { fields } from "./contact-fields.store.ts";
import { tagsOf } from "./contact-list.store.ts";
import { among, findByPhone, forgetContacts, indexContacts, numbersOf } from "./contact-rows.store.ts";
import { tellCreated, tellUpdated } from "./contact-told.store.ts";
import type { ContactDraft, ContactFile, Saved } from "./contact-views.schema.ts";
import { bar, firstBar } from "./do-not-call.store.ts";

export const customValues = z.record(z.string(), z.string()).catch({});

const rowOf = (db: OrganizationDatabase, id: string) =>
  db.select().from(contacts).where(eq(contacts.id, id)).get() ?? null;

/** A contact with everything that is kept of it, but the timeline; null: it is not there. */
export function open(db: OrganizationDatabase, id: string): ContactFile | null {
  const row = rowOf(db, id);
  if (!row) return null;
  const numbers = db
    .select()
    .from(contactNumbers)
    .where(eq(contactNumbers.contact_id, id))
    .orderBy(sql`is_primary desc`, asc(contactNumbers.created_at), asc(contactNumbers.phone_number))
    .all();
  const emails = db
    .select({ email: contactEmails.email, label: contactEmails.label })
    .from(contactEmails)
    .where(eq(contactEmails.contact_id, id))
    .orderBy(sql`is_primary desc`, asc(contactEmails.created_at), asc(contactEmails.email))
    .all();
  const lists = db
    .select({ id: contactLists.id, name: contactLists.name })
    .from(contactLists)
    .where(sql`${contactLists.id} in (select list_id from contact_list_members where contact_id = ${id})`)
    .orderBy(asc(contactLists.name))
    .all();
  const { seq: _, created_by: __, import_id: ___, custom, ...kept } = row;
  return {
    ...kept,
    custom: customValues.parse(custom),
    tags: tagsOf(db, id),
    numbers: numbers.map(({ phone_number, label, line_type }) => ({
      phone_number,
      label,
      line_type,
      bar: barOf(db, phone_number),
    })),
    emails,
    lists,
    consents: consentsOf(db, id),
  };
}

const barOf = (db: OrganizationDatabase, phone_number: string) =>
  db.get<NonNullable<ContactFile["numbers"][number]["bar"]>>(
    sql`select reason, source, at, by_name from do_not_call where phone_number = ${phone_number}`,
  ) ?? null;

export const exists = (db: OrganizationDatabase, id: string): boolean => rowOf(db, id) !== null;

type Author = { id: string; name: string; now: number };

/** Makes a contact, or replaces what one is. The first number and address stand in lists. @param new_id of one that is made; made again under it, it stays as it is */
export function save(
  db: OrganizationDatabase,
  draft: ContactDraft,
  author: Author,
  new_id = newId(author.now),
): Saved {
  const { now } = author;
  if (draft.id === null && exists(db, new_id)) return { ok: true, id: new_id, changed: false };
  const known = draft.id === null ? null : rowOf(db, draft.id);
  if (draft.id !== null && !known) return { ok: false, reason: "not_found" };
  if (known && draft.version !== null && known.updated_at !== draft.version)
    return { ok: false, reason: "changed" };
  const id = known?.id ?? new_id;
  const isLive = !known?.archived_at;
  const taken = isLive ? takenBy(db, id, draft) : null;
  if (taken) return taken;
  const set = {
    name: draft.name || null,
    company: draft.company || null,
    address: draft.address || null,
    time_zone: draft.time_zone || null,
    country: draft.country || known?.country || null,
    phone_number: draft.numbers[0]?.phone_number ?? null,
    email: draft.emails[0] ?? null,
    custom: customOf(db, draft.custom, known?.custom),
    updated_at: now,
  };
  const status = known?.status === "do_not_call" ? known.status : (draft.status ?? known?.status ?? "new");
  if (known) tieConsents(db, [id], now);
  const lines = new Map(
    db
      .select({ phone_number: contactNumbers.phone_number, line_type: contactNumbers.line_type })
      .from(contactNumbers)
      .where(eq(contactNumbers.contact_id, id))
      .all()
      .map((row) => [row.phone_number, row.line_type]),
  );
  // The unique numbers of the contact go before they come again.
  db.delete(contactNumbers).where(eq(contactNumbers.contact_id, id)).run();
  db.delete(contactEmails).where(eq(contactEmails.contact_id, id)).run();
  if (known)
    db.update(contacts)
      .set({ ...set, status })
      .where(eq(contacts.id, id))
      .run();
  else
    db.insert(contacts)
      .values({ ...set, id, status, source: "member", created_by: author.id, created_at: now })
      .run();
  for (const [at, { phone_number, label, line_type }] of draft.numbers.entries())
    db.insert(contactNumbers)
      .values({
        phone_number,
        contact_id: id,
        label: label || null,
        line_type: line_type === undefined ? (lines.get(phone_number) ?? null) : line_type,
        is_primary: at === 0,
        is_live: isLive,
        created_at: now + at,
      })
      .onConflictDoNothing()
      .run();
  for (const [at, email] of draft.emails.entries())
    db.insert(contactEmails)
      .values({ email, contact_id: id, is_primary: at === 0, created_at: now + at })
      .onConflictDoNothing()
      .run();
  indexContacts(db, [id]);
  barTogether(db, id, status, author);
  if (known) tellUpdated(db, id, now, null);
  else tellCreated(db, id, { source: "member" }, now);
  return { ok: true, id, changed: true };
}

/** The values of fields that there are; a field that came after the form was drawn keeps what it holds. */
function customOf(db: OrganizationDatabase, typed: Record<string, string>, stored: unknown) {
  const keys = new Set(fields(db).map(({ key }) => key));
  const values = Object.entries({ ...customValues.parse(stored), ...typed });
  return Object.fromEntries(values.filter(([key, value]) => value !== "" && keys.has(key)));
}

function takenBy(db: OrganizationDatabase, id: string, { numbers }: ContactDraft): Saved | null {
  for (const { phone_number } of numbers) {
    const other = findByPhone(db, phone_number);
    if (other && other.id !== id)
      return {
        ok: false,
        reason: "number_taken",
        number: phone_number,
        other: { id: other.id, name: other.name ?? phone_number },
      };
  }
  return null;
}

/** A person who is not called at one number is not called at another. */
function barTogether(db: OrganizationDatabase, id: string, status: string, { now }: Author): void {
  const numbers = numbersOf(db, id);
  const barred = firstBar(db, numbers);
  const [first] = numbers;
  if (barred) bar(db, { ...barred, now });
  else if (status === "do_not_call" && first !== undefined)
    bar(db, { phone_number: first, source: "member", reason: "", now });
}

/** Archives contacts: they are in no list and no audience, and their numbers are free for others. */
export function archive(db: OrganizationDatabase, ids: readonly string[], now: number): string[] {
  const done = db
    .update(contacts)
    .set({ archived_at: now, updated_at: now })
    .where(and(sql`${contacts.id} in ${among(ids)}`, isNull(contacts.archived_at)))
    .returning({ id: contacts.id })
    .all()
    .map(({ id }) => id);
  db.update(contactNumbers)
    .set({ is_live: false })
    .where(sql`${contactNumbers.contact_id} in ${among(done)}`)
    .run();
  return done;
}

/** Brings archived contacts back, but for those whose number another contact has by now. */
export function restore(db: OrganizationDatabase, ids: readonly string[], now: number): string[] {
  const free = db
    .all<{ id: string }>(
      sql`select id from contacts as c where id in ${among(ids)} and archived_at is not null and not exists (
        select 1 from contact_numbers as own join contact_numbers as other on other.phone_number = own.phone_number
        where own.contact_id = c.id and other.is_live = 1 and other.contact_id <> c.id)`,
    )
    .map(({ id }) => id);
  const done: string[] = [];
  // One by one: two archived contacts may have had the same number.
  for (const id of free) {
    if (numbersOf(db, id).some((number) => findByPhone(db, number) !== null)) continue;
    db.update(contacts).set({ archived_at: null, updated_at: now }).where(eq(contacts.id, id)).run();
    db.update(contactNumbers).set({ is_live: true }).where(eq(contactNumbers.contact_id, id)).run();
    barTogether(db, id, rowOf(db, id)?.status ?? "new", { id: "", name: "", now });
    done.push(id);
  }
  return done;
}

/** What moves from one contact to another: the table, and what else makes its rows unique. */
const moving = [
  "contact_numbers",
  "contact_emails",
  "contact_tags",
  "contact_list_members",
  "contact_notes",
  "contact_tasks",
  "consents",
] as const;

/** Makes one contact of two: what the first does not know it takes from the second, which is gone then. */
export function merge(
  db: OrganizationDatabase,
  { into, from }: { into: string; from: string },
  author: Author,
): Saved {
  const { now } = author;
  const [stays, goes] = [rowOf(db, into), rowOf(db, from)];
  if (!stays || !goes || into === from || stays.archived_at !== null || goes.archived_at !== null)
    return { ok: false, reason: "not_found" };
  tieConsents(db, [into, from], now);
  for (const table of moving)
    db.run(
      sql`update or ignore ${sql.identifier(table)} set contact_id = ${into} where contact_id = ${from}`,
    );
  for (const table of ["contact_numbers", "contact_emails"] as const)
    db.run(sql`update ${sql.identifier(table)} set is_primary = 0 where contact_id = ${into}`);
  db.update(calls).set({ contact_id: into }).where(eq(calls.contact_id, from)).run();
  db.update(bookings).set({ contact_id: into }).where(eq(bookings.contact_id, from)).run();
  forgetContacts(db, [from]);
  const phone_number = stays.phone_number ?? goes.phone_number;
  const email = stays.email ?? goes.email;
  const isBarredNow = stays.status === "do_not_call" || goes.status === "do_not_call";
  const status = isBarredNow ? "do_not_call" : stays.status === "new" ? goes.status : stays.status;
  db.update(contacts)
    .set({
      phone_number,
      email,
      status,
      name: stays.name ?? goes.name,
      company: stays.company ?? goes.company,
      address: stays.address ?? goes.address,
      time_zone: stays.time_zone ?? goes.time_zone,
      country: stays.country ?? goes.country,
      custom: { ...customValues.parse(goes.custom), ...customValues.parse(stays.custom) },
      last_called_at: Math.max(stays.last_called_at ?? 0, goes.last_called_at ?? 0) || null,
      updated_at: now,
    })
    .where(eq(contacts.id, into))
    .run();
  db.run(
    sql`update contact_numbers set is_primary = 1 where contact_id = ${into} and phone_number = ${phone_number}`,
  );
  db.run(
    sql`update contact_emails set is_primary = 1 where contact_id = ${into} and email = lower(${email})`,
  );
  indexContacts(db, [into]);
  holdRevocations(db, into);
  barTogether(db, into, status, author);
  tellUpdated(db, into, now, null);
  return { ok: true, id: into, changed: true };
}

/** The contact that a number, an address or an id names; null: none, or several. */
export function lookUp(
  db: OrganizationDatabase,
  { phone_number, email, id }: { phone_number: string | null; email: string | null; id: string | null },
): { id: string; name: string | null; phone_number: string | null } | null {
  const shown = (row: ReturnType<typeof rowOf>) =>
    row && row.archived_at === null ? { id: row.id, name: row.name, phone_number: row.phone_number } : null;
  if (id !== null) return shown(rowOf(db, id));
  if (phone_number !== null) {
    const found = findByPhone(db, phone_number);
    return found ? shown(rowOf(db, found.id)) : null;
  }
  const found = db
    .select({ id: contactEmails.contact_id })
    .from(contactEmails)
    .innerJoin(contacts, eq(contacts.id, contactEmails.contact_id))
    .where(and(eq(contactEmails.email, email ?? ""), isNull(contacts.archived_at)))
    .limit(2)
    .all();
  const [only, other] = found;
  return only && !other ? shown(rowOf(db, only.id)) : null;
}
