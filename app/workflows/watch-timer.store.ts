/** The timer of the watch over open runs. */
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { timers } from "#drizzle/organization/schema.ts";

export const watchTimer = "workflow_watch";

/** A run in which nothing happened for so long is looked at. */
export const quiet_ms = 30 * minute_ms;

/** Has open runs looked at, unless that is planned already. */
export function planWatch(db: OrganizationDatabase, now: number): void {
  db.insert(timers)
    .values({ kind: watchTimer, key: "", due_at: now + quiet_ms })
    .onConflictDoNothing()
    .run();
}
