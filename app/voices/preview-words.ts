/** The words around previews of voices. */
import type { Voice } from "./voice.schema.ts";
import { providerWords } from "./voice-words.ts";

/** Characters. */
export const mostSentence = 200;

export const sampleSentence = "Thanks for calling. How can I help you today?";

const providers = ["google", "elevenlabs", "amazon"] as const;

const listed = (some: readonly Voice["provider"][]): string =>
  new Intl.ListFormat("en").format(some.map((one) => providerWords[one]));

/** Whose voice a preview plays, by the providers whose own voices can be played. */
export function previewHint(own: readonly Voice["provider"][]): string {
  if (own.length === 0)
    return "Preview plays it with your browser's nearest voice, so it's only an approximation. Callers hear the voice itself. To hear it here, add a key of its provider under Settings, AI providers.";
  if (own.length === providers.length) return "Preview plays it with the voice itself, as callers hear it.";
  const others = providers.filter((one) => !own.includes(one));
  return `Preview plays the voices of ${listed(own)} themselves, as callers hear them. Those of ${listed(others)} play with your browser's nearest voice, which is only an approximation.`;
}

export const unplayable = "Your browser can't play this preview.";
