/** The brand as its form would make it, and its colors as variables for a part of a page. */
import type { Brand } from "#app/branding/brand.schema.ts";
import { brandTokens, type Hsl, heroTokens } from "#app/branding/brand-tokens.ts";
import { hexColor } from "#app/platform/hex-color.ts";
import { lookFields } from "./brand-fields.schema.ts";
import type { BrandValues } from "./white-label.schema.ts";

/** What is typed, where it can be shown, else what shows without it. */
export function previewed(typed: Partial<BrandValues>, fallback: Brand): Brand {
  const own = lookFields.flatMap((field) => {
    const value = typed[field]?.trim() ?? "";
    const shown = field.endsWith("_color") ? hexColor(value) : value;
    return shown ? [[field, shown]] : [];
  });
  return { ...fallback, ...Object.fromEntries(own) };
}

const css = ([hue, saturation, lightness]: Hsl) => `hsl(${hue} ${saturation}% ${lightness}%)`;
const pair = (day: Hsl, night: Hsl) => `light-dark(${css(day)}, ${css(night)})`;

/** The variables of app.css that depend on a brand. */
export function brandVariables(brand: Brand): Record<`--${string}`, string> {
  const { light, dark } = brandTokens(brand.primary_color);
  const hero = heroTokens({
    primary: brand.primary_color,
    secondary: brand.secondary_color,
    accent: brand.accent_color,
  });
  return {
    "--brand-fill": pair(light.fill, dark.fill),
    "--brand-on-fill": pair(light.onFill, dark.onFill),
    "--brand-text": pair(light.text, dark.text),
    "--brand-soft": pair(light.soft, dark.soft),
    "--hero-base": css(hero.base),
    "--hero-light": `radial-gradient(120% 90% at 90% 0%, ${css(hero.glow)}, transparent 60%), radial-gradient(90% 80% at 0% 100%, color-mix(in srgb, ${css(hero.warm)} 75%, transparent), transparent 60%)`,
  };
}
