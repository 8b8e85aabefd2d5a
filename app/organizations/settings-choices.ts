/** The lists that /settings offers. */

/** How dates, times and numbers are written. */
export const locales = [
  ["en-US", "English (United States)"],
  ["en-GB", "English (United Kingdom)"],
  ["en-CA", "English (Canada)"],
  ["en-AU", "English (Australia)"],
  ["en-IE", "English (Ireland)"],
  ["en-NZ", "English (New Zealand)"],
  ["en-IN", "English (India)"],
  ["en-ZA", "English (South Africa)"],
] as const;

export const currencies = [
  "USD",
  "EUR",
  "GBP",
  "CAD",
  "AUD",
  "NZD",
  "CHF",
  "SEK",
  "NOK",
  "DKK",
  "INR",
  "JPY",
  "ZAR",
] as const;

/** Days after which what was said on a call may be forgotten. */
export const retentionChoices = [30, 90, 180, 365, 730] as const;

/** As many as an agent has of its own. */
export const mostClosedDays = 60;
