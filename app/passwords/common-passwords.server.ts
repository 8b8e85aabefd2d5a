/** Passwords that are guessed first: the list, and the names that belong to the account (R14). */
import list from "./common-passwords.txt?raw";

const common: ReadonlySet<string> = new Set(
  list.split("\n").filter((line) => line && !line.startsWith("# ")),
);

/** The number of passwords in the list. */
export const commonPasswordCount = common.size;

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, "");

/**
 * Whether a password is common. Case and marks at its ends do not count: "Password1!" is "password1". `names` are
 * words of this account, such as the product's and the organization's: a password with no letters except one of them
 * is common too.
 */
export function isCommonPassword(password: string, names: readonly string[] = []): boolean {
  const folded = password.toLowerCase();
  const bare = folded.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  if (common.has(folded) || common.has(bare)) return true;
  const letters = lettersOf(password);
  return letters.length >= 4 && names.some((name) => lettersOf(name) === letters);
}
