/** What is known of an email address before something is written to it. */
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { contactEmails, contactNumbers, contacts } from "#drizzle/organization/schema.ts";
import { firstBar } from "./do-not-call.store.ts";

type EmailStanding = "known" | "unknown" | "barred";

/** `barred`: a contact with this address asked not to be contacted. */
export function emailStanding(db: OrganizationDatabase, email: string): EmailStanding {
  const ids = db
    .select({ id: contacts.id })
    .from(contactEmails)
    .innerJoin(contacts, eq(contacts.id, contactEmails.contact_id))
    .where(and(eq(contactEmails.email, email.toLowerCase()), isNull(contacts.archived_at)))
    .limit(20)
    .all()
    .map(({ id }) => id);
  if (ids.length === 0) return "unknown";
  const numbers = db
    .select({ phone_number: contactNumbers.phone_number })
    .from(contactNumbers)
    .where(inArray(contactNumbers.contact_id, ids))
    .all()
    .map(({ phone_number }) => phone_number);
  return firstBar(db, numbers) === null ? "known" : "barred";
}
