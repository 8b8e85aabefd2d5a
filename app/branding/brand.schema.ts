/** The shape of a brand on screen, and the platform's own brand (docs/product.md, "Fields"). */
import { z } from "zod";

/** The longest each text of a brand may be, in characters as people count them (code points). */
export const longest = {
  company_name: 80,
  meta_title: 120,
  hero_headline: 160,
  hero_subheadline: 300,
  auth_hero_headline: 160,
  auth_hero_description: 300,
  footer_description: 300,
  copyright_text: 200,
} as const;

/** The brand in KV omits absent fields. A text that was never validated is left out instead of breaking every page. */
const text = (most: number) =>
  z
    .string()
    .refine((value) => value.length <= 2 * most && [...value].length <= most)
    .nullish()
    .catch(null);
const hex = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/)
  .nullable()
  .catch(null);
/** A whole https address, without a name or a password in it. */
const httpsAddress = z
  .url({ protocol: /^https$/, hostname: z.regexes.domain, normalize: true })
  .max(500)
  .refine((address) => !/^https:\/\/[^/]*@/.test(address));
/** A link of the brand's: a whole https address, or none. */
const link = httpsAddress.nullable().catch(null);

/** The hosts that each social link may lead to, subdomains included (R41). */
export const socialHosts = {
  social_twitter: ["x.com", "twitter.com"],
  social_linkedin: ["linkedin.com"],
  social_facebook: ["facebook.com", "fb.com"],
  social_instagram: ["instagram.com"],
} as const;
export type SocialField = keyof typeof socialHosts;

/** An address of the network itself. */
export const socialAddress = (field: SocialField) =>
  httpsAddress.refine((address) => {
    // It is asked of what is no address too: a shape's checks all run.
    const hostname = URL.parse(address)?.hostname ?? "";
    return socialHosts[field].some((host) => hostname === host || hostname.endsWith(`.${host}`));
  });
const social = (field: SocialField) => socialAddress(field).nullable().catch(null);

/** Where an uploaded image is served: its id and its format's ending. */
export const imagePath = /^\/brand-images\/[\w-]{22}\.(?:png|jpg|webp|ico)$/;
/** An uploaded image, or a whole https address. */
const image = z.union([z.string().regex(imagePath), link]).catch(null);

/** The columns of `organization_branding` that a page shows; invalid colors and links fall back instead of breaking a page (R41). */
export const brandColumns = z
  .object({
    company_name: text(longest.company_name),
    logo_url: image,
    logo_url_light: image,
    primary_color: hex,
    secondary_color: hex,
    accent_color: hex,
    favicon_url: image,
    meta_title: text(longest.meta_title),
    hero_headline: text(longest.hero_headline),
    hero_subheadline: text(longest.hero_subheadline),
    auth_hero_headline: text(longest.auth_hero_headline),
    auth_hero_description: text(longest.auth_hero_description),
    footer_description: text(longest.footer_description),
    copyright_text: text(longest.copyright_text),
    social_twitter: social("social_twitter"),
    social_linkedin: social("social_linkedin"),
    social_facebook: social("social_facebook"),
    social_instagram: social("social_instagram"),
    support_email: z.email().max(254).nullable().catch(null),
    share_image_url: image,
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
  support_email?: string;
  share_image_url?: string;
};

export const platformBrand: Brand = {
  company_name: "AI Voice Agents",
  primary_color: "#6366f1",
  secondary_color: "#8b5cf6",
  accent_color: "#ec4899",
  hero_headline: "Transform Your Business with AI Voice Agents",
  hero_subheadline: "Every call answered and every appointment booked, around the clock.",
};
