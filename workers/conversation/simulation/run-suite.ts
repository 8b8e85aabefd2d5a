/** Plays the tests of an exported agent file, without a server: for the command line and for continuous integration. */
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { type ReadSetup, readSetup, setupRefusalWords } from "#app/agents/setup-file.ts";
import { differenceWords, turnWords, verdictWords } from "#app/agents/tests/test-words.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { brainFor } from "#workers/conversation/brains/brain-for.ts";
import type { Brain } from "#workers/conversation/line/conversation.ts";
import { playTest } from "./play-test.ts";

export type SuiteRow = {
  agent: string;
  test: string;
  verdict: string;
  /** null: there is no verdict. */
  isGood: boolean | null;
  why: string[];
};

export type Suite = { ok: true; rows: SuiteRow[] } | { ok: false; why: string };

type Place = { time_zone: string; country: string; organization: string };

/** The brain that a model answers for, unguarded; in words why there is none, of an agent that has models. */
export type SuiteModel = (spec: AgentSpec) => Brain | string;

const whyNot = (read: Exclude<ReadSetup, { ok: true }>): string => setupRefusalWords[read.reason];

/** Plays every test of a file's agents, in order, each by the brain that answers callers: its models, where it has some. */
export async function runSuite(
  text: string,
  { time_zone, country, organization }: Place,
  modelOf: SuiteModel,
): Promise<Suite> {
  const read = readSetup(text);
  if (!read.ok) return { ok: false, why: whyNot(read) };
  const { agents, tests = [] } = read.setup;
  const rows: SuiteRow[] = [];
  for (const [place, spec] of agents.entries()) {
    const model = spec.model?.chain.length ? modelOf(spec) : null;
    for (const test of tests[place] ?? []) {
      const row = { agent: spec.name, test: test.name };
      if (typeof model === "string") {
        rows.push({ ...row, verdict: "Not played", isGood: null, why: [model] });
        continue;
      }
      const played = await playTest(test, {
        spec,
        brain: model ? brainFor(spec, { model: () => model }) : brainFor(spec),
        organization: { name: organization, time_zone, country, address: null, phone_number: null },
        search: null,
        ...(model && { expired: new Promise((resolve) => setTimeout(resolve, minute_ms).unref()) }),
      });
      const why = played.differences.map((one) => {
        const words = differenceWords(one);
        return `${turnWords(one.turn)}: expected “${words.expected}”, heard “${words.heard}”`;
      });
      const isJudged = played.verdict === "passed" || played.verdict === "failed";
      rows.push({
        ...row,
        verdict: verdictWords[played.verdict].label,
        isGood: isJudged ? played.verdict === "passed" : null,
        why,
      });
    }
  }
  return rows.length === 0 ? { ok: false, why: "There are no tests in that file." } : { ok: true, rows };
}
