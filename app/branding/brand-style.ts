/** The stylesheet of a brand's colors, for the head of its pages: no file that tenants share holds the color of a brand. */
import type { Brand } from "./brand.schema.ts";
import { brandStyle, brandTokens, heroTokens } from "./brand-tokens.ts";

export const brandStyleOf = ({ primary_color, secondary_color, accent_color }: Brand): string =>
  brandStyle(
    brandTokens(primary_color),
    heroTokens({ primary: primary_color, secondary: secondary_color, accent: accent_color }),
  );
