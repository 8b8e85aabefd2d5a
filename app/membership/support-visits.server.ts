/** Visits of support that are over: what the guard needs to know of them, and how each end is told to both sides. */
import { and, desc, eq, isNull, lte, sql } from "drizzle-orm";
import type { SignedIn } from "#app/accounts/session.server.ts";
import { platformSupport } from "#app/accounts/session-row.server.ts";
import type { Context } from "#app/platform/context.ts";
import { Database, database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { newId } from "#app/platform/id.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { auditEvents, organizations, supportVisits } from "#drizzle/control/schema.ts";

/**
 * Where a visitor goes on when a visit ends: the page about the organization, among the agency's clients or the
 * platform's customers, and the organization of their own that they look at then.
 */
export const visitEnds = (
  { client, agency }: { client: string; agency: string },
  { activeOrganizationId, memberships }: Pick<SignedIn, "activeOrganizationId" | "memberships">,
) =>
  agency === platformSupport
    ? {
        page: `/customer-management/${client}`,
        home: activeOrganizationId ?? memberships[0]?.id ?? "",
      }
    : { page: `/clients/${client}`, home: agency };

/** The last visit of a session to an organization, which is over if the session does not open it; null: there was none. */
export async function endedVisit(context: Context, sessionId: string, organizationId: string) {
  const found = await platform(context.get(database))
    .select({ agency_id: supportVisits.agency_id, name: organizations.name })
    .from(supportVisits)
    .innerJoin(organizations, eq(organizations.id, supportVisits.organization_id))
    .where(and(eq(supportVisits.session_id, sessionId), eq(supportVisits.organization_id, organizationId)))
    .orderBy(desc(supportVisits.started_at))
    .limit(1)
    .get();
  return found ?? null;
}

type Which =
  | { visit: string }
  | { client: string }
  | { agency: string }
  | { session: string; client: string };

const chosen = (which: Which) =>
  and(
    isNull(supportVisits.ended_at),
    "visit" in which ? eq(supportVisits.id, which.visit) : undefined,
    "client" in which ? eq(supportVisits.organization_id, which.client) : undefined,
    "agency" in which ? eq(supportVisits.agency_id, which.agency) : undefined,
    "session" in which ? eq(supportVisits.session_id, which.session) : undefined,
    // Names a key of the table in every statement.
    sql`organization_id is not null`,
  );

const isPlatforms = sql.raw(`agency_id = '${platformSupport}'`);
/** In the trail of the organization no admin of the platform is named; the platform's own trail names them. */
const actorOn = {
  organization_id: sql`case when ${isPlatforms} then 'platform:' || user_id else user_id end`,
  agency_id: sql`user_id`,
};
const trailOf = {
  organization_id: sql`organization_id`,
  agency_id: sql`case when ${isPlatforms} then null else agency_id end`,
};

/** The columns are those of `audit_events`, in their order. */
const audited = (which: Which, side: "organization_id" | "agency_id", now: number) => sql`
  select ${newId(now)} || substr(id, -8), ${actorOn[side]}, ${trailOf[side]}, 'support.left', organization_id,
    null, null, null, json_object('visit', id), min(${now}, ends_at)
  from support_visits where ${chosen(which)}`;

/**
 * Statements, for the caller's batch, that end visits which have not ended, with a line in the audit trails of the
 * client and of the agency, or of the platform. `now`: ms UTC
 */
export const endingVisits = (db: PlatformDb, which: Which, now: number) =>
  [
    db.insert(auditEvents).select(audited(which, "organization_id", now)),
    db.insert(auditEvents).select(audited(which, "agency_id", now)),
    db
      .update(supportVisits)
      .set({ ended_at: sql`min(${now}, ${supportVisits.ends_at})` })
      .where(chosen(which)),
  ] as const;

/** How many visits one run of cron notes as over. */
const atOnce = 100;

/** Notes the ends of visits whose hour is over; they opened nothing any more. `now`: ms UTC */
export async function closeVisits(env: Env, now: number): Promise<void> {
  const db = platform(new Database(env.DB, new Timing()));
  const over = await db
    .select({ id: supportVisits.id })
    .from(supportVisits)
    .where(
      and(isNull(supportVisits.ended_at), lte(supportVisits.ends_at, now), sql`organization_id is not null`),
    )
    .limit(atOnce);
  for (const { id } of over) await db.batch(endingVisits(db, { visit: id }, now));
}
