/** Danger to life is heard by what it is, in any task, and what only sounds like it is not. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { read } from "#workers/conversation/read.ts";
import { askedFor, contextOf, rowsOf } from "./reader-context.ts";

const rows = rowsOf(readFileSync(new URL("./dangers.txt", import.meta.url), "utf8"));
const dangers = rows.filter(({ expected }) => expected !== "none");
const harmless = rows.filter(({ expected }) => expected === "none");
const situations = [
  "nothing",
  "appointment",
  "name",
  "phone",
  "text",
  "choice",
  "offer",
  "morning_or_afternoon",
  "confirm",
  "message",
  "yes_no_question",
  "anything_else",
];

/** Words that name a danger outright. */
const outright =
  /breath|swallow|bleed|chest|unconscious|pass(ed|ing)? out|faint|overdos|poison|allergic|stroke|seizure|suicid|kill|chok|emergency|911|ambulance|heart attack|\bgas\b|fire|smoke|gun|knife|respond/i;

/** What is heard in answer to a question, by an agent without emergency words of its own. */
function heard(utterance: string, asked: string): string {
  const { acts } = read(utterance, contextOf(askedFor(asked), { emergency_words: [] }));
  return String(acts.find(({ act }) => act === "emergency")?.value ?? "none");
}

describe("danger to life", () => {
  it("is told in at least 150 ways, at least half of them without a word that names it", () => {
    expect(new Set(dangers.map(({ utterance }) => utterance)).size).toBeGreaterThanOrEqual(150);
    const indirect = dangers.filter(({ utterance }) => !outright.test(utterance));
    expect(indirect.length).toBeGreaterThanOrEqual(dangers.length / 2);
  });

  it("has at least 150 harmless look-alikes", () => {
    expect(new Set(harmless.map(({ utterance }) => utterance)).size).toBeGreaterThanOrEqual(150);
  });

  it.each(rows.map(({ utterance, expected }) => [utterance, expected]))("“%s” is %s", (utterance, expected) => {
    expect(heard(utterance, "nothing")).toBe(expected);
  });

  it.each(situations)("is heard the same in answer to a question for %s", (asked) => {
    const wrong = rows.filter(({ utterance, expected }) => heard(utterance, asked) !== expected);
    expect(wrong).toEqual([]);
  });
});
