/** Which passwords are allowed, and how strong one is: the rules and texts of docs/product.md, "Validation". */

/** Longer ones are refused before they are hashed (R13). */
export const longestPassword = 256;

export const passwordWords = {
  short: "Password must be at least 8 characters long",
  long: `Password must be at most ${longestPassword} characters long`,
  uppercase: "Password must contain at least one uppercase letter",
  number: "Password must contain at least one number",
  special: "Password must contain at least one special character",
  common: "This password is too common and easily guessed. Please choose something more unique",
  sequence: 'Avoid using sequential characters like "12345" or "abcdef"',
  repeat: "Don't repeat the same character multiple times",
  mismatch: "Passwords don't match",
} as const;

/** Digits, the alphabet, the rows of a keyboard (its digits end with 0). */
const rows = ["0123456789", "1234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm"];
/** This many neighbours are a sequence, and this many of one character a repetition. */
const run = 4;

const runsOf = (row: string): string[] =>
  Array.from({ length: row.length - run + 1 }, (_, at) => row.slice(at, at + run));
const reversed = (text: string): string => [...text].reverse().join("");
const sequences: ReadonlySet<string> = new Set(
  rows.flatMap((row) => [...runsOf(row), ...runsOf(reversed(row))]),
);

/** Whether four neighbours of a row stand beside each other, in either direction and any case. */
export function hasSequence(password: string): boolean {
  const folded = password.toLowerCase();
  for (let at = 0; at + run <= folded.length; at++)
    if (sequences.has(folded.slice(at, at + run))) return true;
  return false;
}

/** Whether one character stands four or more times in a row. */
export const hasRepeat = (password: string): boolean => /(.)\1{3}/su.test(password);

const has = {
  lowercase: (password: string) => /\p{Ll}/u.test(password),
  uppercase: (password: string) => /\p{Lu}/u.test(password),
  number: (password: string) => /\p{Nd}/u.test(password),
  special: (password: string) => /[^\p{L}\p{M}\p{N}]/u.test(password),
};

/** Characters as people count them: an emoji of one code point is one. */
const lengthOf = (password: string): number => [...password].length;

/**
 * The texts of all rules that a password breaks, in fixed order (docs/product.md, "Validation"); empty when the
 * password is allowed. Only the server knows common ones (`isCommon`), because the list is not sent to browsers.
 */
export function brokenRules(password: string, isCommon = false): string[] {
  const broken: string[] = [];
  if (lengthOf(password) < 8) broken.push(passwordWords.short);
  if (password.length > longestPassword) return [...broken, passwordWords.long];
  if (!has.uppercase(password)) broken.push(passwordWords.uppercase);
  if (!has.number(password)) broken.push(passwordWords.number);
  if (!has.special(password)) broken.push(passwordWords.special);
  if (isCommon) broken.push(passwordWords.common);
  if (hasSequence(password)) broken.push(passwordWords.sequence);
  if (hasRepeat(password)) broken.push(passwordWords.repeat);
  return broken;
}

export type Strength = { score: number; label: "weak" | "fair" | "good" | "strong" };

/**
 * How strong a password is, from 0 to 100: up to 30 for its length (2 for each character), 10 and 7.5 for each class
 * of characters in it, minus 20 for a sequence and 15 for a repetition.
 */
export function strengthOf(password: string): Strength {
  const classes = Object.values(has).filter((isIn) => isIn(password)).length;
  const earned = Math.min(30, 2 * lengthOf(password)) + classes * (10 + 7.5);
  const lost = (hasSequence(password) ? 20 : 0) + (hasRepeat(password) ? 15 : 0);
  const score = Math.max(0, Math.min(100, earned - lost));
  return { score, label: score < 40 ? "weak" : score < 60 ? "fair" : score < 80 ? "good" : "strong" };
}
