/** Says, of a row of a table that fails, which rules read its utterance: their patterns, and the files that these stand in. */
import { readdirSync, readFileSync } from "node:fs";
import { sounds } from "#workers/conversation/english/numbers.ts";
import { trace } from "#workers/conversation/words/trace.ts";
import { wordsOf } from "#workers/conversation/words/words.ts";

type Match = { pattern: string; from: number; to: number };

/** Every match of a pattern while something is read, each once, in the order of the words; the longest first. */
function matchesIn(reading: () => unknown): Match[] {
  const found = new Map<string, Match>();
  trace.matched = (pattern, from, to) => found.set(`${from} ${to} ${pattern}`, { pattern, from, to });
  try {
    reading();
  } finally {
    trace.matched = null;
  }
  return [...found.values()].sort((one, two) => one.from - two.from || two.to - one.to);
}

const english = "workers/conversation/english/";
const folder = new URL(`../../${english}`, import.meta.url);

/** "workers/conversation/english/days.ts:42"; more than one where a pattern stands more than once, none where code composes it. */
function placesOf(pattern: string): string[] {
  return readdirSync(folder).flatMap((file) =>
    readFileSync(new URL(file, folder), "utf8")
      .split("\n")
      .flatMap((line, at) =>
        [`"${pattern}"`, `\`${pattern}\``].some((quoted) => line.includes(quoted))
          ? [`${english}${file}:${at + 1}`]
          : [],
      ),
  );
}

/**
 * Which patterns matched in an utterance, a line each, for the message of a failing test.
 * @param reading reads the utterance again
 */
export function readBy(utterance: string, reading: () => unknown): string {
  const words = wordsOf(utterance, sounds);
  const lines = matchesIn(reading).map(({ pattern, from, to }) => {
    const said = words.slice(from, to).map(({ word }) => word);
    const places = placesOf(pattern);
    return `  “${said.join(" ")}” matches "${pattern}" (${places.join(", ") || `composed in ${english}`})`;
  });
  return lines.length === 0
    ? "No pattern matches: a reader of workers/conversation/reading/ reads its words by itself."
    : ["What matches in it:", ...lines].join("\n");
}

/**
 * Runs the check of a row. When it fails, its error says as well which rules read the utterance.
 * @param reading reads the utterance again, only then
 */
export function checked(utterance: string, reading: () => unknown, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (error instanceof Error) error.message += `\n${readBy(utterance, reading)}`;
    throw error;
  }
}
