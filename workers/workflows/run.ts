/** Walks one run of a workflow as a Cloudflare Workflow: each step is kept when it is done, tried again when it fails, and sleeps survive deployments. */
import { WorkflowEntrypoint, type WorkflowEvent, type WorkflowStep } from "cloudflare:workers";
import { Database } from "#app/platform/d1.server.ts";
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import { organizationObject, type Store, storeOf } from "#app/platform/organization-door.ts";
import { sanitize } from "#app/platform/sanitize.ts";
import { Timing } from "#app/platform/server-timing.ts";
import type { Step } from "#app/workflows/graph.schema.ts";
import { mostSteps } from "#app/workflows/graph-terms.schema.ts";
import { perform } from "#app/workflows/perform.server.ts";
import { longestWait_ms, waitOf } from "#app/workflows/steps.schema.ts";
import type { RunJob, StepDone } from "#app/workflows/workflow.schema.ts";
import { workflowActor } from "#app/workflows/workflow-actor.server.ts";

export type RunCall = { organization_id: string; run_id: string; attempt: number };

/** Twenty seconds, doubled each time: the twelfth try is the last, most of a day after the first. */
const persistently = {
  retries: { limit: 12, delay: 20 * second_ms, backoff: "exponential" },
  timeout: 2 * minute_ms,
} as const;

/** So often a step that can't be done at an hour waits for another one: some days. */
const mostRounds = 100;

type Ended = { status: "done" | "failed" | "stopped"; why: string | null };
const done: Ended = { status: "done", why: null };

/** What the walk needs of a step's result; all of it stands in the log. `way`: of a branch. `later`: when it is tried again; 0: it is over. */
type Took = { ok: boolean; why: string; way: string; later: number };

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
      if (one.kind === "wait" && job.mode === "live") {
        const why = await this.#sleep(one, call, store, step);
        if (why !== null) return { status: "failed", why };
      }
      at = one.kind === "branch" && result.way === "else" ? one.otherwise : one.next;
    }
    return done;
  }

  /** Does a step, once. What it throws is tried again for a day, and is then its failure; what it puts off is tried then. */
  async #step(one: Step, call: RunCall, step: WorkflowStep): Promise<Took | null> {
    try {
      for (let round = 0; round < mostRounds; round += 1) {
        const name = round === 0 ? one.id : `${one.id} again ${round}`;
        const took = await step.do(name, persistently, () => this.#try(one, call));
        if (took === null || took.later === 0) return took;
        await sleepUntil(step, name, took.later);
      }
      throw new Error("Its time did not come within days");
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
      if (!("later" in result)) return await this.#keep(one, call, result);
      await store.workflowSteps.note(at, result.why, Date.now());
      return { ok: true, why: result.why, way: "", later: result.later };
    } catch (error) {
      await store.workflowSteps.note(at, wordsOf(error), Date.now());
      throw error;
    }
  }

  async #keep(one: Step, { organization_id, run_id, attempt }: RunCall, result: StepDone): Promise<Took> {
    const store = storeOf(organizationObject({ id: organization_id, region: null }, this.env));
    await store.workflowSteps.end({ run_id, step_id: one.id, attempt }, result, Date.now());
    return tookOf(result);
  }

  /** @returns why it can't sleep; null: it slept */
  async #sleep(one: Step, call: RunCall, store: Store, step: WorkflowStep): Promise<string | null> {
    const { run_id, attempt } = call;
    try {
      const until = await step.do(`${one.id} until`, persistently, async () => {
        const [began] = await Promise.all([
          store.workflowSteps.endedAt({ run_id, step_id: one.id, attempt }),
          store.workflowRuns.setAwake(run_id, false, Date.now()),
        ]);
        return (began ?? Date.now()) + Math.min(waitOf(one.settings), longestWait_ms);
      });
      await sleepUntil(step, one.id, until);
      await step.do(`${one.id} awake`, persistently, () =>
        store.workflowRuns.setAwake(run_id, true, Date.now()),
      );
      return null;
    } catch (error) {
      return `The wait broke off: ${wordsOf(error)}`;
    }
  }
}

/** A moment that is over, as when a lost run is taken up later, ends no sleep: the platform throws for it. */
async function sleepUntil(step: WorkflowStep, name: string, at: number): Promise<void> {
  if (at > Date.now()) await step.sleepUntil(`${name} sleeps`, at);
}

const wordsOf = (error: unknown): string =>
  sanitize(error instanceof Error ? error.message : String(error)).slice(0, 300);

function tookOf(result: StepDone): Took {
  if (!result.ok) return { ok: false, why: result.why, way: "", later: 0 };
  const { output } = result;
  const isNamed = output !== null && typeof output === "object" && !Array.isArray(output);
  return { ok: true, why: "", way: isNamed && typeof output.way === "string" ? output.way : "", later: 0 };
}
