import { expect, test } from "vitest";
import { type LegalBlock, legalBlocks } from "#app/pages/legal-text.ts";

test.each<[string, string, LegalBlock[]]>([
  ["nothing", "", []],
  [
    "a paragraph over two lines",
    "Be kind\nto callers.",
    [{ kind: "paragraph", text: "Be kind to callers." }],
  ],
  [
    "a heading with its text right below",
    "## Your account\nKeep it safe.",
    [
      { kind: "heading", text: "Your account" },
      { kind: "paragraph", text: "Keep it safe." },
    ],
  ],
  ["a list", "- one\n* two", [{ kind: "list", items: ["one", "two"] }]],
  ["a list with a line that is no item", "- one\ntwo", [{ kind: "paragraph", text: "- one two" }]],
  [
    "a heading without words",
    "## \n\n#",
    [
      { kind: "paragraph", text: "##" },
      { kind: "paragraph", text: "#" },
    ],
  ],
  ["markup, as words", "<b>bold</b>", [{ kind: "paragraph", text: "<b>bold</b>" }]],
])("%s", (_, text, blocks) => {
  expect(legalBlocks(text)).toEqual(blocks);
});
