/** What deleting an account means for the person's organizations: which must be transferred first, and which are deleted too. */
import { sql } from "drizzle-orm";
import type { Membership, SignedIn } from "#app/accounts/session.server.ts";
import type { PlatformDb } from "#app/platform/d1.server.ts";

const othersOf = (userId: string, organization = sql`organizations.id`) =>
  sql`exists (select 1 from organization_members p
    where p.organization_id = ${organization} and p.user_id <> ${userId})`;
/** Written like the index on (organization_id, role <> 'owner'), so that only owners are read. */
const otherOwnersOf = (userId: string, organization = sql`organizations.id`) =>
  sql`exists (select 1 from organization_members p
    where p.organization_id = ${organization} and (p.role <> 'owner') = 0 and p.user_id <> ${userId})`;

/** The other members of each of a person's organizations, for the caller's batch; the session has already read the organizations. */
export function companyOf(db: PlatformDb, { user, memberships, deleted }: SignedIn) {
  const ids = [...memberships, ...deleted].map(({ id }) => id);
  const others = othersOf(user.id, sql`own.value`);
  // Owners are read only where there are other members.
  return db
    .select({
      id: sql<string>`own.value`.as("id"),
      has_others: sql<number>`${others}`.as("has_others"),
      has_other_owners: sql<number>`${others} and ${otherOwnersOf(user.id, sql`own.value`)}`.as(
        "has_other_owners",
      ),
    })
    .from(sql`json_each(${JSON.stringify(ids)}) own`);
}

type Company = Awaited<ReturnType<typeof companyOf>>;

/**
 * `toHandOver`: would have no owner. `withClients`: would leave their clients without an agency. `toDelete`: have no other member, and are deleted too. `toGiveUp`: are already
 * deleted, and could not be restored afterwards.
 * @param company from `companyOf`
 */
export function consequencesOf({ memberships, deleted }: SignedIn, company: Company) {
  const others = new Set(company.filter((one) => one.has_others).map(({ id }) => id));
  const otherOwners = new Set(company.filter((one) => one.has_other_owners).map(({ id }) => id));
  const isLastOwner = ({ id, role }: Membership) => role === "owner" && !otherOwners.has(id);
  const named = ({ id, name, region }: Membership) => ({ id, name, region });
  const withClients = memberships.filter((one) => !others.has(one.id) && one.has_clients);
  return {
    withClients: withClients.map(named),
    toHandOver: memberships.filter((one) => others.has(one.id) && isLastOwner(one)).map(named),
    toDelete: memberships.filter((one) => !others.has(one.id)).map(named),
    toGiveUp: deleted.filter(isLastOwner).map(named),
  };
}

/**
 * SQL that is true while exactly these organizations are deleted with the account, none would be left without an
 * owner, and only these deleted ones lose the person who could restore them: for the statement that everything else
 * depends on.
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
