/** Support: an agency's person opens a client for an hour, with a reason that both sides can read. */

import { and, eq, sql } from "drizzle-orm";
import { visitor } from "#app/accounts/session.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { isProven, personOf } from "#app/membership/actor.ts";
import { hasMatched, runGuarded } from "#app/membership/guarded-batch.server.ts";
import { dismissListeners } from "#app/membership/live-listeners.server.ts";
import { endingVisits, visitEnds } from "#app/membership/support-visits.server.ts";
import { verb } from "#app/membership/verb.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, platform, tenant } from "#app/platform/d1.server.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { auditEvents, organizationMembers, supportVisits } from "#drizzle/control/schema.ts";
import { clientOf, noteBoth } from "./agency.server.ts";
import { support } from "./client-forms.server.ts";

/** How long a visit lasts. */
const visit_ms = hour_ms;

/** `switched_off`: the client lets no support in. `closed`: it is suspended or archived. `member`: they belong to it anyway. */
type Opened =
  | { ok: true; visit: string }
  | { ok: false; reason: "unknown" | "unproven" | "switched_off" | "closed" | "member" };

/** Opens a client as support for this session, read-only unless said otherwise. Needs a recent proof of identity. */
export const openClient = verb(
  { verb: "clients.open", permission: "clients.support", isPersonal: true, input: support },
  async (
    actor,
    { client: id, reason, may_write },
    { db: d1, session_id }: Pick<Deps, "db"> & { readonly session_id: string },
  ): Promise<Opened> => {
    const now = Date.now();
    if (!isProven(actor, now)) return { ok: false, reason: "unproven" };
    const { organization } = actor;
    const person = personOf(actor);
    const found = await clientOf(d1, organization.id, id);
    if (!found) return { ok: false, reason: "unknown" };
    if (found.archived_at !== null || found.suspended_at !== null || found.platform_suspended_at !== null)
      return { ok: false, reason: "closed" };
    if (!found.allows_support) return { ok: false, reason: "switched_off" };
    const membership = await tenant(d1, id)
      .select({ role: organizationMembers.role })
      .from(organizationMembers)
      .where(and(eq(organizationMembers.organization_id, id), eq(organizationMembers.user_id, person.id)))
      .get();
    if (membership) return { ok: false, reason: "member" };
    const db = platform(d1);
    const visit = newId(now);
    const ends_at = now + visit_ms;
    const isDone = await runGuarded(db, [
      ...endingVisits(db, { session: session_id, client: id }, now),
      // Evaluated at write time: the client may switch support off at this moment.
      db.insert(supportVisits).select(sql`
        select ${visit}, o.id, o.parent_organization_id, ${person.id}, ${person.name}, ${session_id}, ${reason},
          ${Number(may_write)}, ${now}, ${ends_at}, null
        from organizations o where o.id = ${id} and o.parent_organization_id = ${organization.id}
          and o.allows_support = 1 and o.suspended_at is null and o.platform_suspended_at is null
          and o.archived_at is null`),
      ...hasMatched(db),
      db
        .insert(auditEvents)
        .values(await noteBoth(actor, id, "support.opened", { visit, reason, may_write, ends_at })),
    ]);
    return isDone ? { ok: true, visit } : { ok: false, reason: "switched_off" };
  },
);

/**
 * Ends a visit of this session.
 * @returns whose it was, and the organization to go on with; null: it is no visit of this session
 */
export async function leaveClient(request: Request, context: Context, id: string) {
  const who = await visitor(request, context);
  if (who.kind !== "full") return null;
  const db = platform(context.get(database));
  const found = await db
    .select({ client: supportVisits.organization_id, agency: supportVisits.agency_id })
    .from(supportVisits)
    .where(and(eq(supportVisits.id, id), eq(supportVisits.session_id, who.sessionId)))
    .get();
  if (!found) return null;
  await db.batch(endingVisits(db, { visit: id }, Date.now()));
  const { env, ctx } = context.get(cloudflare);
  ctx.waitUntil(dismissListeners(env, [{ id: found.client, region: null }], { session_id: who.sessionId }));
  return visitEnds(found, who);
}
