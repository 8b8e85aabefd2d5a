import { expect, test } from "vitest";
import { codeAt, inFours, keyUri, matchingSteps, stepAt } from "#app/factors/totp.ts";

/** RFC 6238, appendix B: its secret, and the last six of its eight digits. */
const key = new TextEncoder().encode("12345678901234567890");
const vectors: [second: number, code: string][] = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
];

test.each(vectors)("R17: at second %i of RFC 6238 the code is %s", (second, code) => {
  const now = second * 1000;
  expect(codeAt(key, stepAt(now))).toBe(code);
  expect(matchingSteps(key, code, now)).toContain(stepAt(now));
});

test("R17: a code is taken one step before and after its own, and not two", () => {
  const now = 1_234_567_890_000;
  const own = stepAt(now);
  for (const [away, isTaken] of [
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ] as const)
    expect(matchingSteps(key, codeAt(key, own + away), now)).toEqual(isTaken ? [own + away] : []);
});

test("R17: a step begins with its thirtieth second and not before", () => {
  expect([stepAt(29_999), stepAt(30_000), stepAt(59_999), stepAt(60_000)]).toEqual([0, 1, 1, 2]);
});

test.each(["", "28708", "2870820", "287 082", "abcdef"])("%j is nobody's code", (code) => {
  expect(matchingSteps(key, code, 59_000)).toEqual([]);
});

test("an app is told SHA-1, 6 digits and 30 seconds, and a brand with a colon breaks no address", () => {
  const uri = new URL(keyUri("Clinic: Desk & Co", "anna+1@clinic.test", "JBSWY3DPEHPK3PXP"));
  expect(decodeURIComponent(uri.pathname)).toContain("Clinic  Desk & Co:anna+1@clinic.test");
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: "JBSWY3DPEHPK3PXP",
    issuer: "Clinic  Desk & Co",
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
  expect(uri.href).not.toContain("+");
});

test("what is typed stands in fours", () => {
  expect(inFours("ABCDEFGHIJ")).toBe("ABCD EFGH IJ");
  expect(inFours("ABCDEFGH", "-")).toBe("ABCD-EFGH");
});
