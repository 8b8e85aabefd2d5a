/** Runs of workflows: begun by what happens, held back by the plan's limits and by the guard against loops, and ended. Long because a run has one life, from the event to its end. */
import { and, eq, inArray, lte, ne, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { enqueueTask } from "#app/object/outbox.store.ts";
import { newId } from "#app/platform/id.ts";
import type { Json } from "#app/platform/json.ts";
import { workflowMonths, workflowRuns, workflowSteps, workflows } from "#drizzle/organization/schema.ts";
import { holds } from "./facts.ts";
import { againstLoop, personOf } from "./loop-guard.store.ts";
import { planForgetting } from "./person-runs.store.ts";
import { againstLaunch, holdBack } from "./run-ends.store.ts";
import { factsOf } from "./run-facts.store.ts";
import { triggersOf } from "./triggers.schema.ts";
import { planWatch } from "./watch-timer.store.ts";
import type { Happened, RunJob, RunMode } from "./workflow.schema.ts";
import { graphOf } from "./workflows.store.ts";

export { hasRoomAtHook } from "./loop-guard.store.ts";
export { holdBack, stopWaiting } from "./run-ends.store.ts";

type Run = typeof workflowRuns.$inferSelect;

const textOf = (value: Json | undefined): string | null =>
  typeof value === "string" && value ? value : null;

/** Names under which an event's change may stand at the step that made it. */
const changesOf = (kind: string, payload: Record<string, Json>): string[] =>
  [payload.call_id, payload.campaign_id, payload.booking_id]
    .flatMap((id) => textOf(id) ?? [])
    .concat(
      kind === "contact.tagged" ? [`${textOf(payload.contact_id)}:${textOf(payload.tag)}`] : [],
      kind === "contact.created" ? (textOf(payload.contact_id) ?? []) : [],
    );

/** The run whose step caused what happened; null: none did. */
function causeOf(db: OrganizationDatabase, { kind, payload }: Happened): Pick<Run, "id" | "depth"> | null {
  const changes = changesOf(kind, payload);
  if (changes.length === 0) return null;
  return (
    db
      .select({ id: workflowRuns.id, depth: workflowRuns.depth })
      .from(workflowSteps)
      .innerJoin(workflowRuns, eq(workflowRuns.id, workflowSteps.run_id))
      .where(inArray(workflowSteps.touched, changes))
      .orderBy(sql`${workflowSteps.seq} desc`)
      .limit(1)
      .get() ?? null
  );
}

type NewRun = Pick<
  Run,
  "workflow_id" | "version" | "event_id" | "event_kind" | "contact_id" | "phone_number"
> & {
  event: Json;
  depth: number;
  cause_id: string | null;
  mode: RunMode;
  why: string | null;
};

/** Writes a run down and has it begun. The same event again begins none. @returns its id; null: it is known */
export function add(db: OrganizationDatabase, run: NewRun, now: number): string | null {
  const id = newId(now);
  const isHeld = run.why !== null;
  const added = db
    .insert(workflowRuns)
    .values({
      id,
      ...run,
      status: isHeld ? "stopped" : "queued",
      created_at: now,
      updated_at: now,
      ended_at: isHeld ? now : null,
    })
    .onConflictDoNothing()
    .returning({ id: workflowRuns.id })
    .all();
  if (added.length === 0) return null;
  planForgetting(db, now);
  if (!isHeld) ask(db, id, now);
  return id;
}

/** Has the worker begin a run. */
export function ask(db: OrganizationDatabase, run_id: string, now: number): void {
  planWatch(db, now);
  enqueueTask(
    db,
    { id: `workflow_run:${run_id}:${newId(now)}`, kind: "workflow_run", payload: { run_id } },
    now,
  );
}

/** Begins the runs of every workflow that waits for what happened. The same event again begins none. @returns how many are new */
export function hear(db: OrganizationDatabase, happened: Happened): number {
  const { event_id, kind, payload, at, now } = happened;
  const fitting = triggersOf(kind, payload);
  if (fitting.length === 0) return 0;
  const waiting = db
    .select({ id: workflows.id, version: workflows.version })
    .from(workflows)
    .where(
      and(eq(workflows.status, "active"), inArray(workflows.trigger, fitting), lte(workflows.enabled_at, at)),
    )
    .all();
  if (waiting.length === 0) return 0;
  const person = personOf(db, payload);
  const cause = causeOf(db, happened);
  const depth = cause === null ? 0 : cause.depth + 1;
  let begun = 0;
  for (const { id, version } of waiting) {
    const graph = graphOf(db, id, version);
    if (!graph || !holds(graph.trigger.when, factsOf(db, payload, person.contact_id, null))) continue;
    const why = againstLoop(db, id, depth, person, now);
    const run = { workflow_id: id, version, event_id, event_kind: kind, event: payload, ...person };
    if (add(db, { ...run, depth, cause_id: cause?.id ?? null, mode: "live", why }, now) !== null) begun += 1;
  }
  return begun;
}

/**
 * Begins a run of one workflow, if it is on and waits for this trigger.
 * @param salt of the address that was called; another one than the workflow's has ended
 * @returns whether a run is new; null: it is off, or not there
 */
export function hearOne(
  db: OrganizationDatabase,
  workflow_id: string,
  happened: Happened,
  trigger: "webhook" | "schedule",
  salt: string | null = null,
): boolean | null {
  const { event_id, kind, payload, now } = happened;
  const workflow = db
    .select({ version: workflows.version, hook_salt: workflows.hook_salt })
    .from(workflows)
    .where(and(eq(workflows.id, workflow_id), eq(workflows.status, "active"), eq(workflows.trigger, trigger)))
    .get();
  if (trigger === "webhook" && workflow?.hook_salt !== salt) return null;
  const graph = workflow ? graphOf(db, workflow_id, workflow.version) : null;
  if (!workflow || !graph) return null;
  const person = personOf(db, payload);
  if (!holds(graph.trigger.when, factsOf(db, payload, person.contact_id, null))) return false;
  const why = againstLoop(db, workflow_id, 0, person, now);
  const run = {
    workflow_id,
    version: workflow.version,
    event_id,
    event_kind: kind,
    event: payload,
    ...person,
  };
  return add(db, { ...run, depth: 0, cause_id: null, mode: "live", why }, now) !== null;
}

/** Begins a run with an event of before, as a trial. @returns its id; null: there is no such workflow */
export function tryOut(
  db: OrganizationDatabase,
  workflow_id: string,
  { kind, payload, now }: Pick<Happened, "kind" | "payload" | "now">,
  mode: "dry" | "test",
): string | null {
  const workflow = db.select().from(workflows).where(eq(workflows.id, workflow_id)).get();
  if (!workflow) return null;
  const person = personOf(db, payload);
  const { version } = workflow;
  const run = {
    workflow_id,
    version,
    event_id: `${mode}:${newId(now)}`,
    event_kind: kind,
    event: payload,
    ...person,
  };
  return add(db, { ...run, depth: 0, cause_id: null, mode, why: null }, now);
}

/** The name of the platform's instance that walks a run. */
export const instanceOf = ({
  id,
  attempt,
  instance_id,
}: Pick<Run, "id" | "attempt" | "instance_id">): string =>
  instance_id ?? (attempt === 1 ? id : `${id}-${attempt}`);

const find = (db: OrganizationDatabase, id: string): Run | null =>
  db.select().from(workflowRuns).where(eq(workflowRuns.id, id)).get() ?? null;

const atWork = (db: OrganizationDatabase): number =>
  db.get<{ n: number }>(sql`select count(*) as n from workflow_runs where status = 'running'`)?.n ?? 0;

const monthOf = (now: number): string => new Date(now).toISOString().slice(0, 7);

/** Counts a run against the plan's month. @returns whether it has room */
function counted(db: OrganizationDatabase, most: number, now: number): boolean {
  const month = monthOf(now);
  const known = db.select().from(workflowMonths).where(eq(workflowMonths.month, month)).get();
  if ((known?.runs ?? 0) >= most) return false;
  db.insert(workflowMonths)
    .values({ month, runs: 1 })
    .onConflictDoUpdate({ target: workflowMonths.month, set: { runs: sql`${workflowMonths.runs} + 1` } })
    .run();
  return true;
}

/** How many runs began this month. */
export const usedRuns = (db: OrganizationDatabase, now: number): number =>
  db
    .select()
    .from(workflowMonths)
    .where(eq(workflowMonths.month, monthOf(now)))
    .get()?.runs ?? 0;

export type Launch = { go: boolean; attempt: number; instance_id: string };
const noLaunch: Launch = { go: false, attempt: 0, instance_id: "" };

/**
 * Takes a run that was asked to begin. One that finds no free place stays queued, and the end of another asks for it
 * again; a run beyond the plan's month is kept, and can be begun later.
 */
export function launch(
  db: OrganizationDatabase,
  run_id: string,
  limits: { month: number; atOnce: number },
  now: number,
): Launch {
  const run = find(db, run_id);
  // Repeated: the platform refuses a second one of the same name.
  if (run?.status === "running" && run.started_at !== null)
    return { go: true, attempt: run.attempt, instance_id: instanceOf(run) };
  if (run?.status !== "queued" || atWork(db) >= limits.atOnce) return noLaunch;
  const against = againstLaunch(db, run, now);
  if (against !== null) {
    holdBack(db, run_id, against, now);
    askNext(db, now);
    return noLaunch;
  }
  const isCounted = run.mode === "dry" || counted(db, limits.month, now);
  if (!isCounted) {
    const why = `Your plan’s ${limits.month} runs of this month are used up.`;
    // So is every other that waits for its beginning: none of them is left behind in the queue.
    db.update(workflowRuns)
      .set({ status: "limited", why, ended_at: now, updated_at: now })
      .where(and(eq(workflowRuns.status, "queued"), ne(workflowRuns.mode, "dry")))
      .run();
    askNext(db, now);
    return noLaunch;
  }
  db.update(workflowRuns)
    .set({ status: "running", started_at: run.started_at ?? now, updated_at: now })
    .where(eq(workflowRuns.id, run_id))
    .run();
  return { go: true, attempt: run.attempt, instance_id: instanceOf(run) };
}

/** Has queued runs begun, now that a place is free. */
function askNext(db: OrganizationDatabase, now: number): void {
  const next = db
    .select({ id: workflowRuns.id })
    .from(workflowRuns)
    .where(eq(workflowRuns.status, "queued"))
    .orderBy(workflowRuns.id)
    .limit(2)
    .all();
  for (const { id } of next) ask(db, id, now);
}

/** What a run walks through; null: it is not to go on. */
export function job(db: OrganizationDatabase, run_id: string, attempt: number): RunJob | null {
  const run = find(db, run_id);
  if (!run || run.attempt !== attempt || run.ended_at !== null) return null;
  const graph = graphOf(db, run.workflow_id, run.version);
  return graph && { graph, from: run.from_step ?? graph.start, mode: run.mode };
}

export type Ending = {
  run_id: string;
  attempt: number;
  status: "done" | "failed" | "stopped";
  why: string | null;
};

/** Ends a run, once. */
export function finish(
  db: OrganizationDatabase,
  { run_id, attempt, status, why }: Ending,
  now: number,
): void {
  const ended = db
    .update(workflowRuns)
    .set({ status, why, ended_at: now, updated_at: now })
    .where(
      and(
        eq(workflowRuns.id, run_id),
        eq(workflowRuns.attempt, attempt),
        inArray(workflowRuns.status, ["running", "waiting"]),
      ),
    )
    .returning({ id: workflowRuns.id })
    .all();
  if (ended.length > 0) askNext(db, now);
}

/** Notes that a run sleeps, also between two tries of a step, or that it is awake again. A sleeping one leaves its place to others. */
export function setAwake(db: OrganizationDatabase, run_id: string, isAwake: boolean, now: number): void {
  db.update(workflowRuns)
    .set({ status: isAwake ? "running" : "waiting", updated_at: now })
    .where(and(eq(workflowRuns.id, run_id), inArray(workflowRuns.status, ["running", "waiting"])))
    .run();
  if (!isAwake) askNext(db, now);
}
