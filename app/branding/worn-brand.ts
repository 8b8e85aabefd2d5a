/** Which brand a page or a mail wears: the organization's own fields, then its agency's, then neutral ones. */
import { type Brand, brandColumns, platformBrand } from "./brand.schema.ts";

/** The columns of a brand that pages show, in the order in which statements read them as one JSON array. */
export const brandFields = [
  "company_name",
  "logo_url",
  "logo_url_light",
  "primary_color",
  "secondary_color",
  "accent_color",
  "favicon_url",
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
  "share_image_url",
] as const satisfies readonly (keyof Brand)[];

/** Fields of `organization_branding`, unchecked: a row, or what a statement read of one. */
export type BrandFields = Readonly<Record<string, unknown>>;

/** The fields that `brandFields` names, from their values in that order. */
export const brandFieldsOf = (values: readonly unknown[] | null): BrandFields =>
  Object.fromEntries(brandFields.map((name, at) => [name, values?.[at] ?? null]));

/** What stands on a tenant's pages where no brand says anything: no word and no color of the platform's own. */
const neutral = {
  ...platformBrand,
  primary_color: "#334155",
  secondary_color: "#475569",
  accent_color: "#64748b",
  hero_headline: "Every call answered, every appointment booked",
  hero_subheadline: "AI agents that answer your phone around the clock.",
};

export type Wearer = {
  /** The organization's own row; null: it has none. */
  readonly own: BrandFields | null;
  /** Its agency's; null: it has no agency, or one without a brand. */
  readonly agency: BrandFields | null;
};

const fieldsOf = (fields: BrandFields | null): Partial<Brand> =>
  fields === null ? {} : brandColumns.parse(fields);

/** An organization's fields over its agency's. Its own headline stands beside its sign-in form too, above any of its agency's for that place. */
function worn({ own, agency }: Wearer): Partial<Brand> {
  const [fields, inherited] = [fieldsOf(own), fieldsOf(agency)];
  if (fields.hero_headline !== undefined) delete inherited.auth_hero_headline;
  if (fields.hero_subheadline !== undefined) delete inherited.auth_hero_description;
  return { ...inherited, ...fields };
}

/**
 * The brand of a tenant's host, and of mails that lead there. A missing company name is the organization's own name,
 * never the platform's.
 */
export const brandOfHost = (wearer: Wearer, organizationName: string): Brand => ({
  ...neutral,
  company_name: organizationName,
  ...worn(wearer),
});

/**
 * The brand of the main host's pages and mails for an organization: where neither it nor its agency has one, the
 * platform's. Under a name of its own no words of the platform stand, in the page's source neither.
 */
export function brandOnMain(wearer: Wearer): Brand {
  const fields = worn(wearer);
  return { ...(fields.company_name === undefined ? platformBrand : neutral), ...fields };
}

/** Whether its mails and pages of the main host are in a name of its own, or its agency's, and not in the platform's. */
export const isNamed = ({ own, agency }: Wearer): boolean =>
  (fieldsOf(own).company_name ?? fieldsOf(agency).company_name) !== undefined;
