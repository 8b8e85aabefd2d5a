/** The form in which e-mail addresses are compared. */

/** An address in lower case. SQLite's own `lower` and `nocase` fold ASCII letters only. */
export const folded = (email: string): string => email.toLowerCase();
