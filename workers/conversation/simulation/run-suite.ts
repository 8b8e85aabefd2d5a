/** Plays the tests of an exported agent file with the built-in brain, without a server: for the command line and for continuous integration. */
import { type ReadSetup, readSetup, setupRefusalWords } from "#app/agents/setup-file.ts";
import { differenceWords, turnWords, verdictWords } from "#app/agents/tests/test-words.ts";
import { brainFor } from "#workers/conversation/brains/brain-for.ts";
import { playTest } from "./play-test.ts";

export type SuiteRow = { agent: string; test: string; verdict: string; isGood: boolean; why: string[] };

export type Suite = { ok: true; rows: SuiteRow[] } | { ok: false; why: string };

type Place = { time_zone: string; country: string; organization: string };

const whyNot = (read: Exclude<ReadSetup, { ok: true }>): string => setupRefusalWords[read.reason];

/** Plays every test of a file's agents, in order. */
export async function runSuite(text: string, { time_zone, country, organization }: Place): Promise<Suite> {
  const read = readSetup(text);
  if (!read.ok) return { ok: false, why: whyNot(read) };
  const { agents, tests = [] } = read.setup;
  const rows: SuiteRow[] = [];
  for (const [place, spec] of agents.entries())
    for (const test of tests[place] ?? []) {
      const played = await playTest(test, {
        spec,
        brain: brainFor(spec),
        organization: { name: organization, time_zone, country, address: null, phone_number: null },
        search: null,
      });
      const why = played.differences.map((one) => {
        const words = differenceWords(one);
        return `${turnWords(one.turn)}: expected “${words.expected}”, heard “${words.heard}”`;
      });
      const { label } = verdictWords[played.verdict];
      rows.push({
        agent: spec.name,
        test: test.name,
        verdict: label,
        isGood: played.verdict === "passed",
        why,
      });
    }
  return rows.length === 0 ? { ok: false, why: "There are no tests in that file." } : { ok: true, rows };
}
