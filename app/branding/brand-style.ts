/** The stylesheet of a brand's own colours, for the head of its pages. */
import { type Brand, platformBrand } from "./brand.schema.ts";
import { brandStyle, brandTokens, heroTokens } from "./brand-tokens.ts";

/** Null for the platform's own colours, which the product's stylesheet has already. */
export function brandStyleOf(brand: Brand): string | null {
  const colours = ["primary_color", "secondary_color", "accent_color"] as const;
  if (colours.every((name) => brand[name].toLowerCase() === platformBrand[name])) return null;
  const [primary, secondary, accent] = [brand.primary_color, brand.secondary_color, brand.accent_color];
  return brandStyle(brandTokens(primary), heroTokens({ primary, secondary, accent }));
}
