/** What a caller wants, as the agent says it back before it is passed on. */
import { expect, it } from "vitest";
import { wantSaid } from "#workers/conversation/english/wants.ts";

it.each([
  ["I need a new roof for my house", "a new roof for your house"],
  ["We're looking for somebody to paint our office", "somebody to paint your office"],
  ["Well, I'd like to have my bathroom done because I think it is old", "your bathroom done"],
  ["A new kitchen", "a new kitchen"],
  ["SEO for us", "SEO for you"],
  ["whitening please", "whitening please"],
  ["what I told your colleague", ""],
  ["one two three four five six seven eight nine ten eleven twelve thirteen", ""],
])("“%s” is said back as “%s”", (words, said) => {
  expect(wantSaid(words)).toBe(said);
});
