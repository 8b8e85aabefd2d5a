/** How a choice is asked for: by its name, because its options alone do not tell what is meant. */
import { expect, it } from "vitest";
import { questionFor } from "#workers/conversation/english/questions.ts";

const choice = (label: string) => ({
  id: "choice",
  label,
  type: "choice" as const,
  required: true,
  question: "",
  options: ["Blue", "Green"].map((name) => ({ name, synonyms: [] })),
});

it.each([
  ["Favourite colour", "favourite colour"],
  ["When it should start", "when it should start"],
])("every question for “%s” names it and what can be chosen", (label, named) => {
  const questions = questionFor(choice(label), false);
  expect(questions.length).toBeGreaterThan(2);
  for (const question of questions) {
    expect(question).toContain(named);
    expect(question).toMatch(/: blue or green\?$/);
  }
});
