/** Whose clock a campaign's hours are read on. */

const usual = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Phoenix",
  "America/Los_Angeles",
  "America/Anchorage",
  "Pacific/Honolulu",
] as const;

/** "Los Angeles" of America/Los_Angeles. */
const cityOf = (zone: string): string => (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");

/** The clock in words, inside a sentence. */
export const zoneWords = (zone: string): string =>
  zone === "contact" ? "each person's own time" : `${cityOf(zone)} time`;

/** The contact's own zone first, then the organization's, the stored one, and those of the United States. */
export const zoneChoices = (own: string, stored: string): { value: string; label: string }[] => [
  { value: "contact", label: "Each person called" },
  ...[...new Set([own, ...(stored === "contact" ? [] : [stored]), ...usual])].map((zone) => ({
    value: zone,
    label: cityOf(zone),
  })),
];
