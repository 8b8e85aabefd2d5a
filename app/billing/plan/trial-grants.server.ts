/** A trial once: for an organization, and for each of its verified owners, also after their account is deleted. */
import { and, eq, inArray, isNotNull, isNull, ne } from "drizzle-orm";
import type { Offer } from "#app/billing/resale/offers.server.ts";
import { mailboxOf } from "#app/limits/rate-limits.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { mac } from "#app/platform/crypto.server.ts";
import { platform, tenant } from "#app/platform/d1.server.ts";
import { folded } from "#app/platform/email-address.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import { organizationMembers, trialGrants, users } from "#drizzle/control/schema.ts";

type Needs = Pick<Deps, "db" | "env">;

/** More owners than this are not looked at: D1 binds at most 100 values. */
const mostOwners = 20;

/** A keyed hash of an address, by each secret that may have been the current one. Spellings of one mailbox are one. */
const hashesOf = (env: Env, email: string): Promise<string[]> =>
  Promise.all(
    keyringOf(settings(env)).map(
      async (secret) => `person:${await mac(secret, "trial-address", mailboxOf(folded(email)))}`,
    ),
  );

async function ownersOf({ db }: Needs, organization_id: string): Promise<string[]> {
  const found = await tenant(db, organization_id)
    .select({ email: users.email })
    .from(organizationMembers)
    .innerJoin(users, eq(users.id, organizationMembers.user_id))
    .where(
      and(
        eq(organizationMembers.organization_id, organization_id),
        eq(organizationMembers.role, "owner"),
        isNotNull(users.email_confirmed_at),
        isNull(users.deleted_at),
      ),
    )
    .limit(mostOwners);
  return found.map(({ email }) => email);
}

/** Whether a plan begins with a trial: only the platform gives one, and only once. */
export const hasTrial = async (
  actor: Pick<Actor, "organization" | "isClient">,
  deps: Needs,
  { payee }: Pick<Offer, "payee">,
): Promise<boolean> => payee.kind === "platform" && !actor.isClient && mayTry(deps, actor.organization.id);

/** Whether neither the organization nor one of its owners had a trial of a plan. */
async function mayTry(deps: Needs, organization_id: string): Promise<boolean> {
  const owners = await ownersOf(deps, organization_id);
  const people = await Promise.all(owners.map((email) => hashesOf(deps.env, email)));
  const holders = [`organization:${organization_id}`, ...people.flat()];
  // A grant of another organization counts too, because an owner's trial is the owner's.
  const had = await platform(deps.db)
    .select({ organization_id: trialGrants.organization_id })
    .from(trialGrants)
    .where(inArray(trialGrants.holder, holders))
    .limit(1);
  return had.length === 0;
}

/**
 * Notes that an organization and its owners have a trial, and says whether it is theirs to have: of organizations whose
 * trials begin at once, one owner's first one alone has it. Repeating it changes nothing. `now`: ms UTC
 * @returns false: another organization had the trial of one of the owners
 */
export async function grantTrial(deps: Needs, organization_id: string, now: number): Promise<boolean> {
  const owners = await ownersOf(deps, organization_id);
  const hashes = await Promise.all(owners.map((email) => hashesOf(deps.env, email)));
  const holders = [
    `organization:${organization_id}`,
    ...new Set(hashes.flatMap((ofOne) => ofOne.slice(0, 1))),
  ];
  const all = platform(deps.db);
  const [, others] = await all.batch([
    all
      .insert(trialGrants)
      .values(holders.map((holder) => ({ holder, organization_id, granted_at: now })))
      .onConflictDoNothing(),
    all
      .select({ holder: trialGrants.holder })
      .from(trialGrants)
      .where(
        and(inArray(trialGrants.holder, hashes.flat()), ne(trialGrants.organization_id, organization_id)),
      )
      .limit(1),
  ]);
  return others.length === 0;
}
