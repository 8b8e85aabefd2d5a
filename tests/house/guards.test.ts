/** No page can forget its guard: what asks for an organization sits under the guard that gives it, and answers client navigations too. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";

const app = resolve(import.meta.dirname, "../../app");
const source = (file: string) => readFileSync(join(app, file), "utf8");

type Leaf = { file: string; above: string[] };
const leaves = (entries: RouteConfigEntry[], above: string[] = []): Leaf[] =>
  entries.flatMap((entry) =>
    entry.children ? leaves(entry.children, [...above, entry.file]) : [{ file: entry.file, above }],
  );

const all = leaves(await routes);
const exportsLoader = (file: string) =>
  /export (?:const loader\b|(?:async )?function loader\b)/.test(source(file));
const isGuard = (file: string) =>
  /export const middleware\b[^;]*=\s*\[[^\]]*\bmembersOnly\b/.test(source(file));
const guards = [...new Set(all.flatMap((leaf) => leaf.above))].filter(isGuard);

test("there is a guard, and pages on both sides of it", () => {
  expect(guards.length).toBeGreaterThan(0);
  expect(all.some((leaf) => leaf.above.some(isGuard))).toBe(true);
  expect(all.some((leaf) => !leaf.above.some(isGuard))).toBe(true);
});

test.each(guards)("the guard %s has a loader, so that it runs on client navigations", (file) => {
  expect(exportsLoader(file)).toBe(true);
});

test.each(all.filter((leaf) => /\b(?:organization|permitted)\(context/.test(source(leaf.file))))(
  "$file asks for an organization and sits under the guard",
  (leaf) => {
    expect(leaf.above.some(isGuard)).toBe(true);
  },
);

test.each(all.filter((leaf) => leaf.above.some(isGuard)))(
  "$file sits under a guard and has a loader or only an action",
  (leaf) => {
    const hasView = /export default\b/.test(source(leaf.file));
    expect(exportsLoader(leaf.file) || !hasView).toBe(true);
  },
);

const house = resolve(app, "..");
const served = ["app", "workers"].flatMap((folder) =>
  readdirSync(join(house, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("sandbox"))
    .map((file) => join(folder, file)),
);
const textOf = (file: string) => readFileSync(join(house, file), "utf8");

test("R24: the database is reached through its counted and bounded door alone", () => {
  expect(served.length).toBeGreaterThan(100);
  const around = served.filter((file) => /(?<!new Database\()(?:\benv|\))\.DB\b/.test(textOf(file)));
  expect(around).toEqual([]);
  const drivers = served.filter((file) => textOf(file).includes('"drizzle-orm/d1"'));
  expect(drivers).toEqual(["app/platform/d1.server.ts"]);
});

test("bodies are read by the one reader that counts them", () => {
  const around = served.filter(
    (file) =>
      file !== "app/platform/body.server.ts" &&
      /\brequest(?:\.clone\(\))?\.(?:formData|json|text|arrayBuffer|bytes|blob)\(/.test(textOf(file)),
  );
  expect(around).toEqual([]);
});
