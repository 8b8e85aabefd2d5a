/** Models over the keys of an environment, without an organization: for the command line. */
import type { OpenKey } from "#app/models/model-keys.server.ts";
import type { UsableModel } from "#workers/conversation/model/model.ts";
import { type ChosenModel, modelsFor } from "./models-for.ts";
import { costOf } from "./within-budget.ts";

/** The variables that keys are read from, by provider. */
export const keyVariables = {
  openai: { variable: "OPENAI_API_KEY", base: "https://api.openai.com/v1" },
  anthropic: { variable: "ANTHROPIC_API_KEY", base: "https://api.anthropic.com/v1" },
} as const;

/** The models of a chain that the environment has a key for, in their order, asked over the adapters that calls use. */
export function modelsByKeys(
  chain: readonly ChosenModel[],
  environment: Readonly<Record<string, string | undefined>>,
): UsableModel[] {
  const keys = Object.entries(keyVariables).flatMap(([name, { variable, base }]): OpenKey[] => {
    const key = environment[variable];
    const provider = name === "openai" ? "openai" : "anthropic";
    return key ? [{ provider, base, key, payer: "platform" }] : [];
  });
  const reachable = chain.filter(({ provider }) => keys.some((key) => key.provider === provider));
  return modelsFor(reachable, { keys: async () => keys, hold: async () => async () => {} }).map(
    ({ label, ask, model, price, payer }) => ({
      label,
      ask: (request, signal) => ask({ ...request, model }, signal),
      payer,
      cost: (usage) => (price === null ? null : costOf(price, usage)),
    }),
  );
}
