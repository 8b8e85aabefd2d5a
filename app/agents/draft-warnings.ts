/** What may be published, and yet is hardly meant: said before it is. Pure. */
import { type ModelProvider, providerNames } from "#app/models/offered-models.ts";
import type { AgentSpec } from "./agents.schema.ts";

/** Letters and words that Spanish greetings have and English ones don't. */
const spanish = /[áéíóúñ¿¡]|\b(?:gracias|hola|buenos|buenas|habla|puedo|ayudar|llamar)\b/i;

/** @param hasKey whether models of a provider can be asked */
export function draftWarnings(
  { model, languages, greeting }: Pick<AgentSpec, "model" | "languages" | "greeting">,
  hasKey: (provider: ModelProvider) => boolean,
): string[] {
  const without = [...new Set((model?.chain ?? []).map(({ provider }) => provider))].filter(
    (provider) => !hasKey(provider),
  );
  const isAlone = without.length > 0 && (model?.chain ?? []).every(({ provider }) => !hasKey(provider));
  const names = without.map((provider) => providerNames[provider]).join(" and ");
  return [
    ...(without.length === 0
      ? []
      : [
          `There is no key for ${names}. ${isAlone ? "The built-in agent answers every call" : "Those models are left out"} until one is added under Settings, AI providers.`,
        ]),
    ...(languages[0] === "es-US" && !spanish.test(greeting)
      ? ["The agent speaks Spanish first, but its greeting looks English. Change it in the editor."]
      : []),
  ];
}
