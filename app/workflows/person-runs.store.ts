/** Deletes runs of workflows: those about one person, and old ones. */
import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { retention } from "#app/object/settings.store.ts";
import { setTimer } from "#app/object/timers.store.ts";
import { day_ms } from "#app/platform/durations.ts";
import type { Json } from "#app/platform/json.ts";
import { timers, workflowRuns, workflowSteps } from "#drizzle/organization/schema.ts";

type Person = { readonly ids: readonly string[]; readonly phones: readonly string[] };

/** Runs that are read together. */
const readAtOnce = 200;

/**
 * Deletes what workflows did for a person, with every step; runs about others lose what they say of the person.
 * @param without a value without what identifies the person
 */
export function eraseRuns(
  db: OrganizationDatabase,
  { ids, phones }: Person,
  without: (value: Json) => Json,
): void {
  const among = (values: readonly string[]) => sql`(select value from json_each(${JSON.stringify(values)}))`;
  forget(
    db,
    db
      .select({ id: workflowRuns.id })
      .from(workflowRuns)
      .where(sql`contact_id in ${among(ids)} or phone_number in ${among(phones)}`)
      .all(),
  );
  const named: { id: string }[] = [];
  for (let after = ""; ; ) {
    const rows = db
      .select({ id: workflowRuns.id, event: workflowRuns.event, why: workflowRuns.why })
      .from(workflowRuns)
      .where(gt(workflowRuns.id, after))
      .orderBy(workflowRuns.id)
      .limit(readAtOnce)
      .all();
    const last = rows.at(-1);
    if (!last) break;
    for (const { id, event, why } of rows) {
      if (ids.some((one) => JSON.stringify(event).includes(one))) named.push({ id });
      else if (isOther([event, why], without))
        db.update(workflowRuns)
          .set({ event: without(event), why: textOf(without(why)) })
          .where(eq(workflowRuns.id, id))
          .run();
    }
    hideInSteps(db, after, last.id, without);
    after = last.id;
  }
  forget(db, named);
}

const isOther = (value: Json, without: (value: Json) => Json): boolean =>
  JSON.stringify(without(value)) !== JSON.stringify(value);
const textOf = (value: Json): string | null => (typeof value === "string" ? value : null);

/** The same in the steps of runs after one id, up to another. */
function hideInSteps(
  db: OrganizationDatabase,
  after: string,
  upTo: string,
  without: (value: Json) => Json,
): void {
  const { seq, run_id, input, output, error } = workflowSteps;
  const steps = db
    .select({ seq, input, output, error })
    .from(workflowSteps)
    .where(and(gt(run_id, after), lte(run_id, upTo)))
    .all();
  for (const step of steps) {
    const [given, gave, said] = [step.input, step.output ?? null, step.error];
    if (isOther([given, gave, said], without))
      db.update(workflowSteps)
        .set({ input: without(given), output: without(gave), error: textOf(without(said)) })
        .where(eq(seq, step.seq))
        .run();
  }
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
