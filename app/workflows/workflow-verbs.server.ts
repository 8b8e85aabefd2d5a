/** What members do with workflows: write, turn on and off, put away, and begin a run anew. */
import { z } from "zod";
import { isHidden } from "#app/branding/hidden-sections.ts";
import { type Actor, authorOf } from "#app/membership/actor.ts";
import { type Verb, verb } from "#app/membership/verb.ts";
import { oneLine } from "#app/platform/one-line.ts";
import type { Needs } from "#app/webhooks/webhook-verbs.server.ts";
import { allFaults } from "./address-faults.server.ts";
import { type Graph, graphSchema } from "./graph.schema.ts";
import { type GraphFault, graphFaults } from "./graph-faults.ts";
import { newSalt } from "./hook-address.server.ts";
import { reachesOut } from "./reach.ts";
import type { WorkflowStatus } from "./workflow.schema.ts";

const about = { permission: "workflows.manage", section: "calls" } as const;

const draft = z.object({
  /** Null: a new one. */
  id: z.uuid().nullable(),
  /** The version that was edited: another one since refuses the save. */
  version: z.int().nullable(),
  name: oneLine(80, "Enter a name"),
  graph: graphSchema,
});

/** Whether the actor may have a workflow reach other systems, or be begun by them: as who sets these up themselves. */
const mayReach = (actor: Actor, graph: Graph): boolean =>
  !reachesOut(graph) || (actor.may("webhooks.manage") && !isHidden(actor.hiddenSections, "integrations"));

type Refused<R extends string> = { ok: false; reason: R };
type Saved =
  | { ok: true; id: string; version: number }
  | Refused<"not_found" | "changed" | "full" | "outside">
  | (Refused<"faulty"> & { faults: GraphFault[] });

/** Writes a workflow down, or adds a version to one. One that is on must be without faults. */
export const saveWorkflow: Verb<typeof draft, [Needs], Saved> = verb(
  { verb: "workflows.save", ...about, input: draft },
  async (actor, input, needs) => {
    const known = input.id === null ? null : await actor.store.workflows.find(input.id);
    if (known?.status === "active" && !mayReach(actor, input.graph)) return { ok: false, reason: "outside" };
    const faults = known?.status === "active" ? await allFaults(needs, input.graph) : [];
    if (faults.length > 0) return { ok: false, reason: "faulty", faults };
    const author = { id: authorOf(actor), name: actor.by.name, now: Date.now() };
    const { graph } = input;
    const settings = { ...graph.trigger.settings, zone: actor.organization.timeZone };
    const saved = await actor.store.workflows.save(
      { ...input, graph: { ...graph, trigger: { ...graph.trigger, settings } } },
      author,
    );
    if (saved.ok) await actor.store.workflowSchedules.plan(saved.id, author.now);
    if (saved.ok)
      await actor.record(input.id === null ? "workflow.created" : "workflow.changed", saved.id, {
        version: saved.version,
      });
    return saved;
  },
);

const choice = z.object({ id: z.uuid() });
type Turned =
  | { ok: true }
  | Refused<"not_found" | "outside">
  | (Refused<"faulty"> & { faults: GraphFault[] });

/** Turns a workflow on: it runs when its trigger happens next. */
export const enableWorkflow: Verb<typeof choice, [Needs], Turned> = verb(
  { verb: "workflows.enable", ...about, input: choice },
  async (actor, { id }, needs) => {
    const known = await actor.store.workflows.find(id);
    if (!known) return { ok: false, reason: "not_found" };
    if (!mayReach(actor, known.graph)) return { ok: false, reason: "outside" };
    const faults = await allFaults(needs, known.graph);
    if (faults.length > 0) return { ok: false, reason: "faulty", faults };
    await actor.store.workflows.setStatus(id, "active", Date.now());
    await actor.store.workflowSchedules.plan(id, Date.now());
    await actor.record("workflow.enabled", id);
    return { ok: true };
  },
);

type Done = { ok: true } | Refused<"not_found">;

