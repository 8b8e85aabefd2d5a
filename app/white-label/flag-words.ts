/** The switches of a brand, in words. */

export const flagChoices = [
  ["hide_settings_section", "Hide settings", "Settings and this page."],
  ["hide_integrations_section", "Hide integrations", "Connections, webhooks and API keys."],
  ["hide_subscription_section", "Hide plan and usage", "The plan, its limits and payments."],
  ["hide_upgrade_button", "Hide upgrade offers", "“Ask your administrator” appears instead."],
  ["hide_purchase_numbers", "Hide number purchases", "Existing numbers stay visible."],
] as const;
export type FlagField = (typeof flagChoices)[number][0];

export const signUpHint =
  "People who sign up on your domain become your clients. Otherwise they need an invitation.";
