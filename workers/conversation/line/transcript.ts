/** The conversation as it was heard, kept in the loop's state: the latest lines, oldest first. */
import type { HeardLine } from "./conversation.ts";
import { mostHeardCharacters, mostHeardLines } from "./loop-limits.ts";

/** Adds a line, or gives one that is there other words; without words it goes. Forgets the oldest lines beyond the limits. */
export function keepHeard(transcript: HeardLine[], { seq, who, text }: HeardLine): void {
  const at = transcript.findIndex((line) => line.seq === seq);
  const words = text.trim();
  if (at !== -1) transcript.splice(at, 1, ...(words === "" ? [] : [{ seq, who, text: words }]));
  else if (words !== "") transcript.push({ seq, who, text: words });
  let characters = transcript.reduce((sum, line) => sum + line.text.length, 0);
  while (transcript.length > mostHeardLines || (characters > mostHeardCharacters && transcript.length > 1))
    characters -= transcript.shift()?.text.length ?? 0;
}
