/** The sections of /settings that are saved, by the names of their forms. */

/** In the order of the page. */
export const settingsSections = [
  "profile",
  "region",
  "hours",
  "closed",
  "test",
  "campaigns",
  "retention",
  "redaction",
  "security",
  "support",
] as const;
export type SettingsSection = (typeof settingsSections)[number];

/** Their titles. */
export const sectionTitles: Readonly<Record<SettingsSection, string>> = {
  profile: "Profile",
  region: "Time and language",
  hours: "Opening hours",
  closed: "Closed days",
  test: "Test calls",
  campaigns: "Campaign limits",
  retention: "Data retention",
  redaction: "Redaction",
  security: "Security",
  support: "Support access",
};

/** The section of a name that a form posts; undefined for any other. */
export const sectionOf = (name: unknown): SettingsSection | undefined =>
  settingsSections.find((section) => section === name);
