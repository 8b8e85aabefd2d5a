import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const files = ["app/ui", "app/shell"]
  .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, "utf8") }));

test("no colour is written outside the tokens, Google's mark excepted", () => {
  const colours = /#[0-9a-fA-F]{3,8}\b(?![\w-])|\b(?:rgba?|hsla?|oklch)\(/;
  const guilty = files.filter(({ path, text }) => colours.test(text) && !path.endsWith("/google-mark.tsx"));
  expect(files.length).toBeGreaterThan(30);
  expect(guilty.map(({ path }) => path)).toEqual([]);
});

test("nothing writes a style attribute, which the content security policy refuses", () => {
  expect(files.filter(({ text }) => /\bstyle=\{/.test(text)).map(({ path }) => path)).toEqual([]);
});

test("nothing asks for a theme by name: tokens come in pairs", () => {
  expect(files.filter(({ text }) => /["'\s]dark:[\w[(-]/.test(text)).map(({ path }) => path)).toEqual([]);
});
