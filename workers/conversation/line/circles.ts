/** Recognizes a call in which two machines talk in circles. Pure. */
import type { HeardLine } from "./conversation.ts";

/** How many lines of either side are looked at. */
const lookedAt = 12;
/** So often the same is said by the caller, and by the agent before it. */
const mostSame = 5;
const mostSameAnswers = 4;
/** People repeat short answers; a recording repeats long ones, whatever is answered. */
const fewestWords = 3;
const wordsOfRecording = 8;

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

/** How much two lines have in common: 0 to 1. */
function likeness(one: Set<string>, other: Set<string>): number {
  let both = 0;
  for (const word of one) if (other.has(word)) both += 1;
  return both / (one.size + other.size - both || 1);
}

/** How often the last of some lines is said among them, itself included. */
function timesOf(lines: readonly Set<string>[], least: number): number {
  const last = lines.at(-1);
  return last ? lines.filter((line) => likeness(line, last) >= least).length : 0;
}

/** Whether the caller has said the same over and over, and so has the agent; or the caller is a recording. */
export function isInCircles(transcript: readonly HeardLine[]): boolean {
  const said = (who: HeardLine["who"]) =>
    transcript
      .filter((line) => line.who === who)
      .slice(-lookedAt)
      .map(({ text }) => text);
  const heard = said("caller");
  if (heard.length < mostSame) return false;
  const caller = heard.map(wordsOf);
  const size = caller.at(-1)?.size ?? 0;
  if (size >= wordsOfRecording && timesOf(caller, 0.9) >= mostSame) return true;
  return (
    size >= fewestWords &&
    timesOf(caller, 0.75) >= mostSame &&
    timesOf(said("agent").map(wordsOf), 0.75) >= mostSameAnswers
  );
}
