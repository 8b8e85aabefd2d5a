/** Plays tests: the brains are in `workers/`, above every room, so the front door passes its function in. */
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { alsoClosed } from "#app/hours/opening-hours.ts";
import type { Actor } from "#app/membership/actor.ts";
import { second_ms } from "#app/platform/durations.ts";
import type { Json } from "#app/platform/json.ts";
import { createContext } from "#app/platform/request-context.ts";
import type { TransferTarget } from "#app/telephony/transfers/transfer.schema.ts";
import type { AgentTest, PlayedTest } from "./agent-tests.schema.ts";
import type { TestBrain } from "./test-terms.schema.ts";

/** How long one test, and all that are played together, may take. The built-in brain needs milliseconds. */
const longestTest_ms = 30 * second_ms;
const longestPlay_ms = 60 * second_ms;
/** Tests that models answer at the same time. */
const atOnce = 4;
const passagesFound = 3;

export type TestPlace = {
  spec: AgentSpec;
  brain: TestBrain;
  organization: {
    id: string;
    name: string;
    time_zone: string;
    country: string;
    address: string | null;
    phone_number: null;
  };
  search: ((question: string) => Promise<Json[]>) | null;
  /** Whom the agent may put callers through to. */
  targets: TransferTarget[];
  /** The play stops after so many ms. */
  limit_ms: number;
};

/** Plays one test in a world of its own and writes nothing. */
export type PlayTest = (test: AgentTest, place: TestPlace) => Promise<PlayedTest>;

export const playing = createContext<PlayTest>();

type Workplace = {
  readonly store: Pick<Actor["store"], "agentTests" | "settings" | "knowledge" | "reach">;
  readonly organization: Pick<
    Actor["organization"],
    "id" | "name" | "timeZone" | "country" | "address" | "tier" | "status"
  >;
};

export type Run = { id: string; brain: TestBrain; played: PlayedTest };
type Numbered = { id: string; test: AgentTest };

/** Plays tests with a spec, by these brains. Models for which no time is left are not asked. */
export async function playAll(
  { store, organization }: Workplace,
  {
    agent_id,
    spec,
    tests,
    brains,
  }: { agent_id: string; spec: AgentSpec; tests: Numbered[]; brains: TestBrain[] },
  play: PlayTest,
): Promise<Run[]> {
  const began = Date.now();
  const { tier, status } = organization;
  const asked = { country: organization.country, tier, subscription_status: status, now: began };
  const [closed, hasKnowledge, targets] = await Promise.all([
    store.settings.closedDays(),
    store.knowledge.isUsedBy(agent_id),
    store.reach.reachable({ agent: spec, ...asked }),
  ]);
  const dates = closed.map(({ date }) => date);
  const { id, name, timeZone, country, address } = organization;
  const one = async ({ id: test_id, test }: Numbered, brain: TestBrain, limit_ms: number): Promise<Run> => {
    const hours = alsoClosed(spec.hours, dates, Date.parse(`${test.now.slice(0, 10)}T00:00:00Z`));
    const played = await play(test, {
      spec: { ...spec, hours },
      brain,
      organization: { id, name, time_zone: timeZone, country, address, phone_number: null },
      search: hasKnowledge
        ? (question) => store.knowledge.search({ question, agent_id, limit: passagesFound })
        : null,
      targets,
      limit_ms,
    });
    return { id: test_id, brain, played };
  };
  const runs: Run[] = [];
  if (brains.includes("built_in"))
    for (const test of tests) runs.push(await one(test, "built_in", longestTest_ms));
  if (!brains.includes("model")) return runs;
  const waiting = [...tests];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const left_ms = longestPlay_ms - (Date.now() - began);
      if (left_ms <= 0) return;
      runs.push(await one(next, "model", Math.min(left_ms, longestTest_ms)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return runs;
}

/** The brains that a spec can be played with. */
export const brainsOf = ({ model }: Pick<AgentSpec, "model">): TestBrain[] =>
  (model?.chain.length ?? 0) > 0 ? ["built_in", "model"] : ["built_in"];

export type TestsRun = {
  /** Tests that came to a verdict. */
  total: number;
  failed: { id: string; name: string }[];
  /** Tests that a model could not be reached for, or that took too long: neither passed nor failed. */
  without_verdict: { id: string; name: string }[];
};

/**
 * Plays all tests of an agent with a spec that is about to answer callers, by the brain that would answer them. Keeps
 * nothing: what it finds is about that spec.
 */
export async function runTestsFor(
  workplace: Workplace,
  { agent_id, spec }: { agent_id: string; spec: AgentSpec },
  play: PlayTest,
): Promise<TestsRun> {
  const kept = await workplace.store.agentTests.list(agent_id);
  const tests = kept.map(({ id, test }) => ({ id, test }));
  const brain = brainsOf(spec).at(-1) ?? "built_in";
  const runs = await playAll(workplace, { agent_id, spec, tests, brains: [brain] }, play);
  const verdictOf = ({ id }: Numbered) => runs.find((run) => run.id === id)?.played.verdict ?? "stopped";
  const named = (some: Numbered[]) => some.map(({ id, test }) => ({ id, name: test.name }));
  const failed = tests.filter((one) => verdictOf(one) === "failed");
  const open = tests.filter((one) => !["passed", "failed"].includes(verdictOf(one)));
  return { total: tests.length - open.length, failed: named(failed), without_verdict: named(open) };
}
