/** Ids in Stripe's format: a prefix for the kind, and random letters. */
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

export const newStripeId = (prefix: string, length = 24): string =>
  `${prefix}_${[...crypto.getRandomValues(new Uint8Array(length))].map((byte) => letters[byte % letters.length]).join("")}`;
