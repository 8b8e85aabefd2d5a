/** The actor as which a workflow does its steps: no person, with the rights that steps need. */
import { eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { flagsOf, sectionNames } from "#app/accounts/session-row.server.ts";
import { hiddenFrom } from "#app/branding/hidden-sections.ts";
import { actorOf } from "#app/membership/actor.server.ts";
import type { Actor, Machine } from "#app/membership/actor.ts";
import type { Permission } from "#app/membership/permissions.ts";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { organizationBranding, organizations } from "#drizzle/control/schema.ts";

const permissions: readonly Permission[] = [
  "agents.read",
  "calls.place",
  "campaigns.manage",
  "campaigns.read",
  "contacts.manage",
  "contacts.read",
  "messages.write",
];

/** @returns null: the organization is gone, deleted or suspended, and none of its workflows run */
export async function workflowActor(
  env: Env,
  db: Database,
  organization_id: string,
  workflow: { id: string; name: string },
): Promise<Actor<Machine> | null> {
  const agencies = alias(organizations, "agencies");
  const own = alias(organizationBranding, "b");
  const parents = alias(organizationBranding, "pb");
  const row = await tenant(db, organization_id)
    .select({
      id: organizations.id,
      name: organizations.name,
      region: organizations.region,
      time_zone: organizations.time_zone,
      locale: organizations.locale,
      currency: organizations.currency,
      country: organizations.country,
      address: organizations.address,
      subscription_tier: organizations.subscription_tier,
      subscription_status: organizations.subscription_status,
      past_due_since: organizations.past_due_since,
      require_two_factor: organizations.require_two_factor,
      client_limits: organizations.client_limits,
      granted_limits: organizations.granted_limits,
      is_closed:
        sql<number>`${organizations.archived_at} is not null or ${organizations.suspended_at} is not null
        or ${organizations.platform_suspended_at} is not null or agencies.suspended_at is not null
        or agencies.platform_suspended_at is not null`.as("is_closed"),
      agency_status: sql<string | null>`agencies.subscription_status`.as("agency_status"),
      own_flags: sql<unknown>`${flagsOf("b")}`.as("own_flags"),
      agency_flags: sql<unknown>`${flagsOf("pb")}`.as("agency_flags"),
      agency_past_due_since: sql<number | null>`agencies.past_due_since`.as("agency_past_due_since"),
    })
    .from(organizations)
    .leftJoin(agencies, eq(agencies.id, organizations.parent_organization_id))
    .leftJoin(own, eq(own.organization_id, organizations.id))
    .leftJoin(parents, eq(parents.organization_id, organizations.parent_organization_id))
    .where(eq(organizations.id, organization_id))
    .get();
  if (!row || row.is_closed === 1) return null;
  const {
    agency_status,
    agency_past_due_since,
    is_closed: _,
    own_flags,
    agency_flags,
    ...organization
  } = row;
  const agency =
    agency_status === null
      ? null
      : { subscription_status: agency_status, past_due_since: agency_past_due_since };
  // A client's agency hides sections from the whole organization, so from what runs by itself too.
  const hidden =
    agency === null
      ? []
      : hiddenFrom({
          role: "workflow",
          isClient: true,
          own: sectionNames.parse(own_flags),
          agency: sectionNames.parse(agency_flags),
          withheld: {},
        });
  return actorOf(
    { ...organization, agency, hidden },
    { kind: "workflow", id: workflow.id, name: workflow.name, permissions },
    { db, env },
  );
}
