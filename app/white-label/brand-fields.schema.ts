/** The names of a brand's fields, for the form and its preview: browsers load no shapes for them. */

export const imageFields = ["logo_url", "logo_url_light", "favicon_url", "share_image_url"] as const;
export type ImageField = (typeof imageFields)[number];

/** What pages and mails show. */
export const lookFields = [
  "company_name",
  ...imageFields,
  "primary_color",
  "secondary_color",
  "accent_color",
  "meta_title",
  "hero_headline",
  "hero_subheadline",
  "auth_hero_headline",
  "auth_hero_description",
  "footer_description",
  "copyright_text",
  "social_twitter",
  "social_linkedin",
  "social_facebook",
  "social_instagram",
  "support_email",
] as const;
export type LookField = (typeof lookFields)[number];
