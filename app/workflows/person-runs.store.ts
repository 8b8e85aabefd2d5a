/** Deletes runs of workflows: those about one person, and old ones. */
import { sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { retention } from "#app/object/settings.store.ts";
import { setTimer } from "#app/object/timers.store.ts";
import { day_ms } from "#app/platform/durations.ts";
import { timers, workflowRuns, workflowSteps } from "#drizzle/organization/schema.ts";

type Person = { readonly ids: readonly string[]; readonly phones: readonly string[] };

/** Deletes what workflows did for a person, with every step. */
export function eraseRuns(db: OrganizationDatabase, { ids, phones }: Person): void {
  const among = (values: readonly string[]) => sql`(select value from json_each(${JSON.stringify(values)}))`;
  forget(
    db,
    db
      .select({ id: workflowRuns.id })
      .from(workflowRuns)
      .where(sql`contact_id in ${among(ids)} or phone_number in ${among(phones)}`)
      .all(),
  );
}

export const oldRunsTimer = "workflow_old_runs";
const kept_ms = 90 * day_ms;
const atOnce = 500;

/** Has old runs deleted a day from now, unless that is planned already. */
export function planForgetting(db: OrganizationDatabase, now: number): void {
  db.insert(timers)
    .values({ kind: oldRunsTimer, key: "", due_at: now + day_ms })
    .onConflictDoNothing()
    .run();
}

/** Deletes runs that ended 90 days ago, or before what was said in calls is deleted, whichever is sooner. */
export function forgetOldRuns(db: OrganizationDatabase, now: number): void {
  const days = retention(db);
  const before = now - Math.min(kept_ms, days === null ? kept_ms : days * day_ms);
  const old = db
    .select({ id: workflowRuns.id })
    .from(workflowRuns)
    .where(sql`id in (select id from workflow_runs where ended_at < ${before} order by id limit ${atOnce})`)
    .all();
  forget(db, old);
  setTimer(db, oldRunsTimer, "", old.length < atOnce ? now + day_ms : now);
}

function forget(db: OrganizationDatabase, runs: readonly { id: string }[]): void {
  if (runs.length === 0) return;
  const all = sql`(select value from json_each(${JSON.stringify(runs.map(({ id }) => id))}))`;
  db.delete(workflowSteps).where(sql`run_id in ${all}`).run();
  db.delete(workflowRuns).where(sql`id in ${all}`).run();
}
