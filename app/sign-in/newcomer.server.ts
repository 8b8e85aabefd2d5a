/** The rows of a new person, whichever way they signed up. */
import type { BatchItem } from "drizzle-orm/batch";
import { auditLine, noTrace } from "#app/accounts/audit.server.ts";
import { takingPlace } from "#app/membership/client-places.server.ts";
import { foundOrganization } from "#app/membership/organizations.server.ts";
import { whereaboutsOf } from "#app/membership/whereabouts.server.ts";
import type { agreedVersions } from "#app/pages/legal-pages.server.ts";
import type { Context } from "#app/platform/context.ts";
import type { PlatformDb } from "#app/platform/d1.server.ts";
import { folded } from "#app/platform/email-address.ts";
import type { Arrival } from "#app/referrals/arrival.server.ts";
import { broughtBy } from "#app/referrals/clicks.server.ts";
import { auditEvents, users } from "#drizzle/control/schema.ts";

type Statements = BatchItem<"sqlite">[];

export interface Newcomer {
  readonly id: string;
  readonly email: string;
  readonly name?: string | null;
  readonly password_hash?: string;
  /** Ms UTC; for a person who came with a proven address. */
  readonly email_confirmed_at?: number;
}

/**
 * Their account and referral. Every form and button that leads here includes consent to the terms.
 * @param agreed the versions of the documents that are shown where they sign up
 * @param now ms UTC
 */
export const newcomer = (
  db: PlatformDb,
  who: Newcomer,
  arrival: Arrival,
  agreed: ReturnType<typeof agreedVersions>,
  now: number,
): Statements => [
  db.insert(users).values({
    ...who,
    email_folded: folded(who.email),
    terms_accepted_at: now,
    ...agreed,
    ...arrival,
    created_at: now,
    updated_at: now,
  }),
  ...broughtBy(db, arrival, who.id),
];

/**
 * The organization that a newcomer begins with; `timeZone` as the browser reports it. With an agency it is its client, and
 * the batch fails (`guardFailed`) when the agency has no place for it.
 */
export function founding(
  db: PlatformDb,
  { id, email }: Newcomer,
  timeZone: unknown,
  context: Context,
  now: number,
  agencyId: string | null = null,
): Statements {
  const founder = { userId: id, email, timeZone, whereabouts: whereaboutsOf(context), agencyId };
  const founded = foundOrganization(db, founder, now);
  if (agencyId === null) return [...founded.statements];
  const event = { action: "client.signed_up", organization_id: agencyId, target: founded.id };
  return [
    ...takingPlace(db, agencyId, true),
    ...founded.statements,
    db.insert(auditEvents).values(auditLine(noTrace, event)),
  ];
}
