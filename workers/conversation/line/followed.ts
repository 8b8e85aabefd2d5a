/** Which language is spoken, as the caller speaks. */
import type { Language, Scene } from "./conversation.ts";

/**
 * The language after an utterance: a caller who speaks another of the agent's languages is answered in it, if the agent
 * allows that. @param heard the utterance's language; null: it tells none
 */
export const followed = (
  { follows_language, languages }: Scene["agent"],
  spoken: Language,
  heard: Language | null,
): Language => (follows_language && heard !== null && languages.includes(heard) ? heard : spoken);
