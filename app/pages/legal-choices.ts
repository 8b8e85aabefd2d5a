/** The legal pages that an organization can write itself. */
export const legalPageNames = ["terms", "privacy"] as const;
export type LegalPage = (typeof legalPageNames)[number];

export const legalTitles: Record<LegalPage, string> = {
  terms: "Terms of Service",
  privacy: "Privacy Policy",
};

/** In UTF-16 units: about thirty printed pages. */
export const longestLegalText = 50_000;
