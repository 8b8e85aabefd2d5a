/** What an e-mail address is compared by. */

/** An address in lower case. SQLite's own `lower` and `nocase` fold ASCII letters only. */
export const folded = (email: string): string => email.toLowerCase();
