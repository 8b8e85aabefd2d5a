/** Contacts as calls and texts know them: one for each phone number, completed as people say who they are. */
import { eq } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueue } from "#app/object/outbox.store.ts";
import { newId } from "#app/platform/id.ts";
import { contactEmails, contactNumbers, contacts } from "#drizzle/organization/schema.ts";
import { type Contact, findByPhone, indexContacts } from "./contact-rows.store.ts";
import type { BarSource } from "./contact-terms.schema.ts";
import { tellCreated, tellUpdated } from "./contact-told.store.ts";
import { bar, isBarred } from "./do-not-call.store.ts";

export { type Contact, findByPhone } from "./contact-rows.store.ts";

/** What a call has learned about a person. */
export type Learned = {
  phone_number: string;
  name: string | null;
  email: string | null;
  /** The contact's new status after this call; null: no change. */
  status: "qualified" | "booked" | "do_not_call" | null;
  source: string;
  /** How the person asked not to be called; absent: in words, on the phone. */
  asked?: BarSource;
  /** The call that taught it; absent: none, or told by an older version. */
  call_id?: string;
  /** ms UTC */
  now: number;
};

/** Creates or completes the contact of a number. Known values stay, only gaps are filled, and a contact who wants no calls keeps that status. */
export function upsertByPhone(db: OrganizationDatabase, learned: Learned): Contact {
  const { phone_number, now } = learned;
  const wantsNone = learned.status === "do_not_call";
  const before = findByPhone(db, phone_number);
  const known = before ?? create(db, learned);
  const contact: Contact = {
    ...known,
    name: known.name ?? learned.name,
    email: known.email ?? learned.email,
    status: known.status === "do_not_call" || wantsNone ? known.status : (learned.status ?? known.status),
    last_called_at: Math.max(known.last_called_at ?? 0, now),
  };
  const { id, name, email, status, last_called_at } = contact;
  db.update(contacts)
    .set({ name, email, status, last_called_at, updated_at: now })
    .where(eq(contacts.id, id))
    .run();
  if (email !== null && email !== known.email) addEmail(db, id, email, now);
  if (name !== known.name || email !== known.email) indexContacts(db, [id]);
  const isOther = name !== known.name || email !== known.email || status !== known.status;
  if (!before) tellCreated(db, id, learned, now);
  else if (isOther) tellUpdated(db, id, now, learned.call_id ?? null);
  if (!wantsNone) return contact;
  bar(db, { phone_number, source: learned.asked ?? "voice", call_id: learned.call_id ?? null, now });
  return { ...contact, status: "do_not_call" };
}

function create(
  db: OrganizationDatabase,
  { phone_number, name, source, now }: Pick<Learned, "phone_number" | "name" | "source" | "now">,
): Contact {
  const id = newId(now);
  // A number can be on the list before anyone knows whose it is.
  const status = isBarred(db, phone_number) ? "do_not_call" : "new";
  db.insert(contacts)
    .values({ id, phone_number, name, status, source, created_at: now, updated_at: now })
    .run();
  db.insert(contactNumbers).values({ phone_number, contact_id: id, is_primary: true, created_at: now }).run();
  indexContacts(db, [id]);
  return { id, phone_number, name, email: null, status, last_called_at: null };
}

function addEmail(db: OrganizationDatabase, contact_id: string, email: string, now: number): void {
  db.insert(contactEmails)
    .values({ email: email.trim().toLowerCase(), contact_id, is_primary: true, created_at: now })
    .onConflictDoNothing()
    .run();
}

/** Tells that a call has saved a contact as a lead: at the call's end, when the name and address are known. */
export function enqueueLead(
  db: OrganizationDatabase,
  { id: contact_id, phone_number, name, email, status }: Contact,
  { call_id, at }: { call_id: string; at: number },
): void {
  if (phone_number === null || status === "do_not_call") return;
  enqueue(db, { kind: "lead.saved", at, payload: { v: 1, contact_id, phone_number, name, email, call_id } });
}

/** The contact of a number that a member does something with in a call; one that is not known yet is made. @returns its id */
export function contactFor(
  db: OrganizationDatabase,
  { phone_number, name, call_id, now }: Pick<Learned, "phone_number" | "name" | "now"> & { call_id: string },
): string {
  const known = findByPhone(db, phone_number);
  if (known) return known.id;
  const { id } = create(db, { phone_number, name, source: "member", now });
  tellCreated(db, id, { source: "member", call_id }, now);
  return id;
}

/**
 * Notes that a number is not to be called any more, because a member says so.
 * @returns whether that is new
 */
export function optOut(
  db: OrganizationDatabase,
  {
    phone_number,
    name,
    by = null,
    call_id,
    now,
  }: {
    phone_number: string;
    name: string | null;
    by?: { id: string; name: string } | null;
    call_id: string;
    now: number;
  },
): boolean {
  contactFor(db, { phone_number, name, call_id, now });
  return bar(db, { phone_number, source: "member", by, call_id, now });
}
