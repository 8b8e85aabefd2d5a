/** Who may listen to an organization's live feed: checked again while they listen, and disconnected at once when they leave (R4). */
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { hasVerifiedFactor, openVisits, visitRole } from "#app/accounts/session-row.server.ts";
import { isWithheld } from "#app/branding/hidden-sections.ts";
import { livesOn } from "#app/branding/residence.server.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { Database, tenant } from "#app/platform/d1.server.ts";
import { log } from "#app/platform/log.ts";
import { organizationObject } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { organizationMembers, organizations, sessions } from "#drizzle/control/schema.ts";
import { may } from "./permissions.ts";

/**
 * The sessions of these that still exist and whose people may still read this organization's calls.
 * @param now ms UTC
 */
export async function stillListening(
  env: Env,
  organizationId: string,
  sessionIds: readonly string[],
  now: number,
): Promise<ReadonlySet<string>> {
  const visiting = sql`(select ${visitRole} ${openVisits(now, "sessions")}
    and v.organization_id = ${organizationId} limit 1)`;
  const agencies = alias(organizations, "agencies");
  const rows = await tenant(new Database(env.DB, new Timing()), organizationId)
    .select({
      id: sessions.id,
      role: sql<string | null>`coalesce(${organizationMembers.role}, ${visiting})`,
      withheld: organizations.withheld_sections,
    })
    .from(sessions)
    .innerJoin(organizations, eq(organizations.id, organizationId))
    .leftJoin(agencies, eq(agencies.id, organizations.parent_organization_id))
    .leftJoin(
      organizationMembers,
      and(
        eq(organizationMembers.organization_id, organizationId),
        eq(organizationMembers.user_id, sessions.user_id),
      ),
    )
    .where(
      and(
        isNull(organizations.archived_at),
        isNull(organizations.suspended_at),
        isNull(organizations.platform_suspended_at),
        isNull(agencies.suspended_at),
        isNull(agencies.platform_suspended_at),
        eq(sessions.kind, "full"),
        // A member who lacks a required second factor must set one up first.
        sql`(${organizations.require_two_factor} = 0 or ${sessions.factor} = 'passkey'
          or ${hasVerifiedFactor("sessions.user_id")})`,
        gt(sessions.expires_at, now),
        // A session on a tenant's host hears only organizations that live there; a visit is open where its agency is.
        sql`(${sessions.host} is null or ${livesOn(
          sql`case when ${organizationMembers.role} is null then agencies.id else organizations.id end`,
          sql`sessions.host`,
        )})`,
        // One bound value for any number of ids: a D1 statement takes a hundred (R33).
        sql`${sessions.id} in (select value from json_each(${JSON.stringify(sessionIds)}))`,
      ),
    );
  const isOpen = ({ role, withheld }: (typeof rows)[number]) =>
    role !== null && may(role, "calls.read") && !isWithheld(withheld, "calls", role);
  return new Set(rows.filter(isOpen).map(({ id }) => id));
}

/**
 * Makes an organization check at once whether its listeners still may listen: it was deleted, or requires more of its
 * members now. Never throws, like `dismissListeners`.
 */
export async function askListenersAgain(
  env: Env,
  organization: { id: string; region: string | null },
): Promise<void> {
  const request = new Request("https://organization/live?everybody=1", { method: "DELETE" });
  try {
    await organizationObject(organization, env).fetch(request);
  } catch (error) {
    log("warn", "listeners_not_asked", { message: innermostMessage(error) });
  }
}

/** One session's sockets, or all of a person's. */
export type Leaving = { session_id: string } | { user_id: string };

/**
 * Closes the live feeds of a person who signed out, was removed, or has another role now. Never throws: a socket that
 * was not reached is found at the next check of its session.
 */
export async function dismissListeners(
  env: Env,
  from: readonly { id: string; region: string | null }[],
  leaving: Leaving,
): Promise<void> {
  const url = `https://organization/live?${new URLSearchParams(leaving)}`;
  const dismissed = from.map((organization) =>
    organizationObject(organization, env).fetch(new Request(url, { method: "DELETE" })),
  );
  for (const { status, reason } of (await Promise.allSettled(dismissed)).filter(
    (one) => one.status === "rejected",
  ))
    log("warn", "listeners_not_dismissed", { status, message: innermostMessage(reason) });
}
