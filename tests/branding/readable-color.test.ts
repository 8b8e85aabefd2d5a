/** The contrast that the brand's editor shows, and the color that it offers instead. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { contrastUnderWhite, nearestReadable, readableRatio } from "#app/branding/readable-color.ts";
import { hexColor } from "#app/platform/hex-color.ts";

/** Written anew from the WCAG text. */
function oracle(hex: string): number {
  const [red, green, blue] = (hex.match(/[0-9a-f]{2}/g) ?? []).map((pair) => {
    const value = Number.parseInt(pair, 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0) + 0.05);
}

const colors = fc
  .integer({ min: 0, max: 0xffffff })
  .map((color) => `#${color.toString(16).padStart(6, "0")}`);

test("the ratio is WCAG's, and never rounded up to one that passes", () => {
  expect(contrastUnderWhite("#6366f1")).toBe(4.46);
  expect(contrastUnderWhite("#ffffff")).toBe(1);
  expect(contrastUnderWhite("#000000")).toBe(21);
  fc.assert(
    fc.property(colors, (hex) => {
      const shown = contrastUnderWhite(hex);
      expect(shown).toBeLessThanOrEqual(oracle(hex) + 1e-9);
      expect(shown).toBeGreaterThan(oracle(hex) - 0.011);
    }),
  );
});

test("the color that is offered passes, has the hue, and is no darker than it must be", () => {
  fc.assert(
    fc.property(colors, (hex) => {
      const offered = nearestReadable(hex);
      expect(oracle(offered)).toBeGreaterThanOrEqual(readableRatio);
      if (oracle(hex) >= readableRatio + 0.01) expect(offered).toBe(hex);
      else expect(oracle(offered)).toBeLessThan(4.8);
    }),
  );
  expect(nearestReadable("#6366f1")).toMatch(/^#6[0-9a-f]6[0-9a-f]f1$/);
});

test.each([
  ["#6366F1", "#6366f1"],
  [" 6366f1 ", "#6366f1"],
  ["#63f", "#6633ff"],
  ["red", null],
  ["#6366f", null],
  ["#6366f1;}", null],
  ["url(javascript:alert(1))", null],
])("R41: %j is the color %j", (typed, hex) => {
  expect(hexColor(typed)).toBe(hex);
});
