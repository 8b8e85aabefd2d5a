/** The shape of a brand on screen, and the platform's own brand (docs/product.md, "Fields"). */
import { z } from "zod";

/** The brand in KV omits absent fields. */
const text = (most: number) => z.string().max(most).nullish();
const hex = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/)
  .nullable()
  .catch(null);
/** A link of the brand's: a whole https address, or none. */
const link = z
  .url({ protocol: /^https$/, hostname: z.regexes.domain, normalize: true })
  .max(500)
  .nullable()
  .catch(null);

/** The columns of `organization_branding` that a page shows; invalid colors and links fall back instead of breaking a page (R41). */
export const brandColumns = z
  .object({
    company_name: text(80),
    logo_url: text(500),
    logo_url_light: text(500),
    primary_color: hex,
    secondary_color: hex,
    accent_color: hex,
    favicon_url: text(500),
    meta_title: text(120),
    hero_headline: text(160),
    hero_subheadline: text(300),
    auth_hero_headline: text(160),
    auth_hero_description: text(300),
    footer_description: text(300),
    copyright_text: text(200),
    social_twitter: link,
    social_linkedin: link,
    social_facebook: link,
    social_instagram: link,
  })
  .transform(
    (brand) =>
      Object.fromEntries(Object.entries(brand).filter(([, value]) => value != null)) as Partial<Brand>,
  );

export type Brand = {
  company_name: string;
  primary_color: string;
  secondary_color: string;
  accent_color: string;
  hero_headline: string;
  hero_subheadline: string;
  logo_url?: string;
  logo_url_light?: string;
  favicon_url?: string;
  meta_title?: string;
  auth_hero_headline?: string;
  auth_hero_description?: string;
  footer_description?: string;
  copyright_text?: string;
  social_twitter?: string;
  social_linkedin?: string;
  social_facebook?: string;
  social_instagram?: string;
};

export const platformBrand: Brand = {
  company_name: "AI Voice Agents",
  primary_color: "#6366f1",
  secondary_color: "#8b5cf6",
  accent_color: "#ec4899",
  hero_headline: "Transform Your Business with AI Voice Agents",
  hero_subheadline: "Every call answered, every appointment booked, at any hour, in your own voice.",
};
