/** What a brand keeps from its people: the sections that its flags hide (design, section 8), asked by the guard and by the navigation. */

export const brandSections = ["settings", "integrations", "subscription", "purchase_numbers"] as const;
export type BrandSection = (typeof brandSections)[number];

/** The column of `organization_branding` that hides each. */
export const flagOf: Record<BrandSection, string> = {
  settings: "hide_settings_section",
  integrations: "hide_integrations_section",
  subscription: "hide_subscription_section",
  purchase_numbers: "hide_purchase_numbers",
};

/** The addresses of each section. Never /security, /mfa-setup or /users: people must be able to protect their account. */
const addresses: Record<BrandSection, readonly string[]> = {
  settings: ["/settings", "/twilio-settings", "/white-label", "/custom-domain-guide"],
  integrations: ["/integrations"],
  subscription: ["/subscription", "/checkout"],
  purchase_numbers: ["/numbers/search", "/checkout-number"],
};

/**
 * Whether an address, or one below it, is in a section that is hidden.
 * @param pathname of a document; a data request's path counts as its page's
 */
export function isHidden(hidden: readonly BrandSection[], pathname: string): boolean {
  const page = pathname.replace(/\.data$/, "");
  return hidden.some((section) =>
    addresses[section].some((address) => page === address || page.startsWith(`${address}/`)),
  );
}
