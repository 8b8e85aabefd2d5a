/** Whole dialogues, one text file each: callers who are cooperative, rushed, vague, chatty, wrong, changing their mind, hard to hear. */
import { expect, it } from "vitest";
import { playDialogue } from "../support/dialogue.ts";

const files = import.meta.glob<string>("./dialogues/*.txt", {
  query: "?raw",
  import: "default",
  eager: true,
});
const dialogues = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));

it("there are at least forty dialogues", () => {
  expect(dialogues.length).toBeGreaterThanOrEqual(40);
});

it.each(
  dialogues.map(([path, script]) => {
    const promise = /^#\s*(.*)/.exec(script)?.[1] ?? path;
    return [promise, script] as const;
  }),
)("%s", (_, script) => {
  expect(playDialogue(script)).toBeNull();
});