/** Turns a workflow off. Its runs that wait or sleep are stopped; a step that is being done ends. */
export const disableWorkflow: Verb<typeof choice, [], Done> = verb(
  { verb: "workflows.disable", ...about, worksUnpaid: true, input: choice },
  (actor, { id }) => turned(actor, id, "draft", "workflow.disabled"),
);

/** Puts a workflow away; its runs stay. */
export const archiveWorkflow: Verb<typeof choice, [], Done> = verb(
  { verb: "workflows.archive", ...about, worksUnpaid: true, input: choice },
  (actor, { id }) => turned(actor, id, "archived", "workflow.archived"),
);

async function turned(actor: Actor, id: string, status: WorkflowStatus, action: string): Promise<Done> {
  if (!(await actor.store.workflows.setStatus(id, status, Date.now())))
    return { ok: false, reason: "not_found" };
  await actor.store.workflowRuns.stopWaiting(id, Date.now());
  await actor.store.workflowSchedules.plan(id, Date.now());
  await actor.record(action, id);
  return { ok: true };
}

/** Gives a workflow another incoming address, and ends the one before. */
export const renewAddress: Verb<typeof choice, [], Done> = verb(
  { verb: "workflows.renew_address", ...about, worksUnpaid: true, input: choice },
  async (actor, { id }) => {
    if (!(await actor.store.workflows.renewAddress(id, newSalt()))) return { ok: false, reason: "not_found" };
    await actor.record("workflow.address_renewed", id);
    return { ok: true };
  },
);

const retrying = z.object({
  run_id: z.uuid(),
  /** Where it begins; null: at the first step. */
  step_id: z.string().max(12).nullable(),
});

/** Begins a run that failed, was stopped or was held back anew, from one of its steps. */
export const retryRun: Verb<typeof retrying, [], Done> = verb(
  { verb: "workflows.retry", ...about, input: retrying },
  async (actor, { run_id, step_id }) => {
    if (!(await actor.store.workflowSteps.retry(run_id, step_id, Date.now())))
      return { ok: false, reason: "not_found" };
    await actor.record("workflow.retried", run_id);
    return { ok: true };
  },
);

type BegunAgain = { ok: true; runs: number; left: number } | Refused<"not_found">;

/** Begins failed runs of a workflow anew, each from the step that failed, the oldest first and so many at a time. */
export const retryFailedRuns: Verb<typeof choice, [], BegunAgain> = verb(
  { verb: "workflows.retry_failed", ...about, input: choice },
  async (actor, { id }) => {
    if (!(await actor.store.workflows.find(id))) return { ok: false, reason: "not_found" };
    const begun = await actor.store.workflowSteps.retryFailed(id, Date.now());
    if (begun.runs > 0) await actor.record("workflow.retried", id, { runs: begun.runs });
    return { ok: true, ...begun };
  },
);

const trying = z.object({
  id: z.uuid(),
  /** Of one of `pastEvents`. */
  event_id: z.string().max(100),
  /** `dry`: nothing is done, and the log says what would be. */
  mode: z.enum(["dry", "test"]),
});

type Tried =
  | { ok: true; run_id: string }
  | Refused<"not_found" | "outside">
  | (Refused<"faulty"> & { faults: GraphFault[] });

/** Runs a workflow with an event of before, whether it is on or off. */
export const tryWorkflow: Verb<typeof trying, [], Tried> = verb(
  { verb: "workflows.try", ...about, input: trying },
  async (actor, { id, event_id, mode }) => {
    const known = await actor.store.workflows.find(id);
    if (!known) return { ok: false, reason: "not_found" };
    const faults = graphFaults(known.graph);
    if (faults.length > 0) return { ok: false, reason: "faulty", faults };
    if (mode === "test" && !mayReach(actor, known.graph)) return { ok: false, reason: "outside" };
    const event = (await actor.store.workflowTrials.pastEvents(known.graph)).find(
      (one) => one.id === event_id,
    );
    if (!event) return { ok: false, reason: "not_found" };
    const { kind, payload } = event;
    const run_id = await actor.store.workflowRuns.tryOut(id, { kind, payload, now: Date.now() }, mode);
    if (run_id === null) return { ok: false, reason: "not_found" };
    await actor.record("workflow.tried", id, { mode });
    return { ok: true, run_id };
  },
);
