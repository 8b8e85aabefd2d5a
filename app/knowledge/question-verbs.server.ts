/** What can be done with a question that no agent could answer: answer it for good, dismiss it, count it with another. */
import { z } from "zod";
import { idFor } from "#app/agents/agent-draft.ts";
import { agentSpec, knowledgeEntry } from "#app/agents/agents.schema.ts";
import { type Actor, authorOf } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { newId } from "#app/platform/id.ts";
import { oneLine } from "#app/platform/one-line.ts";
import { knowledgeLimitsOf } from "./knowledge-limits.ts";
import { sha256Of } from "./sha256.ts";

const id = z.string().min(1).max(100);

export const answer = z.object({
  id,
  answer: oneLine(400, "Enter an answer"),
  /** The agent whose own answers it joins; empty: the knowledge of all agents. */
  agent_id: z.string().max(100).default(""),
});

/** A draft whose only change is the answer. `latest`: the highest version that the agent had. */
type Drafted = { id: string; version: number; latest: number };

type Answered =
  /** `drafted`: to be published; null: there is nothing to publish, or a person left other changes or a trial that stay. */
  | { ok: true; drafted: Drafted | null; isKnown: boolean }
  | { ok: false; reason: "not_found" | "no_agent" | "full" | "known" | "plan_full" | "conflict" };

/** The agent's draft with the answer as its last entry. */
async function teach(actor: Actor, agentId: string, question: string, words: string): Promise<Answered> {
  const agent = await actor.store.agents.find(agentId);
  if (!agent) return { ok: false, reason: "no_agent" };
  const taken = new Set([...agent.spec.fields, ...agent.spec.knowledge].map((one) => one.id));
  const entry = knowledgeEntry.parse({
    id: idFor(undefined, question, taken),
    question: question.slice(0, 160),
    answer: words,
    synonyms: [],
  });
  const spec = agentSpec.safeParse({ ...agent.spec, knowledge: [...agent.spec.knowledge, entry] });
  if (!spec.success) return { ok: false, reason: "full" };
  const saved = await actor.store.agents.update({
    id: agentId,
    version: agent.version,
    spec: spec.data,
    now: Date.now(),
  });
  if (!saved.ok) return { ok: false, reason: "conflict" };
  await actor.record("agent.changed", agentId, { version: saved.version });
  const { live } = agent;
  const isAlone = live !== null && live.trial === null && live.changes.length === 0;
  const drafted = isAlone ? { id: agentId, version: saved.version, latest: live.latest } : null;
  return { ok: true, drafted, isKnown: false };
}

/** An entry of the knowledge that all agents use. */
async function keep(actor: Actor, title: string, text: string): Promise<Answered> {
  const bytes = new TextEncoder().encode(`${title}\n${text}`);
  const added = await actor.store.knowledge.add({
    id: newId(),
    kind: "entry",
    title: title.slice(0, 160),
    text,
    address: null,
    file_name: null,
    file_type: null,
    sha256: await sha256Of(bytes),
    bytes: bytes.length,
    agent_ids: null,
    created_by: authorOf(actor),
    limits: knowledgeLimitsOf(actor.organization.tier),
    now: Date.now(),
  });
  if (!added.ok) return { ok: false, reason: added.reason };
  await actor.record("knowledge.added", added.id, { kind: "entry" });
  return { ok: true, drafted: null, isKnown: true };
}

/**
 * Answers a question for good: the question leaves the list. An answer for all agents is known from the next call on;
 * one agent's own is in its draft, which is published like every other: after its tests.
 */
export const answerQuestion = verb(
  { verb: "questions.answer", permission: "agents.write", section: "agents", input: answer },
  async (actor, { id: questionId, answer: words, agent_id }): Promise<Answered> => {
    const asked = await actor.store.questions.findOpen(questionId);
    if (!asked) return { ok: false, reason: "not_found" };
    const kept =
      agent_id === ""
        ? await keep(actor, asked.question, words)
        : await teach(actor, agent_id, asked.question, words);
    if (!kept.ok && kept.reason !== "known") return kept;
    await actor.store.questions.settle({ id: questionId, as: "answered", now: Date.now() });
    return kept.ok ? kept : { ok: true, drafted: null, isKnown: true };
  },
);

type Found = { ok: true } | { ok: false; reason: "not_found" };

/** Takes a question off the list for good. */
export const dismissQuestion = verb(
  {
    verb: "questions.dismiss",
    permission: "agents.write",
    section: "agents",
    input: z.object({ id }),
  },
  async (actor, { id: questionId }): Promise<Found> => {
    const isKnown = await actor.store.questions.settle({ id: questionId, as: "dismissed", now: Date.now() });
    if (!isKnown) return { ok: false, reason: "not_found" };
    await actor.record("question.dismissed", questionId);
    return { ok: true };
  },
);

/** Counts a question with another that asks the same in other words. */
export const mergeQuestions = verb(
  {
    verb: "questions.merge",
    permission: "agents.write",
    section: "agents",
    input: z.object({ id, into: id }),
  },
  async (actor, { id: questionId, into }): Promise<Found> => {
    if (!(await actor.store.questions.merge({ id: questionId, into })))
      return { ok: false, reason: "not_found" };
    await actor.record("question.merged", questionId, { into });
    return { ok: true };
  },
);
