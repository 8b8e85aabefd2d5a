/** The choices that /settings offers. */

/** Formats of dates, times and numbers. */
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

/** Days after which the words of a call may be deleted. */
export const retentionChoices = [30, 90, 180, 365, 730] as const;

/** Days after which other classes of data may be deleted. Calls stay for more than a year, so that every bill can be checked. */
export const classChoices = {
  messages: [30, 90, 180, 365, 730],
  bookings: [90, 180, 365, 730],
  contacts: [180, 365, 730, 1095],
  calls: [400, 730, 1095, 2555],
} as const;

/** The same limit as for an agent's own. */
export const mostClosedDays = 60;
