/** Walks one run of a workflow as a Cloudflare Workflow: each step is kept when it is done, tried again when it fails, and sleeps survive deployments. */
import { WorkflowEntrypoint, type WorkflowEvent, type WorkflowStep } from "cloudflare:workers";
import { Database } from "#app/platform/d1.server.ts";
import { day_ms, hour_ms, minute_ms, second_ms } from "#app/platform/durations.ts";
import { organizationObject, type Store, storeOf } from "#app/platform/organization-door.ts";
import { sanitize } from "#app/platform/sanitize.ts";
import { Timing } from "#app/platform/server-timing.ts";
import type { Step } from "#app/workflows/graph.schema.ts";
import { mostSteps } from "#app/workflows/graph-terms.schema.ts";
import { perform } from "#app/workflows/perform.server.ts";
import type { RunJob, StepDone } from "#app/workflows/workflow.schema.ts";
import { workflowActor } from "#app/workflows/workflow-actor.server.ts";

export type RunCall = { organization_id: string; run_id: string; attempt: number };

/** Twenty seconds, doubled each time: the twelfth try is the last, most of a day after the first. */
const persistently = {
  retries: { limit: 12, delay: 20 * second_ms, backoff: "exponential" },
  timeout: 2 * minute_ms,
} as const;

const units_ms: Readonly<Record<string, number>> = { minutes: minute_ms, hours: hour_ms, days: day_ms };

type Ended = { status: "done" | "failed" | "stopped"; why: string | null };
const done: Ended = { status: "done", why: null };

/** What the walk needs of a step's result; all of it stands in the log. `way`: of a branch. */
type Took = { ok: boolean; why: string; way: string };

export class WorkflowRun extends WorkflowEntrypoint<Env, RunCall> {
  override async run({ payload }: WorkflowEvent<RunCall>, step: WorkflowStep): Promise<void> {
    const { organization_id, run_id, attempt } = payload;
    const store = storeOf(organizationObject({ id: organization_id, region: null }, this.env));
    const job = await step.do("begin", persistently, () => store.workflowRuns.job(run_id, attempt));
    if (!job) return;
    const ended = await this.#walk(job, payload, store, step);
    await step.do("end", persistently, () =>
      store.workflowRuns.finish({ run_id, attempt, ...ended }, Date.now()),
    );
  }

  async #walk(job: RunJob, call: RunCall, store: Store, step: WorkflowStep): Promise<Ended> {
    const byId = new Map(job.graph.steps.map((one) => [one.id, one]));
    let at = job.from;
    // The check before saving allows no circle: the bound is for a graph that was stored otherwise.
    for (let taken = 0; at !== null && taken < mostSteps; taken += 1) {
      const one = byId.get(at);
      if (!one) return done;
      const result = await this.#step(one, call, step);
      if (result === null)
        return { status: "stopped", why: "The workflow or the organization is not there any more." };
      if (!result.ok && !one.goes_on) return { status: "failed", why: result.why };
      if (one.kind === "stop") return done;
      if (one.kind === "wait" && job.mode === "live") await this.#sleep(one, call, store, step);
      at = one.kind === "branch" && result.way === "else" ? one.otherwise : one.next;
    }
    return done;
  }

  /** Does a step, once. What it throws is tried again for a day, and is then its failure. */
  async #step(one: Step, call: RunCall, step: WorkflowStep): Promise<Took | null> {
    try {
      return await step.do(one.id, persistently, () => this.#try(one, call));
    } catch (error) {
      const why = wordsOf(error);
      return step.do(`${one.id} given up`, persistently, () =>
        this.#keep(one, call, { ok: false, input: {}, why }),
      );
    }
  }

  async #try(one: Step, call: RunCall): Promise<Took | null> {
    const { organization_id, run_id, attempt } = call;
    const store = storeOf(organizationObject({ id: organization_id, region: null }, this.env));
    const at = { run_id, step_id: one.id, attempt };
    const job = await store.workflowSteps.begin(at, Date.now());
    if (!job) return null;
    if (job.done) return tookOf({ ok: true, input: {}, output: job.done.output, touched: null });
    const db = new Database(this.env.DB, new Timing());
    const actor = await workflowActor(this.env, db, organization_id, job.workflow);
    if (!actor) return null;
    try {
      const result = await perform({
        actor,
        deps: { db, env: this.env },
        job,
        key: `${run_id}:${one.id}:${attempt}`,
        meet: (contact_id) => store.workflowSteps.setContact(run_id, contact_id),
      });
      return await this.#keep(one, call, result);
    } catch (error) {
      await store.workflowSteps.note(at, wordsOf(error));
      throw error;
    }
  }

  async #keep(one: Step, { organization_id, run_id, attempt }: RunCall, result: StepDone): Promise<Took> {
    const store = storeOf(organizationObject({ id: organization_id, region: null }, this.env));
    await store.workflowSteps.end({ run_id, step_id: one.id, attempt }, result, Date.now());
    return tookOf(result);
  }

  async #sleep(one: Step, call: RunCall, store: Store, step: WorkflowStep): Promise<void> {
    const { run_id, attempt } = call;
    const until = await step.do(`${one.id} until`, persistently, async () => {
      const [began] = await Promise.all([
        store.workflowSteps.endedAt({ run_id, step_id: one.id, attempt }),
        store.workflowRuns.setAwake(run_id, false, Date.now()),
      ]);
      return (
        (began ?? Date.now()) + Number(one.settings.amount) * (units_ms[one.settings.unit ?? ""] ?? hour_ms)
      );
    });
    await step.sleepUntil(`${one.id} sleeps`, until);
    await step.do(`${one.id} awake`, persistently, () =>
      store.workflowRuns.setAwake(run_id, true, Date.now()),
    );
  }
}

const wordsOf = (error: unknown): string =>
  sanitize(error instanceof Error ? error.message : String(error)).slice(0, 300);

function tookOf(result: StepDone): Took {
  if (!result.ok) return { ok: false, why: result.why, way: "" };
  const { output } = result;
  const isNamed = output !== null && typeof output === "object" && !Array.isArray(output);
  return { ok: true, why: "", way: isNamed && typeof output.way === "string" ? output.way : "" };
}
