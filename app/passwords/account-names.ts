/** The words that no password of an account may be made of (R14), for the server that decides and the meter that warns. */
import { organizationNameFor } from "#app/membership/first-organization.ts";

/** The names of the brand, the organizations and the account itself. The server adds the product's: no page names that. */
export const accountNames = (names: readonly string[], email: string): string[] => [
  ...names,
  ...(email ? [organizationNameFor(email), email.replace(/@.*$/s, "")] : []),
];
