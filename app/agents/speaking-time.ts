/** How long it takes to say a text. */

/** A calm telephone voice with pauses: about 170 words a minute. */
const charactersPerSecond = 17;

/** Seconds, to one decimal, that a voice needs for a text; an estimate from its length. */
export function secondsToSay(text: string): number {
  const said = text.trim().replace(/\s+/g, " ");
  return Math.round((said.length / charactersPerSecond) * 10) / 10;
}
