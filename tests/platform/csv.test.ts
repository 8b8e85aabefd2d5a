/** CSV that spreadsheets open: no cell begins a formula, whichever character separates cells. */
import { expect, test } from "vitest";
import { csvCell, csvLine } from "#app/platform/csv.ts";

test.each([
  ["=1+1", "'=1+1"],
  ["\n=1+1", `"'\n'=1+1"`],
  ["＝1+1", "'＝1+1"],
  ["＠SUM(1)", "'＠SUM(1)"],
  ["Bob;=cmd|'/C calc'!A0", `"Bob;'=cmd|'/C calc'!A0"`],
  ["Bob\t+cmd|'/C calc'!A0", `"Bob\t'+cmd|'/C calc'!A0"`],
  ["one\r\n-2+3", `"one\r\n'-2+3"`],
])("%j begins no formula", (typed, written) => {
  expect(csvCell(typed)).toBe(written);
});

test("numbers and words stand as they are", () => {
  expect(csvLine([-1, "5-6", "Ann; Bea", "Halvorsen +12125550187"])).toBe(
    `-1,5-6,"Ann; Bea",Halvorsen +12125550187\r\n`,
  );
  expect(csvCell("x; +12125550187; +12125550188")).toBe(`"x; +12125550187; +12125550188"`);
});
