/** The page on security is held to its word: a test that it cites and that is gone is seen, and so is a requirement that it forgets. */
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const script = resolve(import.meta.dirname, "../../scripts/security-page.mjs");

/** What is wrong with a page, where these files are all there is. */
function wrongIn(page: string, files: Record<string, string>): string[] {
  const lines = `import { missingTests } from ${JSON.stringify(script)};
    const files = ${JSON.stringify(files)};
    console.log(JSON.stringify(missingTests(${JSON.stringify(page)}, (path) => files[path] ?? null)));`;
  return JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "--eval", lines], { encoding: "utf8" }),
  );
}

const files = { "tests/a/b.test.ts": 'test("one | two", () => {});\ntest.each(some)("of %s", () => {});' };

const body = '("gone", () => {});';

test.each([
  ...["skip", "todo", "fixme", "fails", "skipIf(true)", "each.skip([1])", "describe"].map(
    (how) => `test.${how}${body}`,
  ),
  `describe("gone", () => { test("other", () => {}); });`,
  `describe.${"skip"}("parts", () => { test${body} });`,
  `// test${body}`,
  `/* it${body} */`,
  'const words = "gone";',
])("%s is no test that runs", (source) => {
  expect(wrongIn('`tests/a/b.test.ts`: "gone"', { "tests/a/b.test.ts": source })).toEqual([
    'docs/security.md cites "gone", which is no test of tests/a/b.test.ts',
  ]);
});

test.each([
  ['describe("parts", () => { it("there", () => {}); });'],
  ['test.concurrent.each([1])("there", () => {});'],
  ["test(`there`, async () => {});"],
  ["test.for([1])('there', (one: number) => {});"],
])("%s runs", (source) => {
  expect(wrongIn('`tests/a/b.test.ts`: "there"', { "tests/a/b.test.ts": source })).toEqual([]);
});

test("tests that are there are found, whatever makes their names", () => {
  expect(wrongIn('| 1.1.1 | `tests/a/b.test.ts`: "one \\| two", "of %s" |', files)).toEqual([]);
});

test.each([
  [
    '`tests/a/gone.test.ts`: "one | two"',
    "docs/security.md cites tests/a/gone.test.ts, which does not exist",
  ],
  ['`tests/a/b.test.ts`: "one"', 'docs/security.md cites "one", which is no test of tests/a/b.test.ts'],
  [
    '`tests/a/b.test.ts`: "of %s", "three"',
    'docs/security.md cites "three", which is no test of tests/a/b.test.ts',
  ],
  ["nothing", "docs/security.md cites no test"],
])("of %j it is said what is missing", (page, words) => {
  expect(wrongIn(page, files)).toEqual([words]);
});

test("a requirement that is left out, named twice or made up is seen", () => {
  const lines = `import { unlistedRequirements } from ${JSON.stringify(script)};
    const wrong = unlistedRequirements("| 1.1.1, 1.1.2 | x |\\n| 1.1.1 | y |\\n| 99.1.1 | z |");
    console.log(JSON.stringify({ first: wrong[0], count: wrong.length, last: wrong.slice(-2) }));`;
  const said: unknown = JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "--eval", lines], { encoding: "utf8" }),
  );
  expect(said).toEqual({
    first: "docs/security.md says nothing of ASVS 1.2.1",
    // Levels 1 and 2 have 253 requirements, and two of them are named.
    count: 251 + 2,
    last: [
      "docs/security.md speaks of ASVS 1.1.1 twice",
      "docs/security.md speaks of ASVS 99.1.1, which is no requirement of level 1 or 2",
    ],
  });
});
