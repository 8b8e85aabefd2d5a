/** A regular expression that can take long is seen by `npm run check`, written down or made of parts. */
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const module = resolve(import.meta.dirname, "../../scripts/expressions.mjs");

/** What a function of the check's module gives. */
function told(name: "costOf" | "written" | "unnamed", ...given: readonly unknown[]): unknown {
  const script = `const { ${name} } = await import(${JSON.stringify(module)});
    console.log(JSON.stringify(await ${name}(...${JSON.stringify(given)})));
    process.exit(0);`;
  return JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" }),
  );
}

test.each([
  ["^(m+ ?h+m+|m+|mhm+)( (m+ ?h+m+|m+|mhm+))*$", "i", /^exponential/],
  ["^(?:be|fall on|fall|on) (?:(?:be|fall on|fall|on) )*$", "", /^exponential/],
  [String.raw`^(.*\bme\b.*?),? and (.*\bhim\b.*)$`, "", /^\d\w\w degree polynomial/],
  [String.raw`\s+$`, "", /^2nd degree polynomial/],
  [String.raw`(?<!\s)\s+(?=\d)`, "", /^linear$/],
  [String.raw`\b(?:week|weekday)\b`, "iu", /^linear$/],
])("/%s/%s costs what it costs", (pattern, flags, cost) => {
  expect(told("costOf", { pattern, flags })).toMatch(cost);
});

test("expressions are found wherever they are written, and those made of parts are counted", () => {
  const code = String.raw`
    const one = /a+/giu;
    const table = { two: [/b\/c/, "x"] } as const;
    export const three = (word: string): boolean => word.replace(/[d/]/g, one.source) !== word;
    const four = new RegExp(one.source + "+", "u");`;
  expect(told("written", "x.ts", code)).toMatchObject({
    found: [{ pattern: "a+", flags: "giu" }, { pattern: String.raw`b\/c` }, { pattern: "[d/]" }],
    made: 1,
  });
});

test("a function that makes expressions when it is called is named with what keeps them linear, or refused", () => {
  const code = `
    export const anyOf = (words: string[]) => words.map((word) => new RegExp(word + "+"));
    const table = { inRow(letter: string) { return RegExp(letter); } };
    const loaded = new RegExp("a");`;
  const { makers } = Object(told("written", "x.ts", code));
  expect(makers).toEqual(["x.ts: anyOf", "x.ts: inRow"]);
  expect(told("unnamed", makers, { "x.ts: anyOf": "why", "x.ts: gone": "why" })).toEqual([
    'x.ts: inRow makes expressions that are not measured: say under "made" what keeps them linear',
    "scripts/expressions.json: x.ts: gone makes no expression",
  ]);
});
