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

/** `oslo` and `@cloudflare/vitest-pool-workers` go by their successors' names (docs/decisions/001-successors-packages.md). */
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
  "@oslojs/crypto",
  "@oslojs/encoding",
  "stripe",
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

test("every package is named with its reason in the docs", () => {
  const reasons = read("docs/dependencies.md");
  expect(Object.keys(packages).filter((name) => !reasons.includes(`\`${name}\``))).toEqual([]);
});

test("everything else at the top level is named with its reason in the docs", () => {
  const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter(Boolean);
  const top = [...new Set(tracked.map((path) => path.split("/")[0] ?? ""))].filter(
    (name) => !ownersTopLevel.includes(name),
  );
  const reasons = read("docs/contributing.md");
  expect(top.filter((name) => !reasons.includes(`\`${name}\``))).toEqual([]);
});

test("versions are exact, so that tomorrow installs what was tried today", () => {
  expect(Object.entries(packages).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});
