/** The checks that need no database: style, walls, types, dead code, docs, migrations, size of files. Each says what is wrong and how to fix it. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brokenCitations, vagueLines } from "./citations.mjs";
import { ownDurations } from "./durations.mjs";
import { root, run } from "./processes.mjs";
import { brokenLayers, roomsOf, strayTests } from "./room-layers.mjs";
import { missingTests, unlistedRequirements } from "./security-page.mjs";

const tracked = () =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    .filter((name) => name && existsSync(join(root, name)));

const tool = async (...steps) => {
  for (const [command, args, env] of steps) {
    const { code, output } = await run(command, args, { capture: true, env });
    if (code !== 0) return output;
  }
  return null;
};

/** Paths that README and docs cite must exist. */
function citedPaths() {
  const wrong = [];
  for (const page of tracked().filter((name) => name.endsWith(".md"))) {
    const text = readFileSync(join(root, page), "utf8");
    const cited = [
      ...text.matchAll(
        /`((?:app|workers|drizzle|tests|scripts|docs|public|\.ci)\/[\w./-]*\w|[\w-]+\.(?:json|toml|ts|md))`/g,
      ),
      ...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g),
    ];
    for (const [, path] of cited) {
      const candidates = [join(root, path), join(root, page, "..", path)];
      if (!candidates.some(existsSync)) wrong.push(`${page} cites ${path}, which does not exist`);
    }
  }
  return wrong;
}

/** Forward-only and additive: a rebuilt table loses its children on D1 (docs/operating.md). */
export function destructiveStatements(sql) {
  return sql
    .split(/;|--> statement-breakpoint/)
    .map((statement) => statement.trim())
    .filter((statement) =>
      /\bdrop\s+(?:table|column)\b|`?__new_|\brename\s+(?:to|column)\b|\bon delete cascade\b/i.test(
        statement,
      ),
    );
}

function migrations() {
  return ["control", "organization", "call"].flatMap((database) =>
    readdirSync(join(root, "drizzle", database))
      .filter((name) => name.endsWith(".sql"))
      .flatMap((name) =>
        destructiveStatements(readFileSync(join(root, "drizzle", database, name), "utf8")).map(
          (statement) => `drizzle/${database}/${name}: ${statement.slice(0, 120)}`,
        ),
      ),
  );
}

/** A file of more than 300 lines gives the reason in its first line. */
function longFiles() {
  return tracked()
    .filter((name) => /^(?:app|workers|drizzle)\/.*\.(?:ts|tsx)$/.test(name))
    .filter((name) => {
      const lines = readFileSync(join(root, name), "utf8").split("\n");
      return lines.length > 301 && !/\blong because\b/i.test(lines.slice(0, 4).join(" "));
    })
    .map(
      (name) =>
        `${name} has more than 300 lines: which two things is it? (or say "Long because …" in its first line)`,
    );
}

/** Marks of unfinished work. */
function unfinished() {
  const marks =
    /\b(?:TODO|FIXME|XXX|HACK)\b|@ts-ignore|@ts-expect-error|biome-ignore|\b(?:it|test|describe)\.(?:skip|only|todo)\(|waitForTimeout\(/;
  return tracked()
    .filter((name) => /^(?:app|workers|drizzle|tests)\/.*\.(?:ts|tsx)$/.test(name))
    .flatMap((name) =>
      readFileSync(join(root, name), "utf8")
        .split("\n")
        .map((line, i) => (marks.test(line) ? `${name}:${i + 1}: ${line.trim().slice(0, 100)}` : null))
        .filter((line) => line !== null),
    );
}

/** The page on security names a test for each requirement, which must exist. */
function securityPage() {
  const read = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : null);
  const page = read("docs/security.md");
  return page === null
    ? ["docs/security.md is gone"]
    : [...missingTests(page, read), ...unlistedRequirements(page)];
}

const read = (name) => readFileSync(join(root, name), "utf8");

/** Files in which people read words: code, tests and docs, without the module and test that hold bad examples. */
const worded = () =>
  tracked()
    .filter((name) => /^(?:app|workers|drizzle|tests|scripts|docs)\/.*\.(?:tsx?|mjs|md|css)$/.test(name))
    .filter((name) => name !== "scripts/citations.mjs" && name !== "tests/house/citations.test.ts");

/** Rule ids, docs pages and their headings that code, tests and docs cite. */
function citations() {
  const pages = new Map(
    tracked()
      .filter((name) => name.endsWith(".md"))
      .map((name) => [name, read(name)]),
  );
  return worded().flatMap((name) => brokenCitations(name, read(name), pages));
}

/** Comments and docs name who acts. */
const vagueWords = () => worded().flatMap((name) => vagueLines(name, read(name)));

/** Rooms import only rooms below them, and tests are in folders named like rooms. */
function layers() {
  const page = readFileSync(join(root, "docs/contributing.md"), "utf8");
  const names = tracked();
  const sources = names
    .filter((name) => /^(?:app|workers)\/.*\.tsx?$/.test(name))
    .map((name) => [name, readFileSync(join(root, name), "utf8")]);
  const folders = (start) => [
    ...new Set(
      names.flatMap((name) =>
        name.startsWith(start) ? name.slice(start.length).split("/").slice(0, -1).slice(0, 1) : [],
      ),
    ),
  ];
  const rooms = roomsOf(page, "The rooms");
  return [
    ...brokenLayers("app", rooms, sources),
    ...brokenLayers("workers/conversation", roomsOf(page, "The conversation"), sources),
    ...strayTests([...rooms, ...folders("workers/")], folders("tests/")),
  ];
}

/** Lengths of time have one spelling. */
const durations = () =>
  tracked()
    .filter((name) => /^(?:app|workers)\/.*\.tsx?$/.test(name))
    .flatMap((name) => ownDurations(name, readFileSync(join(root, name), "utf8")));

const listed = (wrong) => (wrong.length > 0 ? wrong.join("\n") : null);

/** Every check: its name, and a function that answers null or what is wrong. */
export const checks = [
  ["style and walls", () => tool(["biome", ["check", "--error-on-warnings", "--max-diagnostics=40", "."]])],
  [
    "types",
    () => tool(["wrangler", ["types"]], ["react-router", ["typegen"]], ["tsc", ["--noEmit", "-p", "."]]),
  ],
  ["dead code", () => tool(["knip", ["--no-progress"]])],
  ["expressions of a step a character", () => tool(["node", ["scripts/expressions.mjs", "--check"]])],
  ["rooms in layers", async () => listed(layers())],
  ["lengths of time", async () => listed(durations())],
  ["paths that the docs cite", async () => listed(citedPaths())],
  ["rules and sections that are cited", async () => listed(citations())],
  ["comments that name who acts", async () => listed(vagueWords())],
  ["tests that docs/security.md cites", async () => listed(securityPage())],
  ["migrations are additive", async () => listed(migrations())],
  [
    "the whole schema is that of all migrations",
    () => tool(["node", ["scripts/whole-schema.mjs", "--check"]]),
  ],
  ["files of one thing", async () => listed(longFiles())],
  ["nothing left unfinished", async () => listed(unfinished())],
];

/** Runs every check and prints a line each. @returns the names of those that failed */
export async function runChecks() {
  const failed = [];
  for (const [name, check] of checks) {
    const start = performance.now();
    const wrong = await check();
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    if (wrong === null) console.log(`  ✓ ${name} (${seconds} s)`);
    else {
      failed.push(name);
      console.log(`  ✗ ${name} (${seconds} s)\n${wrong}\n`);
    }
  }
  return failed;
}
