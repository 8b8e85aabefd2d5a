/** What is wrong in the editor's lists stays marked at its row while rows come, go and move. */
import { expect, it } from "vitest";
import { keptErrors } from "#app/agents/kept-errors.ts";

const errors = {
  greeting: ["Write what the agent says"],
  fields: ["Ask at least one question"],
  "fields[0].label": ["zero"],
  "fields[1].options[0].name": ["one"],
  "fields[2].label": ["two"],
  "hours.mon[0].from": ["monday"],
};
const rest = { greeting: errors.greeting, "hours.mon[0].from": errors["hours.mon[0].from"] };

it.each([
  [
    "a row at the end moves none",
    { type: "insert", payload: { name: "fields" } },
    { "fields[0].label": ["zero"], "fields[1].options[0].name": ["one"], "fields[2].label": ["two"] },
  ],
  [
    "a row in between moves those after it",
    { type: "insert", payload: { name: "fields", index: 1 } },
    { "fields[0].label": ["zero"], "fields[2].options[0].name": ["one"], "fields[3].label": ["two"] },
  ],
  [
    "a row that goes takes its own along",
    { type: "remove", payload: { name: "fields", index: 1 } },
    { "fields[0].label": ["zero"], "fields[1].label": ["two"] },
  ],
  [
    "a row that moves down",
    { type: "reorder", payload: { name: "fields", from: 0, to: 2 } },
    { "fields[2].label": ["zero"], "fields[0].options[0].name": ["one"], "fields[1].label": ["two"] },
  ],
  [
    "a row that moves up",
    { type: "reorder", payload: { name: "fields", from: 2, to: 0 } },
    { "fields[1].label": ["zero"], "fields[2].options[0].name": ["one"], "fields[0].label": ["two"] },
  ],
] as const)("%s, and other lists keep theirs", (_what, intent, kept) => {
  expect(keptErrors(errors, intent)).toEqual({ ...rest, ...kept });
});

it("a change of one value leaves to conform what it knows of every field", () => {
  const kept = keptErrors(errors, { type: "update", payload: { name: "hours.tue" } });
  expect(Object.keys(kept)).toEqual(Object.keys(errors));
  expect(new Set(Object.values(kept))).toEqual(new Set([null]));
});
