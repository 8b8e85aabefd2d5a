/** The cookies that remember how a visitor came here. */
export const arrivalNames = [
  "referral_code",
  "click_id",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
] as const;
