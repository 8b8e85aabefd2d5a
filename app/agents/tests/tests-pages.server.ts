/** /agents/:agentId/tests and one test's page: what they show, and the answers of their forms. */
import { data, redirect } from "react-router";
import { waitWords } from "#app/limits/wait-words.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import type { Context } from "#app/platform/context.ts";
import { missing } from "#app/platform/errors.ts";
import { ago } from "#app/platform/format.ts";
import { newId } from "#app/platform/id.ts";
import { localDate } from "#app/platform/zoned-time.ts";
import type { AgentTest, KeptTest, LastPlay } from "./agent-tests.schema.ts";
import { brainsOf, playing } from "./playing.server.ts";
import { type TestValues, testOf, valuesOf } from "./test-form.ts";
import { mostTests, type TestBrain, testBrains } from "./test-terms.schema.ts";
import { deleteTest, playTests, saveTest } from "./test-verbs.server.ts";

const missingAgent = () => missing("agent", { to: "/agents", label: "Agents" });
const missingTest = (agent: string) => missing("test", { to: `/agents/${agent}/tests`, label: "Tests" });
const isPlaying = "These tests are running already. Wait until they are done.";
const isFull = `An agent can have up to ${mostTests} tests. Delete one first.`;

async function openAgent(context: Context, id: string) {
  // Tests made from calls hold callers' own words: those who write agents may read who called.
  const member = permitted(context, "agents.write");
  const agent = await member.store.agents.find(id);
  if (!agent) throw missingAgent();
  return { member, agent };
}

type Place = { timeZone: string; locale: string };

/** @param version the draft's, as it is now */
const playShown = (play: LastPlay | null, version: number, place: Place) =>
  play && {
    verdict: play.played.verdict,
    when: ago(play.at, Date.now(), place),
    isOfDraft: play.agent_version === version,
    played: play.played,
  };

const rowOf = ({ id, test, call_id, last }: KeptTest, place: Place) => ({
  id,
  name: test.name,
  lines: test.turns.length,
  isFromCall: call_id !== null,
  built_in: last.built_in && {
    verdict: last.built_in.played.verdict,
    when: ago(last.built_in.at, Date.now(), place),
  },
  model: last.model && { verdict: last.model.played.verdict, when: ago(last.model.at, Date.now(), place) },
});

export async function testsPage(context: Context, agentId: string) {
  const { member, agent } = await openAgent(context, agentId);
  const tests = await member.store.agentTests.list(agentId);
  const { timeZone, locale } = member.organization;
  return {
    agent: { id: agent.id, name: agent.spec.name },
    brains: brainsOf(agent.spec),
    tests: tests.map((test) => rowOf(test, { timeZone, locale })),
    isFull: tests.length >= mostTests,
  };
}

/** Plays one or all. */
export async function answerTests(request: Request, context: Context, agentId: string) {
  permitted(context, "agents.write");
  const posted = await readForm(request, context);
  const { member } = await openAgent(context, agentId);
  const chosen = posted.get("test");
  const input = playTests.input.safeParse({ agent_id: agentId, id: chosen === null ? null : String(chosen) });
  if (!input.success || posted.get("do") !== "play") return data({ refusal: "Choose a test." }, 400);
  const played = await playTests(member, input.data, {
    db: depsOf(context).db,
    play: context.get(playing),
  });
  if (played.ok && played.unplayed > 0)
    return data(
      { refusal: `${played.unplayed} model runs didn't fit in a minute. Run those tests by themselves.` },
      200,
    );
  if (played.ok)
    return redirect(chosen === null ? `/agents/${agentId}/tests` : `/agents/${agentId}/tests/${chosen}`);
  if (played.reason === "too_often") return data({ refusal: waitWords(played.retryAfter) }, 429);
  if (played.reason === "playing") return data({ refusal: isPlaying }, 409);
  throw missingAgent();
}

/** A test that does not exist yet: of a call today at ten. */
const newValues = (now: number, { timeZone }: Place): TestValues => ({
  now: `${localDate(now, timeZone)}T10:00`,
});

