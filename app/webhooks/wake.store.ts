/** The one timer of webhooks: set to when the next delivery may be sent. */
import { sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { clearTimer, setTimer } from "#app/object/timers.store.ts";

export const webhookTimer = "webhooks";

/** Sets the timer anew. A delivery that a worker has is looked at again when its lease ends. */
export function wake(db: OrganizationDatabase, now: number): void {
  const next = db.get<{ at: number | null }>(
    sql`select min(max(d.next_at, e.quiet_until, coalesce(d.leased_until, 0))) as at
      from webhook_endpoints as e join webhook_deliveries as d on d.endpoint_id = e.id and d.status = 'waiting'
      where e.is_enabled = 1`,
  );
  if (next?.at === null || next === undefined) clearTimer(db, webhookTimer, "");
  else setTimer(db, webhookTimer, "", Math.max(next.at, now));
}
