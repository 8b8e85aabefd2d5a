/** A failing row of a table names the rules that read it. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { sounds } from "#workers/conversation/english/numbers.ts";
import { read } from "#workers/conversation/reading/read.ts";
import { readDanger } from "#workers/conversation/reading/read-dangers.ts";
import { trace } from "#workers/conversation/words/trace.ts";
import { wordsOf } from "#workers/conversation/words/words.ts";
import { checked, readBy } from "./read-by.ts";
import { askedFor, contextOf } from "./reader-context.ts";

const reading = (utterance: string) => () => read(utterance, contextOf(askedFor("appointment")));

it("names each pattern with the words it matched, and the line where it stands", () => {
  const lines = readBy("the day after tomorrow", reading("the day after tomorrow")).split("\n");
  const [, words, pattern, file, line] =
    /^ {2}“(the day after tomorrow)” matches "([^"]+)" \((workers[^:]+):(\d+)\)$/.exec(lines[1] ?? "") ?? [];
  expect(words).toBe("the day after tomorrow");
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8").split("\n");
  expect(source[Number(line) - 1]).toContain(pattern);
});

it("says so when no pattern matches", () => {
  expect(readBy("xylophone", reading("xylophone"))).toContain("No pattern matches");
});

it("adds this to the error of a row that fails, and nothing else changes", () => {
  const utterance = "tomorrow";
  const failing = () =>
    checked(utterance, reading(utterance), () => {
      expect("2026-11-21").toBe("2026-11-22");
    });
  expect(failing).toThrow(/expected '2026-11-21' to be '2026-11-22'.*“tomorrow” matches "/s);
  expect(trace.matched).toBeNull();
});

it("a row that passes is not read again", () => {
  let readings = 0;
  checked(
    "tomorrow",
    () => readings++,
    () => {},
  );
  expect(readings).toBe(0);
});

it("names the patterns of dangers too", () => {
  const utterance = "he has stopped breathing";
  expect(readBy(utterance, () => readDanger(wordsOf(utterance, sounds)))).toContain("breathing");
});
