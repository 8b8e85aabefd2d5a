/** How many clients an agency may still take: asked in the same batch that adds one, so that two at once cannot share the last place. */
import { eq, sql } from "drizzle-orm";
import { type Database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { assertOk } from "#drizzle/control/schema.ts";
import { limitsOf, tiers } from "./plan-limits.ts";

const clientsOf = (tier: string): string =>
  `case ${tier} ${tiers.map((one) => `when '${one}' then ${limitsOf(one).clients}`).join(" ")} else 0 end`;

/** Of the present plan, or of a smaller one that follows it. */
const clientsOfPlan = sql.raw(
  `coalesce(a.granted_limits ->> 'clients',
    min(${clientsOf("a.subscription_tier")}, ${clientsOf("coalesce(a.next_tier, a.subscription_tier)")}))`,
);

const clientsNow = sql`(select count(*) from organizations c
  where c.parent_organization_id = a.id and c.archived_at is null)`;

const letsNewcomersIn = sql`coalesce((select b.allows_client_signup from organization_branding b
  where b.organization_id = a.id), 1)`;

/** An agency that works, and is no client itself. */
const works = sql`a.archived_at is null and a.suspended_at is null and a.platform_suspended_at is null
  and a.parent_organization_id is null`;

/**
 * Statements, for the beginning of the caller's batch, that stop it (`guardFailed`) when the agency's plan has no place.
 * @param forNewcomer whether a newcomer takes the place, whom the agency must let in too
 */
export const takingPlace = (db: PlatformDb, agencyId: string, forNewcomer = false) =>
  [
    db.insert(assertOk).select(sql`select case when exists (select 1 from organizations a
      where a.id = ${agencyId} and ${works} and ${clientsNow} < ${clientsOfPlan}
        and (${forNewcomer ? 0 : 1} or ${letsNewcomersIn} = 1)) then 1 end as ok`),
    db.delete(assertOk).where(eq(assertOk.ok, 1)),
  ] as const;

/**
 * Whether newcomers may become clients of an agency now. `full`: its plan has no place left. `closed`: it lets none in,
 * or its plan has no clients.
 */
export async function placeFor(db: Database, agencyId: string): Promise<"room" | "full" | "closed"> {
  const found = await platform(db).get<{ most: number; clients: number; allows: number } | undefined>(sql`
    select ${clientsOfPlan} as most, ${clientsNow} as clients, ${letsNewcomersIn} as allows
    from organizations a where a.id = ${agencyId} and ${works}`);
  if (!found || found.allows === 0 || found.most === 0) return "closed";
  return found.clients < found.most ? "room" : "full";
}
