/** What a brand keeps from its people: the sections that its flags hide (docs/product.md, "Hidden sections"), asked by the guard and by the navigation. */

export const brandSections = [
  "settings",
  "integrations",
  "subscription",
  /** No address: every button and prompt that leads to a larger plan. */
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
 * Whether a section, or the one that an address or one below it belongs to, is hidden.
 * @param what a section, or the pathname of a document; a data request's path counts as its page's
 */
export function isHidden(hidden: readonly BrandSection[], what: string): boolean {
  const page = what.replace(/\.data$/, "");
  return hidden.some(
    (section) =>
      section === what ||
      addresses[section].some((address) => page === address || page.startsWith(`${address}/`)),
  );
}
