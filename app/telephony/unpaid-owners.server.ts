/**
 * Who never paid has numbers in one organization only: a trial is one trial, however many organizations somebody founds.
 * Numbers that are held stand in the number index; one that is being bought does not yet, so an owner's purchases are
 * claimed for an organization first, in one statement.
 */
import { eq, sql } from "drizzle-orm";
import { type Database, platform, tenant } from "#app/platform/d1.server.ts";
import { organizationMembers, users } from "#drizzle/control/schema.ts";

/** Longer than any purchase takes to reach the number index. */
const claimMs = 300_000;

/** Whether a person owns no organization that ever subscribed. `person`: a column or id */
const isUnpaidOwner = (person: ReturnType<typeof sql>) => sql`not exists (
  select 1 from organization_members own join organizations paid on paid.id = own.organization_id
  where own.user_id = ${person} and own.role = 'owner' and paid.subscription_status <> 'pending')`;

/** Whether a person owns another organization that holds numbers. */
const holdsElsewhere = (person: ReturnType<typeof sql>, organization_id: string) => sql`exists (
  select 1 from organization_members own join phone_numbers held on held.organization_id = own.organization_id
  where own.user_id = ${person} and own.role = 'owner' and own.organization_id <> ${organization_id})`;

/**
 * Claims the next purchases of an organization's unpaid owners for it; doing so again renews the claim.
 * @param now ms UTC
 * @returns false when one of them holds numbers in another organization, or is buying there
 */
export async function claimNumbers(db: Database, organization_id: string, now: number): Promise<boolean> {
  const own = tenant(db, organization_id);
  const owners = await own
    .select({ id: organizationMembers.user_id })
    .from(organizationMembers)
    .where(
      sql`${eq(organizationMembers.organization_id, organization_id)} and ${organizationMembers.role} = 'owner'
        and ${isUnpaidOwner(sql`${organizationMembers.user_id}`)}`,
    );
  if (owners.length === 0) return true;
  const ids = sql.join(
    owners.map(({ id }) => sql`${id}`),
    sql`, `,
  );
  const claimed = await platform(db)
    .update(users)
    .set({ numbers_organization_id: organization_id, numbers_claimed_at: now })
    .where(
      sql`${users.id} in (${ids}) and not ${holdsElsewhere(sql`${users.id}`, organization_id)}
        and (${users.numbers_organization_id} is null or ${users.numbers_organization_id} = ${organization_id}
          or ${users.numbers_claimed_at} < ${now - claimMs})`,
    )
    .returning({ id: users.id });
  return claimed.length === owners.length;
}
