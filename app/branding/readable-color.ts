/** Whether white text can be read on a color, and the nearest color on which it can. */
import { type Hsl, hexToHsl } from "./brand-tokens.ts";

/** What WCAG 2 asks of text of the usual size at level AA. */
export const readableRatio = 4.5;

/** A color as a screen shows it: 8 bits for each channel. */
function hslToHex([hue, saturation, lightness]: Hsl): string {
  const light = lightness / 100;
  const reach = (saturation / 100) * Math.min(light, 1 - light);
  const channel = (offset: number) => {
    const step = (offset + hue / 30) % 12;
    const value = light - reach * Math.max(-1, Math.min(step - 3, 9 - step, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

/** Relative luminance as WCAG 2 defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * The contrast of white text on a color, 1 to 21, cut to two decimals so that no ratio looks like one that passes.
 * @param hex as #rrggbb
 */
export const contrastUnderWhite = (hex: string): number =>
  Math.floor((1.05 / (luminance(hex) + 0.05)) * 100) / 100;

/**
 * The color itself if white text on it passes AA, else the one of its hue and saturation with the nearest lightness.
 * @param hex as #rrggbb
 */
export function nearestReadable(hex: string): string {
  if (contrastUnderWhite(hex) >= readableRatio) return hex;
  const [hue, saturation, lightness] = hexToHsl(hex);
  // Only a darker color is further from white.
  for (let tried = lightness; tried > 0; tried -= 0.1) {
    const darker = hslToHex([hue, saturation, tried]);
    if (contrastUnderWhite(darker) >= readableRatio) return darker;
  }
  return "#000000";
}
