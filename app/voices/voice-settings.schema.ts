/** What an organization has chosen about voices, and how it says words. */
import { z } from "zod";
import { oneLine } from "#app/platform/one-line.ts";
import { voice } from "./voice.schema.ts";

/** How many words may have a pronunciation, and how many voices may be favorites. */
export const mostWords = 200;
export const mostFavorites = 100;

/** One word, in letters and digits; apostrophes, hyphens, dots and "&" may stand inside it. */
const oneWord = /^[\p{L}\p{M}\p{N}]+(?:['’&.-][\p{L}\p{M}\p{N}]+)*$/u;
/** Letters and simple punctuation: nothing that a carrier would read as markup. */
const sayable = /^[\p{L}\p{M}\p{N} .,'’-]+$/u;

export const pronunciation = z.object({
  word: oneLine(40, "Enter the word")
    .refine((word) => word === "" || !/\s/u.test(word), "Enter one word, without spaces")
    .refine(
      (word) => word === "" || /\s/u.test(word) || oneWord.test(word),
      "Use letters and digits, such as Nguyen or O'Hara",
    ),
  said: oneLine(80, "Enter how it's said").refine(
    (said) => said === "" || (sayable.test(said) && /[\p{L}\p{N}]/u.test(said)),
    "Write it the way it sounds, in letters",
  ),
});
export type Pronunciation = z.infer<typeof pronunciation>;

/** A pronunciation as it was stored: it was checked when it was added. */
export const storedPronunciation = z.object({ word: z.string(), said: z.string() });

export const voiceSettings = z.object({
  /** Keys of voices, in the order in which they were chosen. */
  favorites: z.array(z.string()).default([]),
  /** The voice of new agents; null: the product's. */
  default_voice: voice.nullable().default(null),
  /** Used when an agent's voice cannot be; null: the first one of the agent's language. */
  fallback_voice: voice.nullable().default(null),
  pronunciations: z.array(storedPronunciation).default([]),
});
export type VoiceSettings = z.infer<typeof voiceSettings>;
