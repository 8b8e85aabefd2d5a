/** Numbers that the organization does not call. */
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { findByPhone } from "./contacts.store.ts";

export type Bar = { reason: string | null; source: string; at: number };

/** Whether a number (E.164) is on the list; null: it is not. */
export function isBarred(db: OrganizationDatabase, phone_number: string): Bar | null {
  const contact = findByPhone(db, phone_number);
  return contact?.status === "do_not_call"
    ? { reason: null, source: "member", at: contact.last_called_at ?? 0 }
    : null;
}
