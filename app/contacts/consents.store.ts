/** What people agreed to: noted with its source and proof, asked before they are called or texted, and revoked. */
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { newId } from "#app/platform/id.ts";
import { consents, contacts } from "#drizzle/organization/schema.ts";
import { among, numbersOf } from "./contact-rows.store.ts";
import { type Channel, type Consent, type ConsentKind, consentKinds, most } from "./contact-terms.schema.ts";

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

/**
 * The strongest consent of a contact for a number that was not revoked, the newest of equals; null: there is none.
 * @param counts what comes before all others
 */
export function consentOf(
  db: OrganizationDatabase,
  contact_id: string,
  phone_number: string,
  channel: Channel,
  counts: (consent: Consent) => boolean = () => true,
): Consent | null {
  const found = db.all<Consent>(sql`
    select id, contact_id, phone_number, kind, channel, source, proof, given_at, revoked_at from consents
    where contact_id = ${contact_id} and channel = ${channel} and revoked_at is null
      and (phone_number is null or phone_number = ${phone_number}) order by given_at desc`);
  const strongest = found.toSorted((one, other) => strength(one.kind) - strength(other.kind));
  return strongest.find(counts) ?? strongest[0] ?? null;
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
  const id = consent.id ?? newId();
  db.insert(consents)
    .values({ ...consent, id, proof: consent.proof ?? "", created_by: consent.created_by ?? null })
    .onConflictDoNothing()
    .run();
  return id;
}

export type NotedConsent = Omit<NewConsent, "id"> & {
  /** Of the form that was sent: the same again changes nothing. */
  request: string;
};
export type Noted =
  | { ok: true; changed: boolean }
  /** `taken_back`: the person ended what they had agreed to after that. */
  | { ok: false; reason: "not_found" | "full" | "no_number" | "taken_back" };

/**
 * Notes a consent for one number of a contact, or for each that the contact has now: who agreed to be called at one number
 * agreed to nothing about a number that comes later.
 */
export function noteConsent(db: OrganizationDatabase, { request, ...given }: NotedConsent): Noted {
  const { contact_id, phone_number, given_at } = given;
  if (!db.select({ id: contacts.id }).from(contacts).where(eq(contacts.id, contact_id)).get())
    return { ok: false, reason: "not_found" };
  if (db.select({ id: consents.id }).from(consents).where(eq(consents.id, request)).get())
    return { ok: true, changed: false };
  if (
    given.kind !== "none" &&
    db.get(sql`select 1 from consents as r where r.contact_id = ${contact_id} and r.channel = ${given.channel}
      and ${endedByPerson} and r.revoked_at > ${given_at} limit 1`)
  )
    return { ok: false, reason: "taken_back" };
  const numbers = numbersOf(db, contact_id).filter((one) => phone_number === null || one === phone_number);
  if (numbers.length === 0) return { ok: false, reason: "no_number" };
  const has = db.get<{ n: number }>(sql`select count(*) as n from consents where contact_id = ${contact_id}`);
  if ((has?.n ?? 0) + numbers.length > most.consents) return { ok: false, reason: "full" };
  for (const [at, number] of numbers.entries())
    giveConsent(db, { ...given, id: at === 0 ? request : newId(), phone_number: number });
  return { ok: true, changed: true };
}

/** Ties what contacts agreed to without a number to the numbers that they have now, before they get others. */
export function tieConsents(db: OrganizationDatabase, ids: readonly string[], now: number): void {
  const open = db
    .select()
    .from(consents)
    .where(
      and(
        sql`${consents.contact_id} in ${among(ids)}`,
        isNull(consents.phone_number),
        isNull(consents.revoked_at),
      ),
    )
    .all();
  for (const row of open) {
    const [first, ...others] = numbersOf(db, row.contact_id);
    db.update(consents)
      .set(first === undefined ? { revoked_at: now } : { phone_number: first })
      .where(eq(consents.id, row.id))
      .run();
    for (const phone_number of others)
      db.insert(consents)
        .values({ ...row, id: newId(), phone_number })
        .run();
  }
}

/** Consents as `r` that a person ended, or that ended with the do-not-call list; undoing an import ends its own only. */
export const endedByPerson = sql`r.revoked_at is not null and (r.import_id is null
  or r.import_id not in (select i.id from contact_imports as i where i.state in ('undoing', 'undone')))`;

/** What a contact took back holds against all that was given before: for contacts that became one. */
export function holdRevocations(db: OrganizationDatabase, contact_id: string): void {
  db.run(sql`update consents set revoked_at = ended.at
    from (select r.channel, max(r.revoked_at) as at from consents as r
      where r.contact_id = ${contact_id} and ${endedByPerson} group by r.channel) as ended
    where consents.contact_id = ${contact_id} and consents.channel = ended.channel
      and consents.revoked_at is null and consents.given_at <= ended.at`);
}

/** Ends a consent, with every other one of its contact for the same channel that stands. @returns whether it stood until now */
export function revokeConsent(
  db: OrganizationDatabase,
  { id, contact_id, now }: { id: string; contact_id: string; now: number },
): boolean {
  const stands = and(eq(consents.contact_id, contact_id), isNull(consents.revoked_at));
  const ended = db
    .select()
    .from(consents)
    .where(and(eq(consents.id, id), stands))
    .get();
  if (!ended) return false;
  db.update(consents)
    .set({ revoked_at: now })
    .where(and(stands, eq(consents.channel, ended.channel)))
    .run();
  return true;
}
