/** The waiting times and limits of the turn loop. Durations in ms. */
import { minute_ms, second_ms } from "#app/platform/durations.ts";

/** After this much silence the agent asks whether the caller is there, and after as much again it says goodbye. */
export const silence_ms = 8 * second_ms;
/** Keys that belong together follow each other faster than this. */
export const keys_ms = 1800;
/** How much longer than estimated the last words may take before the session is ended anyway. */
export const lastWords_ms = 3 * second_ms;
/** How long a caller who interrupts the goodbye has to say something. */
export const reopened_ms = 4 * second_ms;
/** A caller who is reported to speak for this long without a word is noise. */
export const noise_ms = minute_ms;
/** An action that takes longer than this is bridged with a word (docs/telephony.md, "Silence and limits"). */
export const filler_ms = 700;
/** A turn that has no words by then is bridged as well, whatever the brain waits for: once a turn. */
export const wordless_ms = 1500;
/** A longer utterance is cut off: no caller says more in one turn. */
export const mostCharacters = 10_000;
export const longestKeys = 64;
/** No caller presses more keys in one call. */
export const mostPressed = 150;
/** What a caller may say in one call; an hour of talk has a quarter of it. Then the call ends with a sentence. */
export const mostSaid = 200_000;
/** What the whole script of a call may hold, so that it is stored as one row (R33). A line counts for more than its words. */
export const mostWritten = 800_000;
export const lineCost = 200;
/** Fallbacks for a brain that does not end a silent or broken call by itself. */
export const mostPrompted = 3;
export const mostSilences = 10;
/** The same for a caller who never said or pressed anything: a silent or misdialled call, or a fax. */
export const mostUnheard = 4;
/** So many utterances without a word in a row are no person. */
export const mostWordless = 8;
export const mostFailures = 3;
/** In one turn: how often actions may lead to further actions, and how many there may be. Then the turn ends with a sentence. */
export const mostRounds = 4;
export const mostActions = 12;
/** The transcript that a brain is given: the latest lines, and together not much longer than this. */
export const mostHeardLines = 200;
export const mostHeardCharacters = 30_000;
