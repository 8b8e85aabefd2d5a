/** Which rows of an organization's database are about one person. */
import { eq, or, type SQL, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { bookings, calls, contacts, messages } from "#drizzle/organization/schema.ts";
import type { SoughtPerson } from "./person.schema.ts";

/** All that leads to the person: what was asked for, and what their contacts add to it. */
export type Known = { ids: string[]; phones: string[]; emails: string[] };

export function knownOf(db: OrganizationDatabase, { phone_number, email }: SoughtPerson): Known {
  const found = db
    .select({
      id: contacts.id,
      phone_number: contacts.phone_number,
      email: contacts.email,
    })
    .from(contacts)
    .where(
      or(
        phone_number === null ? undefined : eq(contacts.phone_number, phone_number),
        email === null ? undefined : sql`lower(${contacts.email}) = ${email}`,
      ),
    )
    .all();
  const present = (values: (string | null | undefined)[]) => [
    ...new Set(values.filter((value) => value !== null && value !== undefined)),
  ];
  return {
    ids: found.map(({ id }) => id),
    phones: present([phone_number, ...found.map((one) => one.phone_number)]),
    emails: present([email, ...found.map((one) => one.email?.toLowerCase())]),
  };
}

/** A list as one bound value (R33). */
export const among = (values: readonly string[]): SQL =>
  sql`(select value from json_each(${JSON.stringify(values)}))`;

export const isTheirBooking = ({ ids, phones, emails }: Known): SQL =>
  sql`(${bookings.contact_id} in ${among(ids)} or ${bookings.phone_number} in ${among(phones)} or lower(${bookings.email}) in ${among(emails)})`;
export const isTheirMessage = ({ phones }: Known): SQL => sql`${messages.phone_number} in ${among(phones)}`;
/** Calls that their appointments and messages came from: made from a withheld number, or from another phone. */
export const hasTheirs = (known: Known): SQL =>
  sql`(${calls.id} in (select call_id from bookings where call_id is not null and ${isTheirBooking(known)})
    or ${calls.id} in (select call_id from messages where call_id is not null and ${isTheirMessage(known)}))`;
export const isTheirCall = (known: Known): SQL =>
  sql`(${calls.contact_id} in ${among(known.ids)} or ${calls.other_number} in ${among(known.phones)} or ${hasTheirs(known)})`;
