/** The steps of a run: begun, tried, done or failed, each once for an attempt of the run; and the log of a run. */
import { and, asc, desc, eq, inArray, lt, sql } from "drizzle-orm";
import { findByPhone } from "#app/contacts/contacts.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import type { Json } from "#app/platform/json.ts";
import { contacts, workflowRuns, workflowSteps, workflows } from "#drizzle/organization/schema.ts";
import { factsOf } from "./run-facts.store.ts";
import { ask, setAwake } from "./runs.store.ts";
import type { RunFile, RunRow, StepDone, StepJob } from "./workflow.schema.ts";
import { graphOf } from "./workflows.store.ts";

type Run = typeof workflowRuns.$inferSelect;
type At = { run_id: string; step_id: string; attempt: number };

const runOf = (db: OrganizationDatabase, id: string) =>
  db.select().from(workflowRuns).where(eq(workflowRuns.id, id)).get() ?? null;

const stepAt = ({ run_id, step_id, attempt }: At) =>
  and(
    eq(workflowSteps.run_id, run_id),
    eq(workflowSteps.step_id, step_id),
    eq(workflowSteps.attempt, attempt),
  );

/** The number of ours that the person knows: the one they called, or were called from. */
function knownNumber(db: OrganizationDatabase, event: Json): string | null {
  const own =
    event !== null && typeof event === "object" && !Array.isArray(event)
      ? (event.own_number ?? event.our_number)
      : null;
  if (typeof own !== "string") return null;
  return (
    db.get<{ id: string }>(sql`select id from numbers where phone_number = ${own} and status = 'active'`)
      ?.id ?? null
  );
}

/** Begins a step, or a further try of it. Null: the run is not to go on. */
export function begin(db: OrganizationDatabase, at: At, now: number): StepJob | null {
  const run = runOf(db, at.run_id);
  if (!run || run.attempt !== at.attempt || run.ended_at !== null) return null;
  const step = graphOf(db, run.workflow_id, run.version)?.steps.find(({ id }) => id === at.step_id);
  const workflow = db
    .select({ id: workflows.id, name: workflows.name })
    .from(workflows)
    .where(eq(workflows.id, run.workflow_id))
    .get();
  if (!step || !workflow) return null;
  const known = db.select().from(workflowSteps).where(stepAt(at)).get();
  if (known)
    db.update(workflowSteps)
      .set({ tries: sql`${workflowSteps.tries} + 1`, status: "running" })
      .where(and(stepAt(at), inArray(workflowSteps.status, ["running", "waiting"])))
      .run();
  else
    db.insert(workflowSteps)
      .values({ ...at, kind: step.kind, status: "running", input: {}, started_at: now })
      .run();
  setAwake(db, at.run_id, true, now);
  const { phone_number, mode, event, event_kind } = run;
  const contact_id =
    run.contact_id ?? (phone_number === null ? null : (findByPhone(db, phone_number)?.id ?? null));
  return {
    step,
    event_kind,
    facts: factsOf(db, event, contact_id, run.id),
    mode,
    workflow,
    contact_id,
    phone_number,
    number_id: knownNumber(db, event),
    began: known?.started_at ?? now,
    done: known?.status === "done" ? { output: known.output ?? null } : null,
  };
}

/** Notes whom a run is about, once that is known. */
export function setContact(db: OrganizationDatabase, run_id: string, contact_id: string): void {
  db.update(workflowRuns).set({ contact_id }).where(eq(workflowRuns.id, run_id)).run();
}

/** Keeps what came of a step. */
export function end(db: OrganizationDatabase, at: At, done: StepDone, now: number): void {
  db.update(workflowSteps)
    .set(
      done.ok
        ? {
            status: "done",
            input: done.input,
            output: done.output,
            touched: done.touched,
            error: null,
            ended_at: now,
          }
        : { status: "failed", input: done.input, error: done.why, ended_at: now },
    )
    .where(stepAt(at))
    .run();
}

/** When a step was done; null: it is not. One that is walked through again waits no longer than it had to. */
export const endedAt = (db: OrganizationDatabase, at: At): number | null =>
  db.select({ ended_at: workflowSteps.ended_at }).from(workflowSteps).where(stepAt(at)).get()?.ended_at ??
  null;

/** Notes why a step is not done yet. It is tried again, and until then its run leaves its place to others. */
export function note(db: OrganizationDatabase, at: At, error: string, now: number): void {
  const noted = db
    .update(workflowSteps)
    .set({ error, status: "waiting" })
    .where(and(stepAt(at), eq(workflowSteps.status, "running")))
    .returning({ seq: workflowSteps.seq })
    .all();
  if (noted.length > 0) setAwake(db, at.run_id, false, now);
}

const rowsAtOnce = 30;

