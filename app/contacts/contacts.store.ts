/** Contacts: one row for each phone number, completed as people say who they are. */
import { and, eq, isNull } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueue } from "#app/object/outbox.store.ts";
import { newId } from "#app/platform/id.ts";
import { contacts } from "#drizzle/organization/schema.ts";

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

/** The contact with a phone number (E.164), or null. */
export function findByPhone(db: OrganizationDatabase, phone_number: string): Contact | null {
  return (
    db
      .select(shown)
      .from(contacts)
      .where(and(eq(contacts.phone_number, phone_number), isNull(contacts.archived_at)))
      .get() ?? null
  );
}

/** What a call has learned about a person. */
export type Learned = {
  phone_number: string;
  name: string | null;
  email: string | null;
  /** The contact's new status after this call; null: no change. */
  status: "qualified" | "booked" | "do_not_call" | null;
  source: string;
  /** The call that taught it; absent: none, or told by an older version. */
  call_id?: string;
  /** ms UTC */
  now: number;
};

/** Creates or completes the contact of a number. Known values stay, only gaps are filled, and a contact who wants no calls keeps that status. */
export function upsertByPhone(db: OrganizationDatabase, learned: Learned): Contact {
  const { phone_number, name, email, source, now } = learned;
  const known = findByPhone(db, phone_number);
  if (!known) {
    const id = newId(now);
    const status = learned.status ?? "new";
    db.insert(contacts)
      .values({
        id,
        phone_number,
        name,
        email,
        status,
        source,
        last_called_at: now,
        created_at: now,
        updated_at: now,
      })
      .run();
    enqueueOptOut(db, "new", { id, status }, learned);
    return { id, phone_number, name, email, status, last_called_at: now };
  }
  const contact: Contact = {
    ...known,
    name: known.name ?? name,
    email: known.email ?? email,
    status: known.status === "do_not_call" ? known.status : (learned.status ?? known.status),
    last_called_at: Math.max(known.last_called_at ?? 0, now),
  };
  db.update(contacts)
    .set({
      name: contact.name,
      email: contact.email,
      status: contact.status,
      last_called_at: contact.last_called_at,
      updated_at: now,
    })
    .where(eq(contacts.id, known.id))
    .run();
  enqueueOptOut(db, known.status, contact, learned);
  return contact;
}

/** Tells at once that a contact wants no calls any more. */
function enqueueOptOut(
  db: OrganizationDatabase,
  before: string,
  { id: contact_id, status }: Pick<Contact, "id" | "status">,
  { phone_number, call_id, now: at }: Learned,
): void {
  if (status !== "do_not_call" || before === status) return;
  const payload = { v: 1, contact_id, phone_number, call_id: call_id ?? null } as const;
  enqueue(db, { kind: "contact.opted_out", at, payload });
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

/**
 * Notes that a number is not to be called any more, because a member says so.
 * @returns whether that is new
 */
export function optOut(
  db: OrganizationDatabase,
  {
    phone_number,
    name,
    call_id,
    now,
  }: { phone_number: string; name: string | null; call_id: string; now: number },
): boolean {
  const known = findByPhone(db, phone_number);
  if (known?.status === "do_not_call") return false;
  const contact = { id: known?.id ?? newId(now), status: "do_not_call" };
  if (known)
    db.update(contacts)
      .set({ status: contact.status, updated_at: now })
      .where(eq(contacts.id, known.id))
      .run();
  else
    db.insert(contacts)
      .values({ ...contact, phone_number, name, source: "member", created_at: now, updated_at: now })
      .run();
  const learned: Learned = {
    phone_number,
    name,
    email: null,
    status: "do_not_call",
    source: "member",
    call_id,
    now,
  };
  enqueueOptOut(db, known?.status ?? "new", contact, learned);
  return true;
}

/** Takes a contact off the list of those who are not called. @returns whether it was on it */
export function takeBackOptOut(
  db: OrganizationDatabase,
  { id, status }: Pick<Contact, "id" | "status">,
  now: number,
): boolean {
  if (status !== "do_not_call") return false;
  db.update(contacts).set({ status: "new", updated_at: now }).where(eq(contacts.id, id)).run();
  return true;
}
