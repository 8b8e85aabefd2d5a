import fc from "fast-check";
import { expect, test } from "vitest";
import { stackedBars } from "#app/ui/bar-geometry.ts";

const count = fc.integer({ min: 0, max: 100_000 });
const day = fc.record({
  label: fc.constant("7 Nov"),
  title: fc.constant("7 November"),
  strong: count,
  soft: count,
  bad: count,
});

test("whatever the counts, every bar stands inside the chart and beside the others", () => {
  fc.assert(
    fc.property(fc.array(day, { maxLength: 31 }), fc.constantFrom(340, 700), (days, width) => {
      const { bars, lines, height } = stackedBars(days, width, 210);
      let right = 0;
      for (const bar of bars) {
        expect(bar.x).toBeGreaterThanOrEqual(right);
        right = bar.x + bar.width;
        let above = height;
        for (const part of bar.parts) {
          expect(part.height).toBeGreaterThan(0);
          expect(part.y + part.height).toBeLessThanOrEqual(above + 0.11);
          above = part.y;
        }
        expect(above).toBeGreaterThanOrEqual(10);
      }
      expect(right).toBeLessThanOrEqual(width + 0.11);
      expect(lines.length).toBeGreaterThanOrEqual(2);
      expect(lines.length).toBeLessThanOrEqual(6);
      expect(lines.every(({ label }) => /^\d+$/.test(label))).toBe(true);
    }),
  );
});

test("a part that is there is drawn, one that is not is not", () => {
  const [bar] = stackedBars([{ label: "", title: "", strong: 1, soft: 0, bad: 40_000 }], 700, 210).bars;
  expect(bar?.parts.map((part) => part.tone)).toEqual(["strong", "bad"]);
  expect(bar?.parts[0]?.height).toBeGreaterThanOrEqual(1);
});

test("bars are as high as their counts against the topmost line", () => {
  const { bars, lines } = stackedBars(
    [
      { label: "", title: "", strong: 25, soft: 0, bad: 0 },
      { label: "", title: "", strong: 50, soft: 0, bad: 0 },
    ],
    700,
    210,
  );
  const floor = lines[0]?.y ?? 0;
  const scale = (floor - (lines.at(-1)?.y ?? 0)) / Number(lines.at(-1)?.label);
  expect(floor - (bars[0]?.parts[0]?.y ?? 0)).toBeCloseTo(25 * scale, 0);
  expect(floor - (bars[1]?.parts[0]?.y ?? 0)).toBeCloseTo(50 * scale, 0);
});

test("the last day always has its label, and labels keep their distance", () => {
  const days = Array.from({ length: 14 }, (_, at) => ({
    label: `${at + 1} Nov`,
    title: "",
    strong: at,
    soft: 0,
    bad: 0,
  }));
  const { bars } = stackedBars(days, 340, 210);
  expect(bars.at(-1)?.label).toBe("14 Nov");
  const labelled = bars.filter((bar) => bar.label !== undefined).map((bar) => bar.x);
  expect(labelled.length).toBeGreaterThan(3);
  for (const [at, x] of labelled.entries())
    if (at > 0) expect(x - (labelled[at - 1] ?? 0)).toBeGreaterThanOrEqual(44);
});

test.each([0, 1, 3, 9, 11, 42, 70, 101, 249])("the topmost line stands above %i", (most) => {
  const { lines } = stackedBars([{ label: "", title: "", strong: most, soft: 0, bad: 0 }], 700, 210);
  expect(Number(lines.at(-1)?.label)).toBeGreaterThanOrEqual(most);
  expect(lines[0]?.label).toBe("0");
});
