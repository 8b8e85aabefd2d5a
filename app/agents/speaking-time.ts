/** How long a text takes to be said. */

/** A calm telephone voice, its pauses counted in: about 170 words in a minute. */
const charactersPerSecond = 17;

/** Seconds, to one decimal, that a voice needs for a text; an estimate from its length alone. */
export function secondsToSay(text: string): number {
  const said = text.trim().replace(/\s+/g, " ");
  return Math.round((said.length / charactersPerSecond) * 10) / 10;
}
