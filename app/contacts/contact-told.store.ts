/** Tells of contacts: made, changed, tagged. Files of contacts are not told of row by row. */
import { eq } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueue } from "#app/object/outbox.store.ts";
import { newId } from "#app/platform/id.ts";
import { contacts } from "#drizzle/organization/schema.ts";

/** The contact as facts tell of it; null: it is gone. */
function told(db: OrganizationDatabase, id: string) {
  const row = db
    .select({
      contact_id: contacts.id,
      phone_number: contacts.phone_number,
      name: contacts.name,
      email: contacts.email,
      company: contacts.company,
      status: contacts.status,
    })
    .from(contacts)
    .where(eq(contacts.id, id))
    .get();
  return row ? { v: 1 as const, ...row } : null;
}

type By = { source: string; call_id?: string | null };

export function tellCreated(
  db: OrganizationDatabase,
  id: string,
  { source, call_id = null }: By,
  now: number,
): void {
  const contact = told(db, id);
  if (contact) enqueue(db, { kind: "contact.created", at: now, payload: { ...contact, source, call_id } });
}

export function tellUpdated(db: OrganizationDatabase, id: string, now: number, call_id: string | null): void {
  const contact = told(db, id);
  if (!contact) return;
  enqueue(db, {
    kind: "contact.updated",
    at: now,
    payload: { ...contact, change_id: newId(now), call_id },
  });
}

export function tellTagged(db: OrganizationDatabase, id: string, tag: string, now: number): void {
  const contact = told(db, id);
  if (!contact) return;
  enqueue(db, { kind: "contact.tagged", at: now, payload: { ...contact, change_id: newId(now), tag } });
}
