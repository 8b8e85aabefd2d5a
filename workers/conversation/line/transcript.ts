/** The conversation as it was heard, kept in the loop's state: the latest lines, oldest first. */
import type { HeardLine, Scene, World } from "./conversation.ts";
import { mostHeardCharacters, mostHeardLines } from "./loop-limits.ts";
import type { LoopState } from "./loop-state.ts";

/** Adds a line, or gives one that is there other words; without words it goes. Forgets the oldest lines beyond the limits. */
export function keepHeard(transcript: HeardLine[], { seq, who, text }: HeardLine): void {
  const before = transcript.findLastIndex((line) => line.seq < seq) + 1;
  const isThere = transcript[before]?.seq === seq;
  const words = text.trim();
  transcript.splice(before, isThere ? 1 : 0, ...(words === "" ? [] : [{ seq, who, text: words }]));
  let characters = transcript.reduce((sum, line) => sum + line.text.length, 0);
  while (transcript.length > mostHeardLines || (characters > mostHeardCharacters && transcript.length > 1))
    characters -= transcript.shift()?.text.length ?? 0;
}

/**
 * The world with the transcript, which stays current while an answer is under way. Lines that are taken back are
 * absent until their first word is heard.
 */
export function inWorld(
  world: Scene,
  { transcript, talk, language }: LoopState,
  takenBack: readonly number[],
): World {
  const isHidden = (seq: number) =>
    !talk.audible && takenBack.includes(seq) && talk.lines.some((line) => line.seq === seq);
  const heard = () => transcript.filter(({ seq }) => !isHidden(seq));
  return {
    ...world,
    language,
    get transcript() {
      return heard();
    },
  };
}
