/** Finds the organization that is called, by its number or by its id: the first thing that a carrier's webhook or a browser's call asks of D1. */
import { eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { CapAction } from "#app/billing/usage/cap-terms.schema.ts";
import { firstPaidPeriod } from "#app/billing/usage/spent.server.ts";
import { ceilingReached, firstMonth_ms } from "#app/billing/usage/usage-ceiling.ts";
import type { CallOrganization } from "#app/calls/live/live-calls.schema.ts";
import { accessUnder } from "#app/membership/entitlement.ts";
import { type GrantedLimits, type LowerLimits, smallerTier } from "#app/membership/plan-limits.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { organizations } from "#drizzle/control/schema.ts";

export type CalledOrganization = {
  organization: CallOrganization;
  /** The agency that it is a client of; null: it has none. */
  reseller_id: string | null;
  tier: string;
  subscription_status: string;
  /** The organization was deleted: its callers hear that no one can answer. */
  is_deleted: boolean;
  /** Its agency or the platform suspended it, or its agency is suspended itself. */
  is_suspended: boolean;
  /** Its plan, or the plan of its agency, is not paid (R31). */
  is_unpaid: boolean;
  /** What the spending cap of who pays for its calls, its agency or itself, stops in this period; null: it is not reached. */
  cap_reached: CapAction | null;
  /** Who pays for its calls owes as much as the platform lends. */
  is_over_ceiling: boolean;
  /** What its agency allows it, where that is less than the plan does; null: no less. */
  lower_limits: LowerLimits | null;
  /** What the platform's admins allow it in place of the plan's numbers; null: nothing else. */
  granted_limits: GrantedLimits | null;
};

/**
 * The organization that holds a number (E.164) in an account, or null: an account speaks for its own numbers alone. The
 * platform's account and the one within it that it made for the organization count as one, because numbers are moved from
 * there into here while calls come. One statement.
 * @param account_id an organization's own account at a carrier; null: the platform's
 */
export const ownerOf = (
  db: Database,
  phone_number: string,
  account_id: string | null,
): Promise<CalledOrganization | null> =>
  called(
    db,
    sql`(select n.organization_id from phone_numbers n
      where n.phone_number = ${phone_number} and (n.account_id is ${account_id}
        or exists (select 1 from carrier_accounts a where a.id = coalesce(${account_id}, n.account_id)
          and a.id = coalesce(n.account_id, ${account_id})
          and a.parent is not null and a.organization_id = n.organization_id)) limit 1)`,
  );

/** The organization that a browser calls, by its id; null: there is none. One statement. */
export const calledById = (db: Database, id: string): Promise<CalledOrganization | null> =>
  called(db, sql`${id}`);

async function called(db: Database, organization_id: SQL): Promise<CalledOrganization | null> {
  const now = Date.now();
  const agencies = alias(organizations, "agencies");
  const payer = sql`coalesce(${organizations.parent_organization_id}, ${organizations.id})`;
  const period = (organization_id: SQL) => sql`(select t.period_start from subscription_terms t
    where t.organization_id = ${organization_id} and t.period_start <= ${now} and t.period_end > ${now}
    order by t.period_start desc limit 1)`;
  const row = await platform(db)
    .select({
      id: organizations.id,
      region: organizations.region,
      name: organizations.name,
      time_zone: organizations.time_zone,
      locale: organizations.locale,
      country: organizations.country,
      address: organizations.address,
      tier: organizations.subscription_tier,
      subscription_status: organizations.subscription_status,
      reseller_id: organizations.parent_organization_id,
      archived_at: organizations.archived_at,
      suspended_at: sql<
        number | null
      >`coalesce(${organizations.suspended_at}, ${organizations.platform_suspended_at})`.as("suspended_at"),
      past_due_since: organizations.past_due_since,
      agency_tier: sql<string | null>`agencies.subscription_tier`.as("agency_tier"),
      agency_status: sql<string | null>`agencies.subscription_status`.as("agency_status"),
      agency_past_due_since: sql<number | null>`agencies.past_due_since`.as("agency_past_due_since"),
      agency_suspended_at: sql<
        number | null
      >`coalesce(agencies.suspended_at, agencies.platform_suspended_at)`.as("agency_suspended_at"),
      lower_limits: organizations.client_limits,
      granted_limits: organizations.granted_limits,
      cap_reached: sql<CapAction | null>`(select c.action from spending_caps c
        where c.organization_id = ${payer}
          and c.amount is not null and c.reached_in = ${period(sql`c.organization_id`)})`.as("cap_reached"),
      ceiling_reached: sql<number>`exists (select 1 from spending_warnings w
        where w.organization_id = ${payer} and w.percent = ${ceilingReached} and w.period_start = ${period(payer)})`.as(
        "ceiling_reached",
      ),
      first_paid: firstPaidPeriod(payer),
    })
    .from(organizations)
    .leftJoin(agencies, eq(agencies.id, organizations.parent_organization_id))
    .where(sql`${organizations.id} = ${organization_id}`)
    .get();
  if (!row) return null;
  const {
    tier: own_tier,
    agency_tier,
    subscription_status,
    lower_limits,
    granted_limits,
    cap_reached,
    ...more
  } = row;
  // A client has no more than its agency, whose plan may have become smaller since.
  const tier = smallerTier(own_tier, agency_tier);
  const {
    archived_at,
    suspended_at,
    agency_suspended_at,
    ceiling_reached,
    first_paid,
    reseller_id,
    ...rest
  } = more;
  const { past_due_since, agency_status, agency_past_due_since, ...organization } = rest;
  const agency =
    agency_status === null
      ? null
      : { subscription_status: agency_status, past_due_since: agency_past_due_since };
  const is_unpaid = accessUnder({ subscription_status, past_due_since }, agency, now) === "read_only";
  const is_suspended = suspended_at !== null || agency_suspended_at !== null;
  const is_deleted = archived_at !== null;
  const payer_status = agency_status ?? subscription_status;
  const isUnproven = payer_status === "past_due" || (first_paid ?? 0) > now - firstMonth_ms;
  const is_over_ceiling = ceiling_reached === 1 && isUnproven;
  const barred = { is_deleted, is_suspended, is_unpaid, is_over_ceiling, cap_reached };
  return { organization, reseller_id, tier, subscription_status, lower_limits, granted_limits, ...barred };
}
