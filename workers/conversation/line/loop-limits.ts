/** The waiting times and limits of the turn loop. Durations in ms. */

/** After this much silence the agent asks whether the caller is there, and after as much again it says goodbye. */
export const silenceMs = 8000;
/** Keys that belong together follow each other faster than this. */
export const keysMs = 1800;
/** How much longer than estimated the last words may take before the session is ended anyway. */
export const lastWordsMs = 3000;
/** How long a caller who interrupts the goodbye has to say something. */
export const reopenedMs = 4000;
/** A caller who is reported to speak for this long without a word is noise. */
export const noiseMs = 60_000;
/** An action that takes longer than this is bridged with a word (docs/telephony.md, "Silence and limits"). */
export const fillerMs = 700;
/** A longer utterance is cut off: no caller says more in one turn. */
export const mostCharacters = 10_000;
export const longestKeys = 64;
/** Fallbacks for a brain that does not end a silent or broken call by itself. */
export const mostPrompted = 3;
export const mostSilences = 10;
export const mostFailures = 3;
