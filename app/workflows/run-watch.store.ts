/** The watch over open runs: those in which nothing happens are looked at, and one that the platform lost goes on where it was, or fails with the reason. */
import { and, asc, eq, inArray, lte, ne, or } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueueTask } from "#app/object/outbox.store.ts";
import { clearTimer, setTimer } from "#app/object/timers.store.ts";
import { hour_ms, minute_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { workflowRuns } from "#drizzle/organization/schema.ts";
import { ask, finish, instanceOf } from "./runs.store.ts";
import { quiet_ms, watchTimer } from "./watch-timer.store.ts";

const every_ms = 10 * minute_ms;
/** Sleeping runs may be many, and are looked at less often. */
const asleep_ms = 2 * hour_ms;
const atOnce = 50;
/** So often one attempt is taken up again. */
const mostResumed = 3;

const walking = ["running", "waiting"] as const;

/** Looks at what was quiet for long: a queued run is asked for again, of any other the platform is asked. */
export function watchDue(db: OrganizationDatabase, now: number): void {
  const open = inArray(workflowRuns.status, ["queued", ...walking]);
  const quiet = db
    .select({ id: workflowRuns.id, status: workflowRuns.status })
    .from(workflowRuns)
    .where(
      and(
        open,
        lte(workflowRuns.updated_at, now - quiet_ms),
        or(ne(workflowRuns.status, "waiting"), lte(workflowRuns.updated_at, now - asleep_ms)),
      ),
    )
    .orderBy(asc(workflowRuns.updated_at))
    .limit(atOnce)
    .all();
  for (const { id, status } of quiet) {
    if (status === "queued") ask(db, id, now);
    else {
      const task = { id: `workflow_check:${id}:${newId(now)}`, kind: "workflow_check" as const };
      enqueueTask(db, { ...task, payload: { run_id: id } }, now);
    }
    db.update(workflowRuns).set({ updated_at: now }).where(eq(workflowRuns.id, id)).run();
  }
  const isOpen = db.select({ id: workflowRuns.id }).from(workflowRuns).where(open).limit(1).get();
  if (!isOpen) clearTimer(db, watchTimer, "");
  else setTimer(db, watchTimer, "", quiet.length < atOnce ? now + every_ms : now);
}

const walkedRun = (db: OrganizationDatabase, run_id: string) =>
  db
    .select()
    .from(workflowRuns)
    .where(and(eq(workflowRuns.id, run_id), inArray(workflowRuns.status, [...walking])))
    .get() ?? null;

/** The platform's instance that walks a run; null: the run is over, or has not begun. */
export function walkedBy(db: OrganizationDatabase, run_id: string): string | null {
  const run = walkedRun(db, run_id);
  return run && instanceOf(run);
}

/**
 * The platform lost the instance of a run: another takes the same attempt up. What it had done is not done again. After
 * three of them the run fails, and a person can begin it again.
 * @returns the name of the new instance; null: there is to be none
 */
export function resume(
  db: OrganizationDatabase,
  run_id: string,
  lost: string,
  now: number,
): { instance_id: string; attempt: number } | null {
  const run = walkedRun(db, run_id);
  if (!run || instanceOf(run) !== lost) return null;
  const { attempt } = run;
  const n = Number(/-r(\d+)$/.exec(lost)?.[1] ?? 0) + 1;
  if (n > mostResumed) {
    const why = "This run broke off several times. You can begin it again.";
    finish(db, { run_id, attempt, status: "failed", why }, now);
    return null;
  }
  const instance_id = `${run_id}-${attempt}-r${n}`;
  db.update(workflowRuns)
    .set({ instance_id, status: "running", updated_at: now })
    .where(eq(workflowRuns.id, run_id))
    .run();
  return { instance_id, attempt };
}
