/** The rows of a new person, whichever way they signed up. */
import type { BatchItem } from "drizzle-orm/batch";
import { foundOrganization } from "#app/membership/organizations.server.ts";
import { whereaboutsOf } from "#app/membership/whereabouts.server.ts";
import type { Context } from "#app/platform/context.ts";
import type { PlatformDb } from "#app/platform/d1.server.ts";
import { folded } from "#app/platform/email-address.ts";
import type { Arrival } from "#app/referrals/arrival.server.ts";
import { broughtBy } from "#app/referrals/clicks.server.ts";
import { users } from "#drizzle/control/schema.ts";

type Statements = BatchItem<"sqlite">[];

export interface Newcomer {
  readonly id: string;
  readonly email: string;
  readonly name?: string | null;
  readonly password_hash?: string;
  /** Ms UTC; for a person who came with a proven address. */
  readonly email_confirmed_at?: number;
}

/** Their account and referral. Every form and button that leads here includes consent to the terms. `now`: ms UTC */
export const newcomer = (db: PlatformDb, who: Newcomer, arrival: Arrival, now: number): Statements => [
  db.insert(users).values({
    ...who,
    email_folded: folded(who.email),
    terms_accepted_at: now,
    ...arrival,
    created_at: now,
    updated_at: now,
  }),
  ...broughtBy(db, arrival, who.id),
];

/** The organization that a newcomer begins with; `timeZone` as the browser reports it. */
export const founding = (
  db: PlatformDb,
  { id, email }: Newcomer,
  timeZone: unknown,
  context: Context,
  now: number,
): Statements => [
  ...foundOrganization(db, { userId: id, email, timeZone, whereabouts: whereaboutsOf(context) }, now)
    .statements,
];
