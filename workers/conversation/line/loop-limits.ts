/** How long the turn loop waits for what, and when it stops waiting. Durations in ms. */
import { minute_ms, second_ms } from "#app/platform/durations.ts";

/** Design section 5: so long nobody speaks before the agent asks, and again before it says goodbye. */
export const silence_ms = 8 * second_ms;
/** Keys that belong together follow each other faster than this. */
export const keys_ms = 1800;
/** How much longer than estimated the last words may take before the session is ended regardless. */
export const lastWords_ms = 3 * second_ms;
/** How long a caller who cut into the goodbye has to say what it is. */
export const reopened_ms = 4 * second_ms;
/** A caller who is reported to speak for so long without a word is noise. */
export const noise_ms = minute_ms;
/** Voice.md section 5: an action that takes longer than this is bridged with a word. */
export const filler_ms = 700;
/** An utterance is cut here: no caller says more in one turn. */
export const mostCharacters = 10_000;
export const longestKeys = 64;
/** Fallbacks for a brain that does not end a silent or broken call by itself. */
export const mostPrompted = 3;
export const mostSilences = 10;
export const mostFailures = 3;
