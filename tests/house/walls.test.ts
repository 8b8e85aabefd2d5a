/** The wall between rooms, tried: every forbidden import is refused and every legal one passes. */
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const house = realpathSync(mkdtempSync(join(tmpdir(), "walls-")));
afterAll(() => rmSync(house, { recursive: true }));

const cases = readFileSync(join(import.meta.dirname, "wall-cases.txt"), "utf8")
  .split("\n")
  .map((line) => /^(allow|refuse)\s+(\S+)\s+(\S+)$/.exec(line))
  .filter((match) => match !== null)
  .map(([, verdict = "", file = "", source = ""]) => ({ verdict, file, source }));

/** Plants every import, one a line, and answers `file:line` of those that the linter refuses. */
function refusedImports(): Set<string> {
  for (const config of ["biome.json", "rooms.biome.json"])
    copyFileSync(join(root, config), join(house, config));
  const files = new Map<string, string[]>();
  for (const { file, source } of cases) files.set(file, [...(files.get(file) ?? []), `import "${source}";`]);
  for (const [file, lines] of files) {
    mkdirSync(dirname(join(house, file)), { recursive: true });
    writeFileSync(join(house, file), `${lines.join("\n")}\n`);
  }
  const args = [
    "lint",
    "--reporter=github",
    "--max-diagnostics=none",
    "--vcs-enabled=false",
    "--only=style/noRestrictedImports",
    ".",
  ];
  let output = "";
  try {
    output = execFileSync(join(root, "node_modules/.bin/biome"), args, {
      cwd: house,
      encoding: "utf8",
      stdio: "pipe",
    });
  } catch (error) {
    output = error instanceof Error && "stdout" in error ? String(error.stdout) : "";
  }
  return new Set(
    [...output.matchAll(/title=lint\/style\/noRestrictedImports,file=([^,]+),line=(\d+)/g)].map(
      ([, file = "", line]) => `${relative(house, resolve(house, file))}:${line}`,
    ),
  );
}

const refused = refusedImports();
const lineOf = ({ file, source }: (typeof cases)[number]) =>
  cases.filter((c) => c.file === file).findIndex((c) => c.source === source) + 1;

test("the list holds 82 forbidden and 55 legal imports at least", () => {
  expect(cases.filter((c) => c.verdict === "refuse").length).toBeGreaterThanOrEqual(82);
  expect(cases.filter((c) => c.verdict === "allow").length).toBeGreaterThanOrEqual(55);
});

test.each(cases)("$verdict: $file importing $source", (planted) => {
  expect(refused.has(`${planted.file}:${lineOf(planted)}`)).toBe(planted.verdict === "refuse");
});
