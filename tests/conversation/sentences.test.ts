/** Words that come in pieces, cut into sentences. */
import { describe, expect, test } from "vitest";
import { capitalized, shortened } from "#workers/conversation/english/sentence-marks.ts";
import { Sentences } from "#workers/conversation/line/sentences.ts";

const marks = { capitalized, shortened };

/** All sentences of a text that comes in pieces of a size. */
function cut(text: string, size: number): string[] {
  const sentences = new Sentences(marks);
  const found: string[] = [];
  for (let at = 0; at < text.length; at += size) found.push(...sentences.add(text.slice(at, at + size)));
  return [...found, ...sentences.rest()];
}

describe.each([1, 3, 7, 1000])("in pieces of %i", (size) => {
  test.each([
    [["Hello.", "How can I help?"]],
    [["A cleaning is $4.50 today.", "Is that all right?"]],
    [["We open at 9 a.m. on weekdays and at 10 a.m. Saturday.", "Shall I book it?"]],
    [["Three p.m. works.", "It is free."]],
    [["It is at 3 p.m.", "Is that okay?"]],
    [["Dr. Lund is in on Tues. the 3rd.", "J. Smith is not."]],
    [["We have: 1. cleaning, 2. whitening and 3. fillings.", "Which one?"]],
    [["1. Cleaning", "2. Whitening"], "1. Cleaning\n2. Whitening"],
    [["Really?!", "Yes!", "Good."]],
    [["Let me see... yes, it is."]],
    [["She said “no.”", "Then she left."]],
    [["It is 4.", "Not 5."]],
    [["We're at 5 Main St. in town.", "Bye."]],
    [["No end"]],
  ])("%j is whole", (sentences: string[], text: string = sentences.join(" ")) => {
    expect(cut(text, size)).toEqual(sentences);
  });
});

test("a sentence is there as soon as its end is certain", () => {
  const sentences = new Sentences(marks);
  expect(sentences.add("Yes! ")).toEqual(["Yes!"]);
  expect(sentences.add("It is free.")).toEqual([]);
  expect(sentences.add(" S")).toEqual(["It is free."]);
});

test("what never ends is cut after a comma, or between words", () => {
  const [first, ...others] = cut(`${"one two, ".repeat(60)}end`, 10);
  expect(first?.length).toBeLessThanOrEqual(280);
  expect(first?.endsWith(",")).toBe(true);
  expect([first, ...others].join(" ")).toBe(`${"one two, ".repeat(60)}end`);
  expect(cut("a".repeat(1000), 10).join("")).toBe("a".repeat(1000));
});
