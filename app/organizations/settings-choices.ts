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