const shown = {
  id: workflowRuns.id,
  workflow_id: workflowRuns.workflow_id,
  version: workflowRuns.version,
  attempt: workflowRuns.attempt,
  status: workflowRuns.status,
  why: workflowRuns.why,
  event_kind: workflowRuns.event_kind,
  contact_id: workflowRuns.contact_id,
  person: sql<string | null>`coalesce(${contacts.name}, ${workflowRuns.phone_number})`,
  mode: workflowRuns.mode,
  created_at: workflowRuns.created_at,
  started_at: workflowRuns.started_at,
  ended_at: workflowRuns.ended_at,
};

/** What the page counts as failed: those beyond the plan's month too. */
const hasFailed = inArray(workflowRuns.status, ["failed", "limited"]);

export type RunsAsked = { workflow_id: string | null; failed: boolean; before: string | null };

/** Runs, the newest first. */
export function list(db: OrganizationDatabase, asked: RunsAsked): { rows: RunRow[]; older: string | null } {
  const { workflow_id, failed, before } = asked;
  const rows = db
    .select(shown)
    .from(workflowRuns)
    .leftJoin(contacts, eq(contacts.id, workflowRuns.contact_id))
    .where(
      and(
        workflow_id === null ? undefined : eq(workflowRuns.workflow_id, workflow_id),
        failed ? hasFailed : undefined,
        before === null ? undefined : lt(workflowRuns.id, before),
      ),
    )
    .orderBy(desc(workflowRuns.id))
    .limit(rowsAtOnce + 1)
    .all();
  const page = rows.slice(0, rowsAtOnce);
  return { rows: page, older: rows.length > rowsAtOnce ? (page.at(-1)?.id ?? null) : null };
}

/** One run with its log; null: there is no such run. */
export function find(db: OrganizationDatabase, run_id: string): RunFile | null {
  const row = db
    .select({ ...shown, event: workflowRuns.event, cause_id: workflowRuns.cause_id, name: workflows.name })
    .from(workflowRuns)
    .innerJoin(workflows, eq(workflows.id, workflowRuns.workflow_id))
    .leftJoin(contacts, eq(contacts.id, workflowRuns.contact_id))
    .where(eq(workflowRuns.id, run_id))
    .get();
  const graph = row ? graphOf(db, row.workflow_id, row.version) : null;
  if (!row || !graph) return null;
  const steps = db
    .select()
    .from(workflowSteps)
    .where(eq(workflowSteps.run_id, run_id))
    .orderBy(asc(workflowSteps.seq))
    .all();
  return {
    ...row,
    graph,
    steps: steps.map(({ seq: _, run_id: __, touched: ___, output, ...step }) => ({
      ...step,
      output: output ?? null,
    })),
  };
}

/** Begins a run that is over anew, from one of its steps. @returns whether it could */
export function retry(
  db: OrganizationDatabase,
  run_id: string,
  step_id: string | null,
  now: number,
): boolean {
  const run = runOf(db, run_id);
  if (!run || run.ended_at === null || run.status === "done") return false;
  const graph = graphOf(db, run.workflow_id, run.version);
  if (!graph || (step_id !== null && !graph.steps.some(({ id }) => id === step_id))) return false;
  // One that the plan held back has not been counted: it begins as a first attempt.
  const attempt = run.status === "limited" ? run.attempt : run.attempt + 1;
  db.update(workflowRuns)
    .set({
      status: "queued",
      why: null,
      ended_at: null,
      attempt,
      from_step: step_id,
      instance_id: null,
      updated_at: now,
    })
    .where(eq(workflowRuns.id, run_id))
    .run();
  ask(db, run_id, now);
  return true;
}

/** So many failed runs begin anew at a time. */
const retriedAtOnce = 100;

/** From where a failed run goes on: the step at which its last attempt ended; undefined: that step was done, and what follows is not known. */
function failedStep(
  db: OrganizationDatabase,
  { id, attempt, from_step }: Pick<Run, "id" | "attempt" | "from_step">,
): string | null | undefined {
  const last = db
    .select({ step_id: workflowSteps.step_id, status: workflowSteps.status })
    .from(workflowSteps)
    .where(and(eq(workflowSteps.run_id, id), eq(workflowSteps.attempt, attempt)))
    .orderBy(desc(workflowSteps.seq))
    .limit(1)
    .get();
  if (!last) return from_step;
  return last.status === "done" ? undefined : last.step_id;
}

/** Begins failed runs of a workflow anew, the oldest first. @returns how many; `left`: failed ones that did not begin */
export function retryFailed(
  db: OrganizationDatabase,
  workflow_id: string,
  now: number,
): { runs: number; left: number } {
  const { id, attempt, from_step } = workflowRuns;
  const failed = db
    .select({ id, attempt, from_step })
    .from(workflowRuns)
    .where(and(eq(workflowRuns.workflow_id, workflow_id), hasFailed))
    .orderBy(asc(id))
    .all();
  let runs = 0;
  for (const run of failed) {
    if (runs === retriedAtOnce) break;
    const from = failedStep(db, run);
    if (from !== undefined && retry(db, run.id, from, now)) runs += 1;
  }
  return { runs, left: failed.length - runs };
}
