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
import * as spanishFigures from "#workers/conversation/spanish/figures.ts";
import * as spanish from "#workers/conversation/spanish/guarding.ts";
import { builtInBrain } from "./built-in-brain.ts";
import { readWish } from "./caller-words.ts";
import { desk } from "./desk.ts";

export type BrainPorts = {
  /** A brain that a language model answers for, unguarded; null where this agent has none. */
  model?: (agent: AgentSpec) => Brain | null;
};

/** Both languages are read in every call: a model may answer in the caller's. */
const readers: GuardReaders = {
  wish: readWish,
  claims: (sentence) => [...readClaims(sentence), ...spanish.claimsIn(sentence)],
  figures: (text) => [...readFigures(text), ...spanishFigures.figuresIn(text)],
  isPrice: (sentence) => pricing.test(sentence) || spanishFigures.isPrice(sentence),
  marks: { capitalized, shortened },
  instead: { "en-US": instead, "es-US": spanish.instead },
};

/** The built-in brain needs no guard: it computes what it says, and a guard falls back on it. */
export function brainFor(agent: AgentSpec, { model }: BrainPorts = {}): Brain {
  const brain = model?.(agent) ?? null;
  return brain ? guarded(brain, desk, readers) : builtInBrain;
}
