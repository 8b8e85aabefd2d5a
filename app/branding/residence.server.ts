/**
 * Which organizations live on a tenant's host; no other module decides it. An organization lives on its own custom
 * domain. When organizations have clients, a client without a custom domain will live on its parent's, in `homeOf`
 * and `residents`.
 */
import { type SQL, sql } from "drizzle-orm";

/** SQL: the custom domain that an organization lives on, given its branding row as alias `b`; null: the main host alone. */
export const homeOf = sql`b.custom_domain`;

/** A value, or SQL that names a column of the statement around it. */
type Value = SQL | string;

/** SQL: the ids of the organizations that live on a host, deleted ones included. */
const residents = (host: Value) =>
  sql`(select b.organization_id from organization_branding b where ${homeOf} = ${host})`;

const isAlive = (organizationId: SQL) =>
  sql`exists (select 1 from organizations living where living.id = ${organizationId} and living.archived_at is null)`;

/** SQL: true where an organization that isn't deleted lives on a host. */
export const livesOn = (organizationId: SQL, host: Value) =>
  sql`(${organizationId} in ${residents(host)} and ${isAlive(organizationId)})`;

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
      where own.user_id = ${userId} and own.organization_id not in ${residents(host)})
    and not exists (select 1 from user_roles r where r.user_id = ${userId}))`;
