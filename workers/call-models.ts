/** The language models of an agent as its brain asks them: over the keys of its organization. */
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import { openKeysOf } from "#app/models/model-keys.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { modelBrain } from "#workers/conversation/brains/model-brain.ts";
import type { Brain } from "#workers/conversation/line/conversation.ts";
import type { UsableModel } from "#workers/conversation/model/model.ts";
import { costOf, modelsFor } from "./models/models-for.ts";

type Clock = {
  /** ms UTC */
  now(): number;
  /** Calls back once after so many ms. @returns a function that cancels it */
  later(ms: number, call: () => void): () => void;
};

/** The brain that models answer for; null for an agent without any. */
export function modelBrainOf(
  { model }: Pick<AgentSpec, "model">,
  organizationId: string,
  env: Env,
  clock: Clock,
): Brain | null {
  const chain = model?.chain ?? [];
  if (chain.length === 0) return null;
  const usable = modelsFor(chain, {
    keys: () => openKeysOf(env, new Database(env.DB, new Timing()), organizationId),
    ai: Reflect.get(env, "AI"),
  });
  const models = usable.map(
    ({ label, ask, model: name, price }): UsableModel => ({
      label,
      ask: (request, signal) => ask({ ...request, model: name }, signal),
      cost: (usage) => (price === null ? 0 : costOf(price, usage)),
    }),
  );
  return modelBrain({ ...clock, models: async () => models });
}

/** Timers of the runtime. */
export const realLater: Clock["later"] = (ms, call) => {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
};
