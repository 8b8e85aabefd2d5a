/** How long a text takes to be said. */

/** Telephone voices say about 15 characters in a second (voice.md section 8.2). */
const charactersPerSecond = 15;
/** The breath after a sentence and after a comma. */
const sentencePause = 0.3;
const commaPause = 0.12;

/** Seconds, to one decimal, that a voice needs for a text; an estimate from its letters and its pauses. */
export function secondsToSay(text: string): number {
  const said = text.trim().replace(/\s+/g, " ");
  const sentences = said.match(/[.!?…]+(?=\s)/g)?.length ?? 0;
  const commas = said.match(/[,;:](?=\s)/g)?.length ?? 0;
  const seconds = said.length / charactersPerSecond + sentences * sentencePause + commas * commaPause;
  return Math.round(seconds * 10) / 10;
}
