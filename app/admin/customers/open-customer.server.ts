/** Impersonation: a platform admin opens a customer for an hour as support, with a reason that the customer can read. */

import { eq, sql } from "drizzle-orm";
import { platformSupport } from "#app/accounts/session-row.server.ts";
import { hasMatched, runGuarded } from "#app/membership/guarded-batch.server.ts";
import { endingVisits } from "#app/membership/support-visits.server.ts";
import { platform, tenant } from "#app/platform/d1.server.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { auditEvents, organizationMembers, supportVisits } from "#drizzle/control/schema.ts";
import { type ActingAdmin, customerOf, noteChange, type Refused } from "./acting-admin.server.ts";

/** How long a visit lasts. */
const visit_ms = hour_ms;

/** The customer reads who visited; an address of the platform's staff is nothing of theirs. */
const shownName = ({ who }: ActingAdmin): string => who.user.name ?? "Support";

type Opened = { ok: true } | Refused<"switched_off" | "closed" | "member">;

/** Opens a customer for this session, read-only unless said otherwise: the same visit as an agency's in its client. */
export async function openCustomer(
  admin: ActingAdmin,
  id: string,
  { reason, may_write }: { reason: string; may_write: boolean },
): Promise<Opened> {
  const { db: d1, now, who } = admin;
  if (!admin.isProven) return { ok: false, reason: "unproven" };
  const found = await customerOf(d1, id);
  if (!found) return { ok: false, reason: "unknown" };
  if ([found.archived_at, found.suspended_at, found.platform_suspended_at].some((at) => at !== null))
    return { ok: false, reason: "closed" };
  if (!found.allows_support) return { ok: false, reason: "switched_off" };
  const own = await tenant(d1, id)
    .select({ role: organizationMembers.role })
    .from(organizationMembers)
    .where(sql`organization_id = ${id} and ${eq(organizationMembers.user_id, who.user.id)}`)
    .get();
  if (own) return { ok: false, reason: "member" };
  const db = platform(d1);
  const visit = newId(now);
  const ends_at = now + visit_ms;
  const [ours, theirs] = noteChange(admin, found, "support.opened", reason, { visit, may_write, ends_at });
  const isDone = await runGuarded(db, [
    ...endingVisits(db, { session: who.sessionId, client: id }, now),
    // Evaluated at write time: the customer may switch support off at this moment.
    db.insert(supportVisits).select(sql`
      select ${visit}, o.id, ${platformSupport}, ${who.user.id}, ${shownName(admin)}, ${who.sessionId}, ${reason},
        ${Number(may_write)}, ${now}, ${ends_at}, null
      from organizations o where o.id = ${id} and o.allows_support = 1 and o.suspended_at is null
        and o.platform_suspended_at is null and o.archived_at is null`),
    ...hasMatched(db),
    // The reason of a visit is the customer's to read.
    db.insert(auditEvents).values([ours, { ...theirs, changes: { ...theirs.changes, reason } }]),
  ]);
  return isDone ? { ok: true } : { ok: false, reason: "switched_off" };
}
