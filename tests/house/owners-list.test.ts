/** What the owner asked for is there, and whatever was added beside it is named with its reason. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const manifest: {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
} = JSON.parse(read("package.json"));
const packages = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };

/** `oslo` and `@cloudflare/vitest-pool-workers` go by their successors' names (docs/decisions/001-successors-packages.md); `stripe` comes back with the page for payments, which needs it. */
const ownersPackages = [
  "react",
  "react-dom",
  "react-router",
  "@react-router/cloudflare",
  "@react-router/dev",
  "wrangler",
  "drizzle-orm",
  "@cloudflare/workers-types",
  "arctic",
  "@oslojs/encoding",
  "zod",
  "vitest",
  "@cloudflare/vitest-plugin",
  "playwright",
];
const ownersTopLevel = [
  "package.json",
  "wrangler.toml",
  "react-router.config.ts",
  "tsconfig.json",
  "app",
  "workers",
  "drizzle",
  "public",
  "tests",
];

test.each(ownersPackages)("package.json has %s", (name) => {
  expect(packages).toHaveProperty([name]);
});

test.each(ownersTopLevel)("the top level has %s", (name) => {
  expect(existsSync(join(root, name))).toBe(true);
});

/** The rows of the tables of a page: what its first cell names, and the cell that gives the reason. */
function reasonsIn(page: string): Map<string, string> {
  const rows = read(page)
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  return new Map(
    rows.flatMap(([, names = "", reason = ""]) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]): [string, string] => [name, reason]),
    ),
  );
}

/** A reason is words of its own, not the name again. */
const lacksReason = (reasons: Map<string, string>) => (name: string) =>
  (reasons.get(name) ?? "")
    .replaceAll(/`[^`]*`|\([^)]*\)/g, "")
    .split(/\s+/)
    .filter((word) => /\p{L}{2,}/u.test(word)).length < 3;

test("every package that was added stands in a table with its reason", () => {
  const added = Object.keys(packages).filter((name) => !ownersPackages.includes(name));
  expect(added.filter(lacksReason(reasonsIn("docs/dependencies.md")))).toEqual([]);
});

test("every package is named in the docs", () => {
  const reasons = reasonsIn("docs/dependencies.md");
  expect(Object.keys(packages).filter((name) => !reasons.has(name))).toEqual([]);
});

test("the docs name no package that is gone", () => {
  expect([...reasonsIn("docs/dependencies.md").keys()].filter((name) => !(name in packages))).toEqual([]);
});

test("everything else at the top level stands in a table with its reason", () => {
  const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter(Boolean);
  const top = [...new Set(tracked.map((path) => path.split("/")[0] ?? ""))].filter(
    (name) => !ownersTopLevel.includes(name),
  );
  expect(top.filter(lacksReason(reasonsIn("docs/contributing.md")))).toEqual([]);
});

test.each([
  ["a bare mention", "| `left-pad` | |"],
  ["its name again", "| `left-pad` | `left-pad` |"],
  ["one word", "| `left-pad` | padding |"],
])("%s is no reason", (_, row) => {
  const reason = row.split("|")[2]?.trim() ?? "";
  expect(lacksReason(new Map([["left-pad", reason]]))("left-pad")).toBe(true);
});

test("versions are exact, so that tomorrow installs what was tried today", () => {
  expect(Object.entries(packages).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});
