/** Which rows of an organization's database are about one person. */
import { type SQL, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { bookings, calls, messages } from "#drizzle/organization/schema.ts";
import type { SoughtPerson } from "./person.schema.ts";

/** All that leads to the person: what was asked for, and what their contacts add to it. */
export type Known = { ids: string[]; phones: string[]; emails: string[] };

export function knownOf(db: OrganizationDatabase, { phone_number, email }: SoughtPerson): Known {
  const ids = db
    .all<{ id: string }>(
      sql`select contact_id as id from contact_numbers where phone_number = ${phone_number}
        union select contact_id from contact_emails where email = ${email}
        union select id from contacts where phone_number = ${phone_number} or lower(email) = ${email}`,
    )
    .map(({ id }) => id);
  const valuesOf = (query: SQL) => db.all<{ value: string }>(query).map(({ value }) => value);
  const present = (values: (string | null)[]) => [...new Set(values.filter((value) => value !== null))];
  return {
    ids,
    phones: present([
      phone_number,
      ...valuesOf(sql`select phone_number as value from contact_numbers where contact_id in ${among(ids)}`),
    ]),
    emails: present([
      email,
      ...valuesOf(sql`select email as value from contact_emails where contact_id in ${among(ids)}`),
    ]),
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
