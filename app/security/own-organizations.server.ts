/** What a person's organizations have to do with deleting their account: which must be handed over first, and which go with it. */
import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { PlatformDb } from "#app/platform/d1.server.ts";
import { organizationMembers, organizations } from "#drizzle/control/schema.ts";

const othersOf = (userId: string) => sql`exists (select 1 from organization_members p
  where p.organization_id = organizations.id and p.user_id <> ${userId})`;
/** Written as the index on (organization_id, role <> 'owner') has it: owners are read, and nobody else. */
const otherOwnersOf = (userId: string) => sql`exists (select 1 from organization_members p
  where p.organization_id = organizations.id and (p.role <> 'owner') = 0 and p.user_id <> ${userId})`;

/** How a person stands in each of their organizations, for the caller's batch; those that are deleted and can be restored are among them. */
export const standingOf = (db: PlatformDb, userId: string) =>
  db
    .select({
      id: organizations.id,
      name: organizations.name,
      region: organizations.region,
      is_deleted: sql<number>`${organizations.archived_at} is not null`.as("is_deleted"),
      role: organizationMembers.role,
      has_others: sql<number>`${othersOf(userId)}`.as("has_others"),
      has_other_owners: sql<number>`${otherOwnersOf(userId)}`.as("has_other_owners"),
    })
    .from(organizationMembers)
    .innerJoin(organizations, eq(organizations.id, organizationMembers.organization_id))
    .where(
      and(
        eq(organizationMembers.user_id, userId),
        or(isNull(organizations.archived_at), isNotNull(organizations.purge_at)),
      ),
    )
    .orderBy(organizationMembers.created_at);

type Standing = Awaited<ReturnType<typeof standingOf>>;

/**
 * `toHandOver`: would be left without an owner. `toDelete`: have no other member, and go with the account. `toGiveUp`: are
 * deleted, and nobody else could restore them.
 */
export function consequencesOf(standing: Standing) {
  const living = standing.filter((one) => !one.is_deleted);
  const isLastOwner = (one: Standing[number]) => one.role === "owner" && !one.has_other_owners;
  return {
    toHandOver: living.filter((one) => one.has_others && isLastOwner(one)),
    toDelete: living.filter((one) => !one.has_others),
    toGiveUp: standing.filter((one) => one.is_deleted && isLastOwner(one)),
  };
}

/**
 * True in the database while these, and no others, are the organizations that go with the account, none would be left
 * without an owner, and of the deleted ones only these lose who could restore them: for the statement that everything else depends on.
 */
export const areSettled = (userId: string, toDelete: readonly string[], toGiveUp: readonly string[]) => {
  const givenUp = sql`(select value from json_each(${JSON.stringify(toGiveUp)}))`;
  const going = sql`(select value from json_each(${JSON.stringify(toDelete)}))`;
  const own = sql`from organization_members m
    join organizations on organizations.id = m.organization_id and organizations.archived_at is null
    where m.user_id = ${userId}`;
  return sql`(select count(*) ${own} and organizations.id in ${going} and not ${othersOf(userId)}) = ${toDelete.length}
    and not exists (select 1 ${own} and organizations.id not in ${going}
      and (not ${othersOf(userId)} or m.role = 'owner' and not ${otherOwnersOf(userId)}))
    and not exists (select 1 from organization_members m
      join organizations on organizations.id = m.organization_id and organizations.purge_at is not null
      where m.user_id = ${userId} and m.role = 'owner' and organizations.id not in ${givenUp}
      and not ${otherOwnersOf(userId)})`;
};
