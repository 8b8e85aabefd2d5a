/** Runs that end before they are done: their workflow was turned off, or their time is over. */
import { and, eq, inArray } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { day_ms } from "#app/platform/durations.ts";
import { workflowRuns, workflows } from "#drizzle/organization/schema.ts";

type Run = typeof workflowRuns.$inferSelect;

/** A run whose place comes later than this tells people of what is over. */
const stale_ms = day_ms;

/** Ends a run that has not begun. It can be begun anew. */
export function holdBack(db: OrganizationDatabase, run_id: string, why: string, now: number): void {
  db.update(workflowRuns)
    .set({ status: "stopped", why, ended_at: now, updated_at: now })
    .where(and(eq(workflowRuns.id, run_id), eq(workflowRuns.status, "queued")))
    .run();
}

/** Stops the runs of a workflow that wait for their turn or sleep. */
export function stopWaiting(db: OrganizationDatabase, workflow_id: string, now: number): number {
  return db
    .update(workflowRuns)
    .set({ status: "stopped", why: "The workflow was turned off.", ended_at: now, updated_at: now })
    .where(
      and(eq(workflowRuns.workflow_id, workflow_id), inArray(workflowRuns.status, ["queued", "waiting"])),
    )
    .returning({ id: workflowRuns.id })
    .all().length;
}

/** Why a queued run does not begin any more; null: nothing stands against it. One that a member begins anew does. */
export function againstLaunch(
  db: OrganizationDatabase,
  { workflow_id, mode, attempt, updated_at }: Run,
  now: number,
): string | null {
  if (mode !== "live") return null;
  if (updated_at < now - stale_ms) return "Its turn came more than a day late, so it was not begun.";
  if (attempt > 1) return null;
  const workflow = db
    .select({ status: workflows.status })
    .from(workflows)
    .where(eq(workflows.id, workflow_id))
    .get();
  return workflow?.status === "active" ? null : "The workflow was turned off.";
}
