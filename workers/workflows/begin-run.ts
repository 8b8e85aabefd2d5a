/** Begins runs of workflows: by what happens, and by the task that asks for one. */
import { Database } from "#app/platform/d1.server.ts";
import type { Json } from "#app/platform/json.ts";
import { organizationObject, type Store, storeOf } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { workflowActor } from "#app/workflows/workflow-actor.server.ts";
import { runLimitsOf } from "#app/workflows/workflow-limits.ts";

type Told = { at: number; mark: string; payload: Record<string, Json> };

/** Tells an organization's workflows of a fact. It needs no other mark: a run is written once for a fact. */
export async function tellWorkflows(store: Store, kind: string, { at, mark, payload }: Told): Promise<void> {
  await store.workflowRuns.hear({ event_id: mark, kind, payload, at, now: Date.now() });
}

/** Begins a run that was asked for; asking twice begins one. */
export async function beginRun(env: Env, organization_id: string, run_id: string): Promise<void> {
  const db = new Database(env.DB, new Timing());
  const actor = await workflowActor(env, db, organization_id, { id: run_id, name: "" });
  const store = storeOf(organizationObject({ id: organization_id, region: null }, env));
  if (!actor) {
    await store.workflowRuns.holdBack(
      run_id,
      "The organization was suspended when this run was to begin.",
      Date.now(),
    );
    return;
  }
  if (actor.access === "read_only") {
    await store.workflowRuns.holdBack(run_id, "The plan isn’t paid, so nothing runs by itself.", Date.now());
    return;
  }
  const {
    go,
    attempt,
    instance_id: id,
  } = await store.workflowRuns.launch(run_id, runLimitsOf(actor.organization.tier), Date.now());
  if (!go) return;
  try {
    await env.AUTOMATION.create({ id, params: { organization_id, run_id, attempt } });
  } catch (error) {
    // The task came twice, or an answer was lost: the run is there.
    if (error instanceof Error && /already/i.test(error.message)) return;
    throw error;
  }
}
