/** The sections that a brand's flags hide (docs/product.md, "Hidden sections"), for the guard and the navigation. */

export const brandSections = [
  "settings",
  "integrations",
  "subscription",
  /** Without an address: every button and prompt that leads to a larger plan. */
  "upgrade",
  "purchase_numbers",
] as const;
export type BrandSection = (typeof brandSections)[number];

/** The column of `organization_branding` that hides each. */
export const flagOf: Record<BrandSection, string> = {
  settings: "hide_settings_section",
  integrations: "hide_integrations_section",
  subscription: "hide_subscription_section",
  upgrade: "hide_upgrade_button",
  purchase_numbers: "hide_purchase_numbers",
};

/** The addresses of each section. Never /security, /mfa-setup or /users: people must be able to protect their account. */
const addresses: Record<BrandSection, readonly string[]> = {
  settings: ["/settings", "/twilio-settings", "/white-label", "/custom-domain-guide"],
  integrations: ["/integrations"],
  subscription: ["/subscription", "/checkout"],
  upgrade: [],
  purchase_numbers: ["/numbers/search", "/checkout-number"],
};

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
