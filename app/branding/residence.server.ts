/**
 * Which organizations live on a tenant's host; no other module decides it. An organization lives on its own custom
 * domain, and a client without one on its agency's while the agency is not deleted.
 */
import { type SQL, sql } from "drizzle-orm";

/**
 * SQL: the custom domain that an organization lives on, given the aliases of its branding row and its agency's, never
 * values; null: the main host alone. A deleted agency's host shows no page, so it counts for no client.
 */
export const homeBy = (own: string, agency: string) =>
  sql.raw(`coalesce(${own}.custom_domain, case when exists (select 1 from organizations living
    where living.id = ${agency}.organization_id and living.archived_at is null) then ${agency}.custom_domain end)`);

/** The same, of the usual aliases `b` and `pb`. */
export const homeOf = homeBy("b", "pb");

/** A value, or SQL that names a column of the statement around it. */
type Value = SQL | string;

const residence = (organizationId: SQL, host: Value, isLiving: SQL) =>
  sql`exists (select 1 from organizations home
    left join organization_branding b on b.organization_id = home.id
    left join organization_branding pb on pb.organization_id = home.parent_organization_id
    where home.id = ${organizationId} and ${homeOf} = ${host}${isLiving})`;

/** SQL: true where an organization lives on a host; a deleted one too. */
const residesOn = (organizationId: SQL, host: Value) => residence(organizationId, host, sql``);

/** SQL: true where an organization that isn't deleted lives on a host. */
export const livesOn = (organizationId: SQL, host: Value) =>
  residence(organizationId, host, sql` and home.archived_at is null`);

/** SQL: true where a person is a member of an organization that lives on a host. */
export const belongsOn = (userId: Value, host: Value) =>
  sql`exists (select 1 from organization_members own
    where own.user_id = ${userId} and ${livesOn(sql`own.organization_id`, host)})`;

/** SQL: true where an organization that lives on a host has invited an address, which may still accept. `now`: ms UTC */
export const isInvitedOn = (foldedEmail: string, host: Value, now: number) =>
  sql`exists (select 1 from user_invitations i
    where ${livesOn(sql`i.organization_id`, host)} and i.accepted_at is null and i.revoked_at is null
      and i.email = ${foldedEmail} and i.expires_at > ${now})`;

/**
 * SQL: true where everything that a person's account opens lives on a host: at least one organization, no
 * organization elsewhere (including deleted ones that can be restored), and no role in the platform.
 */
export const isSettledOn = (userId: Value, host: Value) =>
  sql`(${belongsOn(userId, host)}
    and not exists (select 1 from organization_members own
      join organizations kept on kept.id = own.organization_id and (kept.archived_at is null or kept.purge_at is not null)
      where own.user_id = ${userId} and not ${residesOn(sql`own.organization_id`, host)})
    and not exists (select 1 from user_roles r where r.user_id = ${userId}))`;
