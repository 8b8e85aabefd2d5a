import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type BrandColors,
  brandStyle,
  brandTokens,
  type Hsl,
  heroTokens,
} from "#app/branding/brand-tokens.ts";

// Written anew here from the WCAG text, on 8-bit channels as a screen shows them: the oracle shares no line with the code.
function channels([hue, saturation, lightness]: Hsl): [number, number, number] {
  const chroma = (1 - Math.abs((2 * lightness) / 100 - 1)) * (saturation / 100);
  const middle = chroma * (1 - Math.abs(((hue / 60) % 2) - 1));
  const rest = lightness / 100 - chroma / 2;
  const orders: [number, number, number][] = [
    [chroma, middle, 0],
    [middle, chroma, 0],
    [0, chroma, middle],
    [0, middle, chroma],
    [middle, 0, chroma],
    [chroma, 0, middle],
  ];
  const [red, green, blue] = orders[Math.floor(hue / 60) % 6] ?? [0, 0, 0];
  return [Math.round((red + rest) * 255), Math.round((green + rest) * 255), Math.round((blue + rest) * 255)];
}

function luminance(rgb: readonly [number, number, number]): number {
  const [red, green, blue] = rgb.map((eight) => {
    const value = eight / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function ratio(one: Hsl, other: Hsl): number {
  const [a, b] = [luminance(channels(one)), luminance(channels(other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const surfaces: Record<"light" | "dark", Hsl[]> = {
  light: [
    [0, 0, 100],
    [225, 20, 97.5],
    [225, 20, 97],
  ],
  dark: [
    [227, 14, 10.5],
    [228, 16, 7.5],
    [227, 14, 8.5],
  ],
};

const white: Hsl = [0, 0, 100];
const hexes = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
const themes = ["light", "dark"] as const;

describe("brand tokens", () => {
  test("any colour gives fills and texts that can be read in both themes", () => {
    fc.assert(
      fc.property(hexes, fc.constantFrom(...themes), (hex, theme) => {
        const colors: BrandColors = brandTokens(hex)[theme];
        expect(ratio(colors.fill, colors.onFill)).toBeGreaterThanOrEqual(4.5);
        for (const ground of [...surfaces[theme], colors.soft]) {
          expect(ratio(colors.text, ground)).toBeGreaterThanOrEqual(4.5);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("any colour gives a fill that can be seen on its surface", () => {
    fc.assert(
      fc.property(hexes, (hex) => {
        const { light, dark } = brandTokens(hex);
        expect(ratio(light.fill, white)).toBeGreaterThanOrEqual(1.95);
        expect(ratio(dark.fill, [227, 14, 10.5])).toBeGreaterThanOrEqual(2.9);
      }),
      { numRuns: 2000 },
    );
  });

  test("the hue of a brand stays its own", () => {
    fc.assert(
      fc.property(hexes, (hex) => {
        const { light, dark } = brandTokens(hex);
        const hues = [light.fill, light.text, light.soft, dark.fill, dark.text, dark.soft].map(
          ([hue]) => hue,
        );
        expect(new Set(hues).size).toBe(1);
      }),
    );
  });

  test.each([
    ["#6366f1", "white", "the specification's own violet, 4.47:1 under white, moves a little"],
    ["#f97316", "ink", "orange keeps its light and takes ink"],
    ["#facc15", "ink", "yellow takes ink"],
    ["#000000", "white", "black takes white"],
  ])("%s takes %s text: %s", (hex, name) => {
    expect(brandTokens(hex).light.onFill).toEqual(name === "white" ? white : [226, 28, 13]);
  });

  test("a colour that already fits keeps its lightness", () => {
    // #1d4ed8 is hsl(224.3 76.3% 48%), 6.7:1 under white.
    expect(brandTokens("#1d4ed8").light.fill).toEqual([224.3, 76.3, 48]);
  });

  test.each(["6366f1", "#fff", "#6366f1;}", "red", "", "#6366f1\n"])("%j is no colour", (hex) => {
    expect(() => brandTokens(hex)).toThrow(RangeError);
  });

  test("white words can be read on every light of the sign-in screen and on mixtures of two", () => {
    fc.assert(
      fc.property(
        hexes,
        hexes,
        hexes,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (primary, secondary, accent, part) => {
          const hero = heroTokens({ primary, secondary, accent });
          for (const light of [hero.glow, hero.warm]) {
            const [one, other] = [channels(hero.base), channels(light)];
            const mixed: [number, number, number] = [0, 0, 0];
            for (const at of [0, 1, 2] as const)
              mixed[at] = Math.round(one[at] * (1 - part) + other[at] * part);
            expect(1.05 / (luminance(mixed) + 0.05)).toBeGreaterThanOrEqual(4.5);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  test("the stylesheet that all brands share is of none: what the function gives for a gray", () => {
    const gray = "#475569";
    const own = brandStyle(brandTokens(gray), heroTokens({ primary: gray, secondary: gray, accent: gray }));
    const declarations = own.slice(":root{".length, -1).split(";").filter(Boolean);
    expect(declarations).toHaveLength(7);
    const written = readFileSync("app/app.css", "utf8").replace(/\s/g, "");
    for (const declaration of declarations) expect(written).toContain(`${declaration.replace(/\s/g, "")};`);
  });

  test("the stylesheet holds nothing but names and numbers", () => {
    fc.assert(
      fc.property(hexes, (hex) => {
        const style = brandStyle(brandTokens(hex), heroTokens({ primary: hex, secondary: hex, accent: hex }));
        const number = String.raw`\d{1,3}(?:\.\d)?`;
        const color = String.raw`hsl\(${number} ${number}% ${number}%\)`;
        const line = String.raw`--(?:brand-(?:fill|on-fill|text|soft):light-dark\(${color},${color}\)|hero-(?:base|glow|warm):${color});`;
        expect(style.length).toBeLessThanOrEqual(1024);
        expect(style).toMatch(new RegExp(String.raw`^:root\{(?:${line}){7}\}$`));
      }),
    );
  });
});
