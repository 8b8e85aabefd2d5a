/**
 * A person who never paid has numbers in one organization only: a trial is one trial, however many organizations the
 * person founds, and even if others own them later.
 * Held numbers are in the number index; a number that is being bought is not yet, so an owner's purchases are first
 * claimed for an organization, in one statement.
 */
import { sql } from "drizzle-orm";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { users } from "#drizzle/control/schema.ts";

/** Longer than any purchase takes to reach the number index. */
const claim_ms = 5 * minute_ms;

/** Whether a person owns no organization that ever subscribed. `person`: a column or id */
const isUnpaidOwner = (person: ReturnType<typeof sql>) => sql`not exists (
  select 1 from organization_members own join organizations paid on paid.id = own.organization_id
  where own.user_id = ${person} and own.role = 'owner' and paid.subscription_status <> 'pending')`;

/** Whether a person owns or founded another organization that holds numbers. */
const holdsElsewhere = (person: ReturnType<typeof sql>, organization_id: string) => sql`(exists (
  select 1 from organization_members own join phone_numbers held on held.organization_id = own.organization_id
  where own.user_id = ${person} and own.role = 'owner' and own.organization_id <> ${organization_id})
  or exists (
  select 1 from organizations founded join phone_numbers held on held.organization_id = founded.id
  where founded.created_by = ${person} and founded.id <> ${organization_id}))`;

/**
 * Claims the next purchases of an organization's unpaid owners and its founder for it; repeating it renews the claim.
 * @param now ms UTC
 * @returns false when one of them holds numbers in another organization, or is buying there
 */
export async function claimNumbers(db: Database, organization_id: string, now: number): Promise<boolean> {
  const owners = await platform(db)
    .select({ id: users.id })
    .from(users)
    .where(
      sql`(${users.id} in (select user_id from organization_members where organization_id = ${organization_id} and role = 'owner')
        or ${users.id} = (select created_by from organizations where id = ${organization_id}))
        and ${isUnpaidOwner(sql`${users.id}`)}`,
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
          or ${users.numbers_claimed_at} < ${now - claim_ms})`,
    )
    .returning({ id: users.id });
  return claimed.length === owners.length;
}
