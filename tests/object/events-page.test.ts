/** The page on events lists every kind with its fields and its subscribers, and nothing else. */
import { expect, test } from "vitest";
import { factShapes } from "#app/object/events.schema.ts";
import { taskShapes } from "#app/object/tasks.schema.ts";
import { subscribers } from "#workers/subscribers.ts";

const [page = ""] = Object.values(
  import.meta.glob<string>("../../docs/events.md", { query: "?raw", import: "default", eager: true }),
);

/** The rows of the table under a heading, as the names in backticks of each of their cells. */
const tableUnder = (heading: string): string[][][] =>
  (page.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => [...cell.matchAll(/`([\w.]+)`/g)].map(([, name = ""]) => name)),
    );

const facts = tableUnder("Facts");

test("every kind of fact is listed with the fields of its shape", () => {
  const shapes = Object.entries(factShapes).map(([kind, { shape }]) => [
    kind,
    Object.keys(shape).filter((field) => field !== "v"),
  ]);
  expect(facts.map(([kind, , fields]) => [kind?.[0], fields])).toEqual(shapes);
});

test("every kind of fact is listed with the subscribers that hear it", () => {
  const heard = Object.keys(factShapes).map((kind) => [
    kind,
    Object.keys(subscribers).filter((name) => Object.hasOwn(subscribers[name] ?? {}, kind)),
  ]);
  expect(facts.map(([kind, , , told]) => [kind?.[0], told])).toEqual(heard);
  expect(tableUnder("Subscribers").map(([name]) => name?.[0])).toEqual(Object.keys(subscribers));
});

test("every task is listed", () => {
  expect(tableUnder("Tasks").map(([kind]) => kind?.[0])).toEqual(Object.keys(taskShapes));
});
