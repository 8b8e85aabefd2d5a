/** Danger to life is heard by what it is, in any task and at any point of a call, and what only sounds like it is not. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { step } from "#workers/conversation/brains/built-in-brain.ts";
import { sounds } from "#workers/conversation/english/numbers.ts";
import { readDanger } from "#workers/conversation/reading/read-dangers.ts";
import { SimulatedLine } from "#workers/conversation/simulation/simulated-line.ts";
import { wordsOf } from "#workers/conversation/words/words.ts";
import { worlds } from "../support/conversation-worlds.ts";
import { checked } from "./read-by.ts";
import { friday, rowsOf } from "./reader-context.ts";

const rows = rowsOf(readFileSync(new URL("./dangers.txt", import.meta.url), "utf8"));
const dangers = rows.filter(({ expected }) => expected !== "none");
const harmless = rows.filter(({ expected }) => expected === "none");

/** Words that name a danger outright. */
const outright =
  /breath|swallow|bleed|chest|unconscious|pass(ed|ing)? out|faint|overdos|poison|allergic|stroke|seizure|suicid|kill|chok|emergency|911|ambulance|heart attack|\bgas\b|fire|smoke|gun|knife|respond/i;

/** Where a call may be: the world, and what the caller said until then. */
const points = {
  "at its beginning": ["clinic", []],
  "with a kind asked": ["practice", ["Monday at nine"]],
  "with a day asked": ["practice", ["a filling please"]],
  "with times on offer": ["clinic", ["Monday after five"]],
  "with a name asked": ["clinic", ["Monday at nine"]],
  "with a number asked": ["practice", ["a filling Monday at nine", "Ida Holm"]],
  "at the confirmation": ["clinic", ["Monday at nine", "Ida Holm"]],
  "after a booking": ["clinic", ["Monday at nine", "Ida Holm", "yes"]],
  "with a message being left": ["answering_service", ["I'd like to leave a message"]],
  "with a lead's wish asked": ["leads", []],
} as const;

/** What an agent says first when a life is in danger. */
const whatToDo = /call nine one one|nine eight eight|animal hospital|emergency vet/;

describe("danger to life", () => {
  it("is told in at least 150 ways, at least half of them without a word that names it", () => {
    expect(new Set(dangers.map(({ utterance }) => utterance)).size).toBeGreaterThanOrEqual(150);
    const indirect = dangers.filter(({ utterance }) => !outright.test(utterance));
    expect(indirect.length).toBeGreaterThanOrEqual(dangers.length / 2);
  });

  it("has at least 150 harmless look-alikes", () => {
    expect(new Set(harmless.map(({ utterance }) => utterance)).size).toBeGreaterThanOrEqual(150);
  });

  it.each(rows.map(({ utterance, expected }) => [utterance, expected]))(
    "“%s” is %s",
    (utterance, expected) => {
      const reading = () => readDanger(wordsOf(utterance, sounds)).kind ?? "none";
      checked(utterance, reading, () => expect(reading()).toBe(expected));
    },
  );
});

describe.each(Object.entries(points))("a call %s", (_, [name, turns]) => {
  const world = worlds[name]();
  const line = new SimulatedLine(world, friday);
  for (const say of turns) line.do({ say });
  const { state } = line;
  const now = friday + line.at_ms;

  it("hears every danger, says first what to do, and neither books nor offers a time", () => {
    for (const { utterance, expected } of dangers) {
      const after = step(state, { type: "said", text: utterance }, world, now);
      const said = after.moves.flatMap((move) => (move.type === "say" ? [move.text] : [])).join(" ");
      expect([utterance, after.state.danger]).toEqual([utterance, expected]);
      expect(said.split("?")[0]).toMatch(whatToDo);
      expect(after.state.asked.what).toMatch(/yes_no|anything_else/);
      expect(after.moves.some((move) => move.type === "do")).toBe(false);
    }
  });

  it("sees no danger in what only sounds like it", () => {
    for (const { utterance } of harmless) {
      const after = step(state, { type: "said", text: utterance }, world, now);
      expect([utterance, after.state.emergency]).toEqual([utterance, false]);
    }
  });
});
