/** What /agents/knowledge shows. */

import { isHidden } from "#app/branding/hidden-sections.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { ago } from "#app/platform/format.ts";
import { answerable } from "./answerable.ts";
import type { KnowledgeSource } from "./knowledge.schema.ts";
import { knowledgeLimitsOf } from "./knowledge-limits.ts";
import type { AgentNames, SourceRow } from "./knowledge-view.ts";
import { failureWords, kindWords, sizeOf, stateOf, usedBy, usedWords } from "./knowledge-words.ts";

const doneSentences = {
  added_entry: "Added. It's being read now.",
  added_file: "Added. It's being read now.",
  added_page: "Added. It's being read now.",
  saved: "Saved.",
  refreshed: "It's being read again.",
  deleted: "Deleted. Agents no longer use it.",
  answered: "Answered. Agents know it from the next call on.",
  drafted: "Answered. It's in the agent's draft, and callers hear it once you publish.",
  dismissed: "Dismissed. It won't be listed again.",
  merged: "Counted together from now on.",
};

const questionsShown = 50;
const passagesShown = 40;
const found = 5;

function row(
  source: KnowledgeSource,
  agents: AgentNames,
  now: number,
  place: { timeZone: string; locale: string },
): SourceRow {
  const { id, kind, title, state, passages } = source;
  return {
    id,
    title,
    kind: kindWords[kind],
    state: stateOf(source),
    isRunning: state === "waiting" || state === "reading",
    failure: source.failure === null ? null : failureWords[source.failure],
    size: passages === 0 ? null : sizeOf(source, place.locale),
    usedBy: usedBy(source.agent_ids, agents),
    hasInstructions: source.has_instructions,
    changed: ago(source.updated_at, now, place),
  };
}

/** A question is what a caller said: it may name them. */
const mayReadQuestions = (member: Member): boolean =>
  member.may("calls.read_persons") && !isHidden(member.hiddenSections, "calls");

export async function knowledgePage(request: Request, member: Member) {
  const { store, organization } = member;
  const { searchParams } = new URL(request.url);
  const question = (searchParams.get("q") ?? "").trim().slice(0, 300);
  const chosen = searchParams.get("source") ?? "";
  const asAgent = searchParams.get("agent") ?? "";
  const now = Date.now();
  const [sources, agents, held, questions, read, hits] = await Promise.all([
    store.knowledge.list(),
    store.agents.names(),
    store.knowledge.held(),
    mayReadQuestions(member) ? store.questions.openByQuestion(questionsShown) : [],
    chosen === "" ? null : store.knowledge.read(chosen, passagesShown),
    question === ""
      ? null
      : store.knowledge.search({ question, agent_id: asAgent === "" ? null : asAgent, limit: found }),
  ]);
  return {
    sources: sources.map((source) => row(source, agents, now, organization)),
    used: usedWords(held, knowledgeLimitsOf(organization.tier), organization.locale),
    agents,
    question,
    asAgent,
    found: hits?.map(({ source_id, title, heading, text, share }, place) => ({
      source_id,
      title,
      heading,
      text,
      answers: place === 0 && share >= answerable,
    })),
    questions: questions.map(({ id, agent_id, agent_ids, question: words, times }) => ({
      id,
      agent_id,
      question: words,
      times,
      agents: agent_ids.flatMap((one) => agents.find((agent) => agent.id === one)?.name ?? []),
    })),
    open: read && {
      ...row(read.source, agents, now, organization),
      isEntry: read.source.kind === "entry",
      text: read.source.text,
      address: read.source.address,
      agent_ids: read.source.agent_ids,
      passages: read.passages,
      isShortened: read.source.passages > read.passages.length,
    },
    canWrite: member.may("agents.write"),
    done: doneWords(request.url, doneSentences),
  };
}
