/** Passwords that are guessed first: the list, and the names that belong to the account (R14). */
import list from "./common-passwords.txt?raw";
import { isListed, isMadeOfName } from "./password-rules.ts";

/** The whole list. */
export const commonPasswords: ReadonlySet<string> = new Set(
  list.split("\n").filter((line) => line && !line.startsWith("# ")),
);

/** Whether a password is common: listed, or made of one of `names`, which are words of this account. */
export const isCommonPassword = (password: string, names: readonly string[] = []): boolean =>
  isListed(commonPasswords, password) || isMadeOfName(password, names);
