/** Domains whose ownership an organization has proven, and those of them whose people may sign up on a host. */
import { type SQL, sql } from "drizzle-orm";
import { livesOn } from "./residence.server.ts";

/**
 * SQL: true where an organization's ownership of a domain is proven now: as a custom domain that is live, or as the domain
 * that its mail comes from.
 */
export const provesDomain = (organizationId: SQL, domain: SQL) =>
  sql`(exists (select 1 from custom_domains d where d.organization_id = ${organizationId} and d.host = ${domain}
      and d.is_claim = 0 and d.state = 'live' and d.proven_at is not null and d.failing_since is null)
    or exists (select 1 from sending_domains d where d.organization_id = ${organizationId} and d.domain = ${domain}
      and d.status = 'verified'))`;

/** SQL: true where neither an organization nor its agency is suspended, given their aliases, never values. */
export const isOpen = (organization: string, agency: string) =>
  sql.raw(`coalesce(${organization}.suspended_at, ${organization}.platform_suspended_at,
    ${agency}.suspended_at, ${agency}.platform_suspended_at) is null`);

/** SQL: the rows `j` of domains whose people may sign up on a tenant's host without an invitation. */
export const joiningOn = (host: string) =>
  sql`joining_domains j join organizations jo on jo.id = j.organization_id
      left join organizations ja on ja.id = jo.parent_organization_id
    where ${isOpen("jo", "ja")} and ${provesDomain(sql`jo.id`, sql`j.domain`)} and ${livesOn(sql`jo.id`, host)}`;
