/** What people agreed to: noted with its source and proof, asked before they are called or texted, and revoked. */
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { newId } from "#app/platform/id.ts";
import { consents } from "#drizzle/organization/schema.ts";
import { type Channel, type Consent, type ConsentKind, consentKinds } from "./contact-terms.schema.ts";

const shown = {
  id: consents.id,
  contact_id: consents.contact_id,
  phone_number: consents.phone_number,
  kind: consents.kind,
  channel: consents.channel,
  source: consents.source,
  proof: consents.proof,
  given_at: consents.given_at,
  revoked_at: consents.revoked_at,
};

const strength = (kind: ConsentKind): number => consentKinds.indexOf(kind);

/** The strongest consent of a contact for a number that was not revoked, the newest of equals; null: there is none. */
export function consentOf(
  db: OrganizationDatabase,
  contact_id: string,
  phone_number: string,
  channel: Channel,
): Consent | null {
  const found = db
    .select(shown)
    .from(consents)
    .where(
      and(
        eq(consents.contact_id, contact_id),
        eq(consents.channel, channel),
        isNull(consents.revoked_at),
        sql`(${consents.phone_number} is null or ${consents.phone_number} = ${phone_number})`,
      ),
    )
    .orderBy(desc(consents.given_at))
    .all();
  return found.toSorted((one, other) => strength(one.kind) - strength(other.kind))[0] ?? null;
}

/** Whether a contact had agreed for a number, and no consent is left: all were revoked. */
export const hasRevoked = (
  db: OrganizationDatabase,
  contact_id: string,
  phone_number: string,
  channel: Channel,
): boolean =>
  db.get(sql`select 1 from consents where contact_id = ${contact_id} and channel = ${channel} and kind <> 'none'
    and revoked_at is not null and (phone_number is null or phone_number = ${phone_number}) limit 1`) !==
  undefined;

/** Every consent of a contact, the newest first. */
export const consentsOf = (db: OrganizationDatabase, contact_id: string): Consent[] =>
  db
    .select(shown)
    .from(consents)
    .where(eq(consents.contact_id, contact_id))
    .orderBy(desc(consents.given_at), desc(consents.id))
    .limit(200)
    .all();

export type NewConsent = {
  id?: string;
  contact_id: string;
  phone_number: string | null;
  kind: ConsentKind;
  channel: Channel;
  /** Where it was given: a form, a call, a file. */
  source: string;
  proof?: string;
  given_at: number;
  created_by?: string | null;
};

/** Notes a consent. The same id again changes nothing. @returns its id */
export function giveConsent(db: OrganizationDatabase, consent: NewConsent): string {
  const id = consent.id ?? newId(consent.given_at);
  db.insert(consents)
    .values({ ...consent, id, proof: consent.proof ?? "", created_by: consent.created_by ?? null })
    .onConflictDoNothing()
    .run();
  return id;
}

/** Ends a consent. @returns whether it stood until now */
export const revokeConsent = (
  db: OrganizationDatabase,
  { id, contact_id, now }: { id: string; contact_id: string; now: number },
): boolean =>
  db
    .update(consents)
    .set({ revoked_at: now })
    .where(and(eq(consents.id, id), eq(consents.contact_id, contact_id), isNull(consents.revoked_at)))
    .returning({ id: consents.id })
    .all().length > 0;