/** The agent's fields, and those that the test expects although the agent no longer has them. */
function fieldsShown(fields: readonly { id: string; label: string }[], test: AgentTest | undefined) {
  const known = fields.map(({ id, label }) => ({ id, label }));
  const gone = (test?.expect ?? []).flatMap((one) =>
    "field" in one && !known.some(({ id }) => id === one.field) ? [one.field] : [],
  );
  return [...known, ...[...new Set(gone)].map((id) => ({ id, label: id }))];
}

export async function testPage(context: Context, agentId: string, id: string) {
  const { member, agent } = await openAgent(context, agentId);
  const isNew = id === "new";
  const kept = isNew ? null : await member.store.agentTests.find(agentId, id);
  if (!(isNew || kept)) throw missingTest(agentId);
  const { timeZone, locale } = member.organization;
  const place = { timeZone, locale };
  const brains = brainsOf(agent.spec);
  const columns = testBrains
    .filter((brain) => brains.includes(brain) || kept?.last[brain])
    .map((brain): { brain: TestBrain; play: ReturnType<typeof playShown> } => ({
      brain,
      play: kept ? playShown(kept.last[brain], agent.version, place) : null,
    }));
  return {
    id,
    agent: { id: agent.id, name: agent.spec.name, version: agent.version },
    name: kept?.test.name ?? null,
    call: kept?.call_id ?? null,
    fields: fieldsShown(agent.spec.fields, kept?.test),
    values: kept ? valuesOf(kept.test) : newValues(Date.now(), place),
    columns: kept ? columns : [],
  };
}

/** Saves, shows more lines, or deletes. */
export async function answerTest(request: Request, context: Context, agentId: string, id: string) {
  permitted(context, "agents.write");
  const posted = await readForm(request, context);
  const { member } = await openAgent(context, agentId);
  const isNew = id === "new";
  if (!isNew && !(await member.store.agentTests.find(agentId, id))) throw missingTest(agentId);
  const values: TestValues = {};
  for (const [name, value] of posted)
    if (typeof value === "string") values[name] = value.replaceAll("\r\n", "\n");
  if (values.do === "delete") {
    const deleted = await deleteTest(member, { agent_id: agentId, id });
    if (!deleted.ok) throw missingTest(agentId);
    return redirect(`/agents/${agentId}/tests`);
  }
  const answer = (errors: string[], status: number) => data({ values, errors }, status);
  if (values.do === "more") return answer([], 200);
  const input = saveTest.input.safeParse({
    agent_id: agentId,
    id: isNew ? newId() : id,
    test: testOf(values),
  });
  if (!input.success) return answer(wrongIn(input.error.issues), 422);
  const saved = await saveTest(member, input.data);
  if (!saved.ok && saved.reason === "full") return answer([isFull], 409);
  if (!saved.ok) throw missingAgent();
  return redirect(`/agents/${agentId}/tests/${input.data.id}`);
}

const wrongParts: Readonly<Record<string, string>> = {
  name: "Give the test a name of up to 80 characters.",
  now: "Enter the day and time of the call.",
  from: "Enter the caller's number with its country code, like +12125550142, or leave it empty.",
  appointments: "Write each appointment like “2026-12-03 10:00, 30, Cleaning, Dana Reyes”.",
};

/** What is wrong with a test, in words, once each. */
function wrongIn(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly code: string }[],
): string[] {
  const words = issues.map(({ path: [, part, place], code }) => {
    if (part === "turns" && typeof place !== "number")
      return code === "too_small"
        ? "Enter at least one line of the caller."
        : "A test can have up to 30 lines.";
    if (part === "turns" && typeof place === "number")
      return `Line ${place + 1} of the caller can't be read.`;
    if (part === "expect" && typeof place === "number") return "We don't know one of the expectations.";
    return wrongParts[String(part)] ?? "An expectation belongs to a line that isn't there.";
  });
  return [...new Set(words)];
}
