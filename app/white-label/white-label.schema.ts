/** What the editor of a brand writes: its texts, colors, images and links, and its switches. */
import { z } from "zod";
import {
  imagePath,
  longest,
  type SocialField,
  socialAddress,
  socialHosts,
} from "#app/branding/brand.schema.ts";
import { hexColor } from "#app/platform/hex-color.ts";
import { oneLine } from "#app/platform/one-line.ts";
import { type LookField, lookFields } from "./brand-fields.schema.ts";

const orNone = (line: string) => (line === "" ? null : line);

/** One line; null: empty. A line break in a longer text counts as a space. */
const line = (most: number) =>
  z
    .preprocess(
      (typed) => (typeof typed === "string" ? typed.replace(/[\r\n]+/g, " ") : typed),
      oneLine(most),
    )
    .transform(orNone);

/** A color as #rrggbb; null: empty. However long it is, what is no color is told the form of one. */
const color = oneLine(Number.POSITIVE_INFINITY).transform((typed, context) => {
  const hex = hexColor(typed);
  if (hex === null && typed !== "") context.addIssue({ code: "custom", message: "Use a color like #2563eb" });
  return hex;
});

const networks: Record<SocialField, string> = {
  social_twitter: "X",
  social_linkedin: "LinkedIn",
  social_facebook: "Facebook",
  social_instagram: "Instagram",
};

/** The address of a page on the network; null: empty. "x.com/harbor" gets its https://. */
const social = (field: SocialField) =>
  oneLine(500).transform((typed, context) => {
    if (typed === "") return null;
    const whole = /^[\w.-]+\.[a-z]+\//i.test(typed) ? `https://${typed}` : typed;
    const found = socialAddress(field).safeParse(whole);
    if (found.success) return found.data;
    const message = `Use your page's ${networks[field]} address, like https://${socialHosts[field][0]}/yourname`;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });

/** An uploaded image, or an address that was saved before; null: none. Whose image it is, the verb asks. */
const image = oneLine(500)
  .refine(
    (typed) => typed === "" || imagePath.test(typed) || typed.startsWith("https://"),
    "Upload the image again",
  )
  .transform(orNone);

const email = oneLine(254)
  .refine((typed) => typed === "" || z.email().safeParse(typed).success, "Invalid email address")
  .transform(orNone);

const ticked = z
  .literal("on", { error: "Turn it on or off" })
  .optional()
  .transform((value) => value === "on");

/** Who the brand is: what pages and mails show. */
const lookShape = {
  company_name: line(longest.company_name),
  logo_url: image,
  logo_url_light: image,
  favicon_url: image,
  share_image_url: image,
  primary_color: color,
  secondary_color: color,
  accent_color: color,
  meta_title: line(longest.meta_title),
  hero_headline: line(longest.hero_headline),
  hero_subheadline: line(longest.hero_subheadline),
  auth_hero_headline: line(longest.auth_hero_headline),
  auth_hero_description: line(longest.auth_hero_description),
  footer_description: line(longest.footer_description),
  copyright_text: line(longest.copyright_text),
  social_twitter: social("social_twitter"),
  social_linkedin: social("social_linkedin"),
  social_facebook: social("social_facebook"),
  social_instagram: social("social_instagram"),
  support_email: email,
} satisfies Record<LookField, z.ZodType>;
const lookForm = z.object(lookShape);

/** What is hidden. A client's are set by its agency. */
export const flagsForm = z.object({
  hide_settings_section: ticked,
  hide_integrations_section: ticked,
  hide_upgrade_button: ticked,
  hide_subscription_section: ticked,
  hide_purchase_numbers: ticked,
});

/** What is on or off. `allows_client_signup` counts where the plan has clients. */
const switchesForm = z.object({
  ...flagsForm.shape,
  enable_custom_domain_redirect: ticked,
  allows_client_signup: ticked,
});

/** The whole form. */
export const brandForm = z.object({ ...lookForm.shape, ...switchesForm.shape });

/** The columns of `organization_branding` that the editor writes. */
export type BrandFields = z.output<typeof brandForm>;

export const flagFields = flagsForm.keyof().options;
export const editedFields = brandForm.keyof().options;

const isLook = (field: keyof BrandFields): field is LookField => lookFields.some((look) => look === field);
const looks = z.partialRecord(lookForm.keyof(), z.string().nullable());
const switches = z.partialRecord(switchesForm.keyof(), z.boolean());

/** Columns that the editor writes: all of them, or the ones that a version has. */
export type Columns = Partial<BrandFields>;

/** The columns of a row, or of a stored version, that the editor writes, and of those only the ones wanted. */
export function columnsOf(
  row: Readonly<Record<string, unknown>>,
  wanted: readonly (keyof BrandFields)[] = editedFields,
): Columns {
  const of = (fields: readonly (keyof BrandFields)[]) =>
    Object.fromEntries(fields.filter((field) => field in row).map((field) => [field, row[field]]));
  return {
    ...looks.parse(of(wanted.filter(isLook))),
    ...switches.parse(of(wanted.filter((field) => !isLook(field)))),
  };
}

/** What an organization without a row of its own has: the columns' defaults. */
export const noBrand: Columns = columnsOf({
  ...Object.fromEntries(editedFields.map((field) => [field, isLook(field) ? null : false])),
  allows_client_signup: true,
});

/** What a form shows: texts, and "on" for a switch that is on. */
export type BrandValues = Record<keyof BrandFields, string>;

/** The version of the brand that the form was drawn from. */
export const drawnVersion = z.coerce.number().int().min(0).catch(0);

/** Each field in a list of changes: "Primary color". */
export const fieldTitles: Record<keyof BrandFields, string> = {
  company_name: "Company name",
  logo_url: "Logo",
  logo_url_light: "Light logo",
  favicon_url: "Favicon",
  share_image_url: "Share image",
  primary_color: "Primary color",
  secondary_color: "Secondary color",
  accent_color: "Accent color",
  meta_title: "Browser title",
  hero_headline: "Headline",
  hero_subheadline: "Subheadline",
  auth_hero_headline: "Sign-in headline",
  auth_hero_description: "Sign-in description",
  footer_description: "Footer text",
  copyright_text: "Copyright",
  social_twitter: "X",
  social_linkedin: "LinkedIn",
  social_facebook: "Facebook",
  social_instagram: "Instagram",
  support_email: "Support email",
  hide_settings_section: "Hide settings",
  hide_integrations_section: "Hide integrations",
  hide_upgrade_button: "Hide upgrade offers",
  hide_subscription_section: "Hide plan and usage",
  hide_purchase_numbers: "Hide number purchases",
  enable_custom_domain_redirect: "Sign-in on the main domain",
  allows_client_signup: "Client sign-up",
};
