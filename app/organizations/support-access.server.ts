/** A client's side of its agency's support: whether it lets support in, who came, why, and what they did. */
import { and, desc, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import type { Deps } from "#app/membership/actor.server.ts";
import { auditWords } from "#app/membership/audit-words.ts";
import { askListenersAgain } from "#app/membership/live-listeners.server.ts";
import { endingVisits } from "#app/membership/support-visits.server.ts";
import { verb } from "#app/membership/verb.ts";
import { visitWords } from "#app/membership/visit-words.ts";
import { type Database, platform, tenant } from "#app/platform/d1.server.ts";
import type { Place } from "#app/platform/format.ts";
import { auditEvents, organizations, supportVisits } from "#drizzle/control/schema.ts";

/** Visits on the page, and how many events are searched for what was done in them. */
const shownVisits = 20;
const searchedEvents = 500;

/**
 * Lets the agency's support in, or no longer: then visits that are open end at once. It belongs to no section: an agency
 * that hides a client's settings does not hide this.
 */
export const allowSupport = verb(
  {
    verb: "settings.allow_support",
    permission: "organization.write",
    isPersonal: true,
    worksUnpaid: true,
    input: z.object({ allows_support: z.boolean() }),
  },
  async (
    actor,
    changes,
    { db: d1, env, after }: Pick<Deps, "db" | "env" | "after">,
  ): Promise<{ ok: true }> => {
    const { id } = actor.organization;
    const now = Date.now();
    const db = platform(d1);
    await db.batch([
      db
        .update(organizations)
        .set({ ...changes, updated_at: now })
        .where(eq(organizations.id, id)),
      ...(changes.allows_support ? [] : endingVisits(db, { client: id }, now)),
      db.insert(auditEvents).values(await actor.note("organization.support_changed", id, changes)),
    ]);
    if (!changes.allows_support) after(askListenersAgain(env, actor.organization));
    return { ok: true };
  },
);

/** "Changed an agent (2 times)": each deed once, where it first stands. */
function withTimes(deeds: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const deed of deeds) times.set(deed, (times.get(deed) ?? 0) + 1);
  return [...times].map(([deed, n]) => (n === 1 ? deed : `${deed} (${n} times)`));
}

/** What was done in each visit, the newest first, by the visit's id. */
export async function deedsOf(
  db: Database,
  organizationId: string,
  visits: readonly { user_id: string }[],
): Promise<Map<string, string[]>> {
  const deeds = new Map<string, string[]>();
  if (visits.length === 0) return deeds;
  const people = [...new Set(visits.map(({ user_id }) => user_id))];
  const rows = await tenant(db, organizationId)
    .select({ action: auditEvents.action, changes: auditEvents.changes })
    .from(auditEvents)
    .where(and(eq(auditEvents.organization_id, organizationId), inArray(auditEvents.actor_id, people)))
    .orderBy(desc(auditEvents.created_at))
    .limit(searchedEvents);
  for (const { action, changes } of rows) {
    // Without versions, so that an agent that was saved twice is one deed.
    const { visit, version: _, ...known } = changes ?? {};
    if (typeof visit !== "string" || action.startsWith("support.")) continue;
    const deed = auditWords(action, { changes: known, target: null, subject: null });
    deeds.set(visit, [...(deeds.get(visit) ?? []), deed]);
  }
  return deeds;
}

/** The visits of support in an organization, newest first, with what was done in each. */
export async function supportVisitsOf(db: Database, organizationId: string, place: Place, most: number) {
  const now = Date.now();
  const rows = await tenant(db, organizationId)
    .select()
    .from(supportVisits)
    .where(eq(supportVisits.organization_id, organizationId))
    .orderBy(desc(supportVisits.started_at))
    .limit(most);
  const deeds = await deedsOf(db, organizationId, rows);
  return rows.map((one) => ({
    id: one.id,
    who: one.user_name,
    reason: one.reason,
    when: visitWords(one, now, place),
    deeds: withTimes(deeds.get(one.id) ?? []),
  }));
}

export async function supportAccess(db: Database, id: string, place: Place) {
  const [own, visits] = await Promise.all([
    tenant(db, id)
      .select({ allows_support: organizations.allows_support })
      .from(organizations)
      .where(eq(organizations.id, id))
      .get(),
    supportVisitsOf(db, id, place, shownVisits),
  ]);
  return { isAllowed: own?.allows_support ?? false, visits };
}
