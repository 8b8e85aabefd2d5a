/** Chooses the brain of a call: the only place that does. */
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { instead } from "#workers/conversation/english/claims.ts";
import { pricing } from "#workers/conversation/english/figures.ts";
import { capitalized, shortened } from "#workers/conversation/english/sentence-marks.ts";
import type { Brain } from "#workers/conversation/line/conversation.ts";
import { guarded } from "#workers/conversation/line/guard.ts";
import type { GuardReaders } from "#workers/conversation/line/guard-terms.ts";
import { readClaims } from "#workers/conversation/reading/read-claims.ts";
import { readFigures } from "#workers/conversation/reading/read-figures.ts";
import { readWish } from "#workers/conversation/reading/read-wish.ts";
import * as spanish from "#workers/conversation/spanish/guarding.ts";
import { builtInBrain, builtInDesk } from "./built-in-brain.ts";

export type BrainPorts = {
  /** A brain that a language model answers for, unguarded; null where this agent has none. */
  model?: (agent: AgentSpec) => Brain | null;
};

/** Both languages are read in every call: a model may answer in the caller's. */
const english: GuardReaders = {
  wish: readWish,
  claims: (sentence) => [...readClaims(sentence), ...spanish.claimsIn(sentence)],
  figures: (text) => [...readFigures(text), ...spanish.amountsIn(text)],
  isPrice: (sentence) => pricing.test(sentence) || spanish.amountsIn(sentence).length > 0,
  marks: { capitalized, shortened },
  instead,
};
const inSpanish: GuardReaders = { ...english, instead: spanish.instead };

/** The built-in brain needs no guard: it computes what it says, and a guard falls back on it. */
export function brainFor(agent: AgentSpec, { model }: BrainPorts = {}): Brain {
  const brain = model?.(agent) ?? null;
  return brain
    ? guarded(brain, builtInDesk, agent.languages[0] === "es-US" ? inSpanish : english)
    : builtInBrain;
}
