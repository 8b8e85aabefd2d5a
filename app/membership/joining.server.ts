/** Which organization the people of an email domain join without an invitation. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { isOpen, joiningOn, provesDomain } from "#app/branding/proven-domains.server.ts";
import { livesOn } from "#app/branding/residence.server.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { folded } from "#app/platform/email-address.ts";
import { isAtProvider } from "#app/platform/mailbox-providers.ts";
import { limitsOf, smallerTier } from "./plan-limits.ts";

/** What people who join this way may do; everything else is granted by a member. */
export const joiningRole = "member";

/** The domain of an address, in lower case. */
export const domainOfAddress = (email: string): string => {
  const lower = folded(email);
  return lower.slice(lower.lastIndexOf("@") + 1);
};

const found = z.object({
  id: z.string(),
  name: z.string(),
  domain: z.string(),
  tier: z.string(),
  next_tier: z.string().nullable(),
  client_limits: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : z.record(z.string(), z.number()).parse(JSON.parse(text)))),
  taken: z.number(),
});

/** `most`: the members that its plan allows. */
export type Joining = { id: string; name: string; domain: string; most: number };

/**
 * The organization that a person with a proven address joins; null: none. Not one that waits for their answer to an
 * invitation, or revoked it; nor one without a free place, or one that does not live on the host that they come to.
 * @param host the tenant's host that they are on, or on the way to; null: the main host
 */
export async function joiningFor(db: Database, email: string, host: string | null): Promise<Joining | null> {
  const domain = domainOfAddress(email);
  if (domain === "" || isAtProvider(folded(email))) return null;
  const row = await platform(db).get<unknown>(sql`
    select o.id as id, o.name as name, j.domain as domain, o.subscription_tier as tier, o.next_tier as next_tier,
      o.client_limits as client_limits,
      (select count(*) from organization_members m where m.organization_id = o.id)
        + (select count(*) from user_invitations i where i.organization_id = o.id
          and i.accepted_at is null and i.revoked_at is null) as taken
    from joining_domains j join organizations o on o.id = j.organization_id
      left join organizations a on a.id = o.parent_organization_id
    where j.domain = ${domain} and o.archived_at is null and ${isOpen("o", "a")}
      and ${provesDomain(sql`o.id`, sql`j.domain`)} and ${host === null ? sql`true` : livesOn(sql`o.id`, host)}
      and not exists (select 1 from user_invitations i where i.organization_id = o.id
        and i.email = ${folded(email)} and i.accepted_at is null)`);
  if (!row) return null;
  const { id, name, tier, next_tier, client_limits, taken } = found.parse(row);
  const most = limitsOf(smallerTier(tier, next_tier), client_limits).members;
  return taken < most ? { id, name, domain, most } : null;
}

/** The domains whose people may sign up on a tenant's host without an invitation. */
export async function joiningDomainsOn(db: Database, host: string): Promise<string[]> {
  const rows = await platform(db).all<{ domain: string }>(sql`
    select j.domain as domain from ${joiningOn(host)} order by j.domain limit 5`);
  return rows.map(({ domain }) => domain);
}
