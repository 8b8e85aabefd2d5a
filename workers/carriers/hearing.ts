/** With what a carrier hears callers, by what they may speak (docs/telephony.md, "Languages"). */

/** The recogniser finds out the language of each utterance by itself. */
export const anyLanguage = "multi";

type Hearing = { speechModel: string; eotThreshold: string | null };

/** Knows many languages, and many at once; a turn ends by silence. */
const general: Hearing = { speechModel: "nova-3-general", eotThreshold: null };

/**
 * The speech model decides when a turn ends; 0.7 is quick and still patient enough for spelling (docs/telephony.md,
 * "Latency"). It knows English only.
 */
const quick: Hearing = { speechModel: "flux", eotThreshold: "0.7" };

export const hearingOf = (language: string, isFollowed: boolean): Hearing =>
  isFollowed || !language.startsWith("en") ? general : quick;
