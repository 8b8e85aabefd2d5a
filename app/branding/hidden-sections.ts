/** The sections that a brand's flags hide (docs/product.md, "Hidden sections"), for the guard and the navigation. */

/** The sections that a brand's flags hide. */
export const flaggedSections = [
  "settings",
  "integrations",
  "subscription",
  /** Without an address: every button and prompt that leads to a larger plan. */
  "upgrade",
  "purchase_numbers",
] as const;

/** All that an agency may keep from a client; without a flag, it chooses them role by role. */
export const brandSections = [...flaggedSections, "agents", "numbers", "calls"] as const;
export type BrandSection = (typeof brandSections)[number];

/** The column of `organization_branding` that hides each. */
export const flagOf = {
  settings: "hide_settings_section",
  integrations: "hide_integrations_section",
  subscription: "hide_subscription_section",
  upgrade: "hide_upgrade_button",
  purchase_numbers: "hide_purchase_numbers",
} as const satisfies Record<(typeof flaggedSections)[number], string>;

/** The addresses of each section. Never /security, /mfa-setup or /users: people must be able to protect their account. */
const addresses: Record<BrandSection, readonly string[]> = {
  settings: ["/settings", "/twilio-settings", "/white-label", "/custom-domain-guide"],
  integrations: ["/integrations"],
  subscription: ["/subscription", "/checkout"],
  upgrade: [],
  purchase_numbers: ["/numbers/search", "/checkout-number"],
  agents: ["/agents", "/voices", "/call-transfer"],
  numbers: ["/numbers"],
  /** The dashboard shows what calls were about and who is waiting: another start page stands in its place. Appointments come from calls, and contacts show theirs. */
  calls: [
    "/call-history",
    "/search",
    "/dashboard",
    "/dash",
    "/analytics",
    "/bookings",
    "/messages",
    "/campaigns",
    "/workflows",
    "/contacts",
  ],
};

/** Visits of an agency's support: it set what is hidden, and has to see it to help. */
const visiting: readonly string[] = ["support", "support_write"];

/** The roles that set the flags of an organization without an agency: what they hide stays open to them, so that they can show it again. */
const setting: readonly string[] = ["owner", "admin"];

/** Whether an agency keeps a section from the members of a role; `withheld`: of a client, as its row says. */
export const isWithheld = (
  withheld: Readonly<Record<string, readonly string[]>> | null,
  section: BrandSection,
  role: string,
): boolean => !visiting.includes(role) && (withheld?.[section]?.includes(role) ?? false);

type Hiding = {
  readonly role: string;
  readonly isClient: boolean;
  /** What the organization's own flags hide, and what its agency's do. */
  readonly own: readonly BrandSection[];
  readonly agency: readonly BrandSection[];
  /** For each section, the roles that the agency keeps it from. */
  readonly withheld: Readonly<Record<string, readonly string[]>>;
};

/**
 * What is hidden from a member. A client's sections are hidden by its agency's flags, by its own, which the agency sets,
 * and role by role. An organization without an agency hides from those who cannot set the flags.
 */
export function hiddenFrom({ role, isClient, own, agency, withheld }: Hiding): BrandSection[] {
  if (visiting.includes(role)) return [];
  if (!isClient) return setting.includes(role) ? [] : [...own];
  return brandSections.filter(
    (section) => own.includes(section) || agency.includes(section) || isWithheld(withheld, section, role),
  );
}

/** The addresses of the pages of some sections. */
export const addressesOf = (sections: readonly BrandSection[]): string[] =>
  sections.flatMap((section) => addresses[section]);

/**
 * Whether a section, or the section of an address or one below it, is hidden.
 * @param what a section, or the pathname of a document; a data request counts as its page
 */
export function isHidden(hidden: readonly BrandSection[], what: string): boolean {
  const page = what.replace(/\.data$/, "");
  return hidden.some(
    (section) =>
      section === what ||
      addresses[section].some((address) => page === address || page.startsWith(`${address}/`)),
  );
}
