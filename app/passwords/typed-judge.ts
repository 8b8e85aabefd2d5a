/** Judges in the browser what only a list and names can tell; it is loaded when a new password is begun. */
import { accountNames } from "./account-names.ts";
import list from "./common-typed.txt?raw";
import { isListed, isMadeOfName } from "./password-rules.ts";

const common: ReadonlySet<string> = new Set(list.split("\n").filter(Boolean));

/** Whether the server will call it common, as far as no other rule refuses it. */
export const isCommonTyped = (password: string, names: readonly string[], email: string): boolean =>
  isListed(common, password) || isMadeOfName(password, accountNames(names, email));
