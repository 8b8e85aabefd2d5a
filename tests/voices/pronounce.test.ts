/** Words as the dictionary says them, and back again from what a carrier reports. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dictionaryOf, heardAsWritten, playedAsWritten, pronounced } from "#app/voices/pronounce.ts";

const words = dictionaryOf([
  { word: "Nguyen", said: "win" },
  { word: "O'Hara", said: "oh harrah" },
  { word: "Zürich", said: "Zurick" },
  { word: "24", said: "two four" },
]);

test.each([
  ["Dr. Nguyen is in.", "Dr. win is in."],
  ["NGUYEN, nguyen; Nguyen's", "win, win; win's"],
  ["Nguyenville and preNguyen stay", "Nguyenville and preNguyen stay"],
  ["Ask for O'Hara or O’Hara.", "Ask for oh harrah or oh harrah."],
  ["zürich", "Zurick"],
  ["24 of 240", "two four of 240"],
  ["(Nguyen-Smith)", "(win-Smith)"],
  ["", ""],
])("%j is spoken as %j", (written, spoken) => {
  expect(pronounced(written, words)).toBe(spoken);
});

const line = "Dr. Nguyen and Dr. O'Hara are in Zürich today.";
const fresh = [{ text: line, played: "" }];

describe("what was heard until an interruption is in written words", () => {
  test.each([
    ["Dr. win and Dr.", "Dr. Nguyen and Dr."],
    ["Dr. win", "Dr. Nguyen"],
    // Half of a word was heard: it does not count.
    ["Dr. wi", "Dr."],
    ["Dr. win and Dr. oh", "Dr. Nguyen and Dr."],
    ["Dr. win and Dr. oh harrah are in Zurick to", "Dr. Nguyen and Dr. O'Hara are in Zürich to"],
    ["", ""],
    ["something else", "something else"],
  ])("%j", (heard, written) => {
    expect(heardAsWritten(heard, fresh, words)).toBe(written);
  });

  test("in the line that it belongs to", () => {
    const lines = [{ text: "Hello there.", played: "Hello there." }, ...fresh];
    expect(heardAsWritten("Dr. win and", lines, words)).toBe("Dr. Nguyen and");
  });
});

/** The pieces that a carrier reports one after the other, as the loop collects them. */
function collected(text: string, pieces: readonly string[]): string {
  let played = "";
  for (const piece of pieces)
    played = `${played} ${playedAsWritten(piece, [{ text, played }], words)}`.trim();
  return played;
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

test("played pieces are the written words that come next, however they are cut", () => {
  expect(collected(line, ["Dr. win and Dr.", "oh", "harrah are in", "Zurick today."])).toBe(
    "Dr. Nguyen and Dr. O'Hara are in Zürich today.",
  );
});

test("what is left of a word when its line counts as played is no beginning of the next line", () => {
  const lines = [
    { text: "Ask for O'Hara", played: "Ask for O'Hara" },
    { text: "Goodbye now", played: "" },
  ];
  expect(playedAsWritten("harrah", lines, words)).toBe("");
  expect(playedAsWritten("Goodbye", lines, words)).toBe("Goodbye");
});

test("whatever is said and however it is reported, all of it played is all of it written", () => {
  const word = fc.constantFrom(
    "Nguyen",
    "o'hara",
    "Zürich",
    "24",
    "win",
    "the",
    "we're",
    "Two",
    "İstanbul",
    "a-b",
  );
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 4 }),
      (said, at_once) => {
        const text = said.join(" ");
        const spoken = pronounced(text, words).split(" ");
        const pieces: string[] = [];
        for (let at = 0; at < spoken.length; at += at_once)
          pieces.push(spoken.slice(at, at + at_once).join(" "));
        expect(plain(collected(text, pieces))).toBe(plain(text));
        const whole = heardAsWritten(spoken.join(" "), [{ text, played: "" }], words);
        expect(plain(whole)).toBe(plain(text));
      },
    ),
  );
});

test("a dictionary of two hundred words is applied to a long answer", () => {
  const many = dictionaryOf(Array.from({ length: 200 }, (_, n) => ({ word: `word${n}`, said: `said ${n}` })));
  const text = Array.from({ length: 400 }, (_, n) => `word${n}`).join(" ");
  const spoken = pronounced(text, many);
  expect(spoken).toContain("said 199 word200 word201");
  expect(spoken).not.toContain("word199 ");
});
