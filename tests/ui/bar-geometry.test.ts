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
const days = (howMany: number) =>
  Array.from({ length: howMany }, (_, at) => ({
    label: `${at + 1} Nov`,
    title: "",
    strong: at,
    soft: 0,
    bad: 0,
  }));

test("whatever the counts, every part stands inside the chart and above the one before it", () => {
  fc.assert(
    fc.property(fc.array(day, { maxLength: 31 }), (some) => {
      const { bars, lines, height } = stackedBars(some);
      for (const bar of bars) {
        let above = height;
        for (const part of bar.parts) {
          expect(part.height).toBeGreaterThan(0);
          expect(part.y + part.height).toBeLessThanOrEqual(above + 0.11);
          above = part.y;
        }
        // Three parts that are too small to see, and the gaps between them, may stand above the topmost line.
        expect(above).toBeGreaterThanOrEqual(0);
      }
      expect(lines.length).toBeGreaterThanOrEqual(2);
      expect(lines.length).toBeLessThanOrEqual(6);
      expect(lines.every(({ label }) => /^\d+$/.test(label))).toBe(true);
    }),
  );
});

test("a part that is there is drawn, one that is not is not", () => {
  const [bar] = stackedBars([{ label: "", title: "", strong: 1, soft: 0, bad: 40_000 }]).bars;
  expect(bar?.parts.map((part) => part.tone)).toEqual(["strong", "bad"]);
  expect(bar?.parts[0]?.height).toBeGreaterThanOrEqual(1);
});

test("bars are as high as their counts against the topmost line", () => {
  const { bars, lines } = stackedBars([
    { label: "", title: "", strong: 25, soft: 0, bad: 0 },
    { label: "", title: "", strong: 50, soft: 0, bad: 0 },
  ]);
  const floor = lines[0]?.y ?? 0;
  const scale = (floor - (lines.at(-1)?.y ?? 0)) / Number(lines.at(-1)?.label);
  expect(floor - (bars[0]?.parts[0]?.y ?? 0)).toBeCloseTo(25 * scale, 0);
  expect(floor - (bars[1]?.parts[0]?.y ?? 0)).toBeCloseTo(50 * scale, 0);
});

test.each([7, 14, 30])("of %i days the last has its label, and only as many have one as fit", (howMany) => {
  const { bars } = stackedBars(days(howMany));
  expect(bars.at(-1)).toMatchObject({ label: `${howMany} Nov`, isLabelWide: false });
  const labelled = bars.filter((bar) => bar.label !== undefined);
  expect(labelled.length).toBeGreaterThan(4);
  expect(labelled.length).toBeLessThanOrEqual(12);
  expect(labelled.filter((bar) => !bar.isLabelWide).length).toBeLessThanOrEqual(6);
});

test.each([0, 1, 3, 9, 11, 42, 70, 101, 249])("the topmost line stands above %i", (most) => {
  const { lines } = stackedBars([{ label: "", title: "", strong: most, soft: 0, bad: 0 }]);
  expect(Number(lines.at(-1)?.label)).toBeGreaterThanOrEqual(most);
  expect(lines[0]?.label).toBe("0");
});
