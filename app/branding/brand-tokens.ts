/** Derives the colors of the interface from a brand's colors, each adjusted until text on it is readable. */

/** Hue in degrees, saturation and lightness in percent, each with at most one decimal. */
export type Hsl = readonly [hue: number, saturation: number, lightness: number];

export interface BrandColors {
  /** The main button, the first color of a chart. */
  readonly fill: Hsl;
  /** Text on the fill: white or ink. */
  readonly onFill: Hsl;
  /** Links, and the current place. */
  readonly text: Hsl;
  /** A tint behind `text`. */
  readonly soft: Hsl;
}

export interface BrandTokens {
  readonly light: BrandColors;
  readonly dark: BrandColors;
}

/** The colors of the sign-in screen: a background and two glows, all dark enough for white text. */
export interface HeroTokens {
  readonly base: Hsl;
  readonly glow: Hsl;
  readonly warm: Hsl;
}

const white: Hsl = [0, 0, 100];
const ink: Hsl = [226, 28, 13];

/** The surfaces that brand text can be on, as in app.css: lightest first. */
const surfaces = {
  light: [white, [225, 20, 97.5], [225, 20, 97]],
  dark: [
    [227, 14, 10.5],
    [227, 14, 8.5],
    [228, 16, 7.5],
  ],
} as const satisfies Record<string, readonly Hsl[]>;

// WCAG requires 4.5:1; the rest is a reserve for hovering and for rounding to 8 bits.
const readable = 5.2;
// People expect white on a button: ink is chosen only when white would change the brand's color noticeably.
const whiteFirst = 6;

const round = (value: number) => Math.round(value * 10) / 10;

/** @throws RangeError unless the colour is written as #rrggbb. */
export function hexToHsl(hex: string): Hsl {
  if (!/^#[0-9a-fA-F]{6}$/.test(hex)) throw new RangeError("a colour is written as #rrggbb");
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255,
  );
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const spread = most - least;
  const lightness = (most + least) / 2;
  if (spread === 0) return [0, 0, round(lightness * 100)];
  const sector =
    most === red
      ? ((green - blue) / spread + 6) % 6
      : most === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4;
  const saturation = spread / (1 - Math.abs(2 * lightness - 1));
  return [round(sector * 60) % 360, round(saturation * 100), round(lightness * 100)];
}

/** Relative luminance as WCAG 2 defines it, 0 (black) to 1 (white). */
function luminance([hue, saturation, lightness]: Hsl): number {
  const light = lightness / 100;
  const reach = (saturation / 100) * Math.min(light, 1 - light);
  const channel = (offset: number) => {
    const step = (offset + hue / 30) % 12;
    const value = light - reach * Math.max(-1, Math.min(step - 3, 9 - step, 1));
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(0) + 0.7152 * channel(8) + 0.0722 * channel(4);
}

/** Contrast ratio as WCAG 2 defines it, 1 to 21. */
export function contrast(one: Hsl, other: Hsl): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The colour with the nearest lightness, in steps of half a percent, for which the condition holds. */
function nearest(
  color: Hsl,
  holds: (moved: Hsl) => boolean,
): { readonly color: Hsl; readonly distance: number } {
  const [hue, saturation, lightness] = color;
  for (let distance = 0; distance <= 100; distance += 0.5) {
    for (const moved of [lightness - distance, lightness + distance]) {
      const tried: Hsl = [hue, saturation, round(Math.min(100, Math.max(0, moved)))];
      if (holds(tried)) return { color: tried, distance };
    }
  }
  // Unreachable for the conditions below: white and black text between them fit every luminance.
  return { color: [hue, saturation, 50], distance: 100 };
}

/** The fill and its text: white, unless ink keeps the brand clearly closer to its own color. */
function filled(color: Hsl, surface: Hsl, visible: number): Pick<BrandColors, "fill" | "onFill"> {
  const under = (onFill: Hsl) =>
    nearest(color, (fill) => contrast(fill, onFill) >= readable && contrast(fill, surface) >= visible);
  const [underWhite, underInk] = [under(white), under(ink)];
  return underInk.distance + whiteFirst < underWhite.distance
    ? { fill: underInk.color, onFill: ink }
    : { fill: underWhite.color, onFill: white };
}

function written(color: Hsl, grounds: readonly Hsl[]): Hsl {
  return nearest(color, (text) => grounds.every((ground) => contrast(text, ground) >= readable)).color;
}

/**
 * The brand's colors in both themes, from one hex: fill with white or ink on it, text for the surfaces and for the
 * tint, all at 4.5:1 or better. A color that already fits keeps its lightness.
 * @throws RangeError unless `hex` is written as #rrggbb
 */
export function brandTokens(hex: string): BrandTokens {
  const brand = hexToHsl(hex);
  const [hue, saturation, lightness] = brand;
  const softLight: Hsl = [hue, Math.min(saturation, 84), 97];
  const softDark: Hsl = [hue, round(saturation * 0.48), 20];
  // In the dark theme full saturation glares, and a fill must contrast more with the surface to be visible.
  const dimmed: Hsl = [hue, round(saturation * 0.84), lightness];
  return {
    light: {
      ...filled(brand, surfaces.light[0], 2),
      text: written([hue, round(saturation * 0.72), Math.min(lightness, 52)], [...surfaces.light, softLight]),
      soft: softLight,
    },
    dark: {
      ...filled(dimmed, surfaces.dark[0], 3),
      text: written([hue, saturation, Math.max(lightness, 78)], [...surfaces.dark, softDark]),
      soft: softDark,
    },
  };
}

/**
 * The sign-in screen's colors from the brand's three. White text has 4.5:1 or better on any mixture of them.
 * @throws RangeError unless each is written as #rrggbb
 */
export function heroTokens(colors: {
  readonly primary: string;
  readonly secondary: string;
  readonly accent: string;
}): HeroTokens {
  const darkEnough = (hex: string, least: number, most: Hsl): Hsl => {
    const [hue, saturation, lightness] = hexToHsl(hex);
    const capped: Hsl = [hue, Math.min(saturation, most[1]), Math.min(lightness, most[2])];
    return nearest(capped, (moved) => moved[2] <= capped[2] && contrast(moved, white) >= least).color;
  };
  return {
    base: darkEnough(colors.primary, 8, [0, 60, 38]),
    glow: darkEnough(colors.secondary, 4.8, [0, 80, 62]),
    warm: darkEnough(colors.accent, 4.8, [0, 75, 52]),
  };
}

const css = ([hue, saturation, lightness]: Hsl) => `hsl(${hue} ${saturation}% ${lightness}%)`;

/** The stylesheet of a brand: built from numbers only, so it contains no text of a tenant. */
export function brandStyle({ light, dark }: BrandTokens, hero?: HeroTokens): string {
  const pair = (name: string, day: Hsl, night: Hsl) =>
    `--brand-${name}:light-dark(${css(day)},${css(night)});`;
  const lamps = hero
    ? `--hero-base:${css(hero.base)};--hero-glow:${css(hero.glow)};--hero-warm:${css(hero.warm)};`
    : "";
  return `:root{${pair("fill", light.fill, dark.fill)}${pair("on-fill", light.onFill, dark.onFill)}${pair("text", light.text, dark.text)}${pair("soft", light.soft, dark.soft)}${lamps}}`;
}
