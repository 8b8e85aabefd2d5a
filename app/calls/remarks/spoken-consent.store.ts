/** What the other party of a call agreed to in it, as a member heard it: kept with the call as its proof. */
import { and, eq, isNull, sql } from "drizzle-orm";
import { noteConsent, revokeConsent } from "#app/contacts/consents.store.ts";
import { findByPhone } from "#app/contacts/contact-rows.store.ts";
import { type Channel, spokenSource } from "#app/contacts/contact-terms.schema.ts";
import { contactFor } from "#app/contacts/contacts.store.ts";
import { isBarred } from "#app/contacts/do-not-call.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { newId } from "#app/platform/id.ts";
import { consents } from "#drizzle/organization/schema.ts";
import type { SpokenConsents } from "./remarks.schema.ts";

type Heard = { phone_number: string; name: string | null; at: number | null };

/** A call with a number, whether it runs or is over. `at`: when it ended; null: it runs. */
const heardIn = (db: OrganizationDatabase, call_id: string): Heard | null =>
  db.get<Heard | undefined>(sql`
    select other_number as phone_number, contact_name as name, ended_at as at from calls
      where id = ${call_id} and other_number is not null and answered_at is not null
    union all select other_number, null, null from live_calls where call_id = ${call_id} and other_number is not null
    limit 1`) ?? null;

const standing = (db: OrganizationDatabase, contact_id: string) =>
  db
    .select({ id: consents.id, channel: consents.channel, kind: consents.kind, proof: consents.proof })
    .from(consents)
    .where(and(eq(consents.contact_id, contact_id), isNull(consents.revoked_at)))
    .all();

/** How the other party's consents stand; null: the call has no number, or agents may not call it anyway. */
export function spokenConsents(db: OrganizationDatabase, call_id: string): SpokenConsents | null {
  const heard = heardIn(db, call_id);
  if (!heard || isBarred(db, heard.phone_number)) return null;
  const contact = findByPhone(db, heard.phone_number);
  const all = contact ? standing(db, contact.id).filter(({ kind }) => kind !== "none") : [];
  const of = (channel: Channel) => {
    const own = all.filter((one) => one.channel === channel);
    return { isGiven: own.length > 0, isOfCall: own.some(({ proof }) => proof === call_id) };
  };
  return { call: of("call"), text: of("text") };
}

export type SpokenConsent = { call_id: string; channel: Channel; agrees: boolean };
export type SpokenAnswer =
  | { ok: true; changed: boolean; contact_id: string }
  /** `barred`: the number is on the do-not-call list. */
  | { ok: false; reason: "not_found" | "full" | "barred" | "taken_back" };

/** Notes that the other party of a call agreed in it to be called or texted, or took that back. The same again changes nothing. */
export function noteSpoken(
  db: OrganizationDatabase,
  { call_id, channel, agrees }: SpokenConsent,
  by: string,
  now: number,
): SpokenAnswer {
  const heard = heardIn(db, call_id);
  if (!heard) return { ok: false, reason: "not_found" };
  const { phone_number, name, at } = heard;
  if (isBarred(db, phone_number)) return { ok: false, reason: "barred" };
  const contact_id = contactFor(db, { phone_number, name, call_id, now });
  const known = standing(db, contact_id).filter((one) => one.channel === channel);
  if (!agrees) {
    const [first] = known;
    const changed = first !== undefined && revokeConsent(db, { id: first.id, contact_id, now });
    return { ok: true, changed, contact_id };
  }
  if (known.some(({ proof }) => proof === call_id)) return { ok: true, changed: false, contact_id };
  const noted = noteConsent(db, {
    request: newId(now),
    contact_id,
    phone_number,
    kind: "express",
    channel,
    source: spokenSource,
    proof: call_id,
    given_at: at ?? now,
    created_by: by,
  });
  if (noted.ok) return { ...noted, contact_id };
  return { ok: false, reason: noted.reason === "no_number" ? "not_found" : noted.reason };
}
