/** The addresses in a pasted text: separated by commas, semicolons, lines or spaces, with or without names; and the form's answer about them. */

/** How many people are invited at once: as many as one person may invite in an hour. */
export const mostAtOnce = 20;

/** What became of one address. */
export type InvitedAddress = { readonly email: string; readonly words: string; readonly isInvited: boolean };

/** The form after an answer: what became of each address, what is left to correct, and what is wrong with its fields. */
export type InviteReply = {
  readonly addresses: readonly InvitedAddress[];
  readonly left: string;
  readonly role: string;
  readonly errors: { readonly emails?: readonly string[]; readonly role?: readonly string[] };
};

/** The text between separators; a comma inside quotes belongs to a name. */
function entriesOf(text: string): string[] {
  const entries: string[] = [];
  let entry = "";
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    if (character === "\n") isQuoted = false;
    if (character === "\n" || (!isQuoted && (character === "," || character === ";"))) {
      entries.push(entry);
      entry = "";
    } else entry += character;
  }
  return [...entries, entry].map((one) => one.trim()).filter((one) => one !== "");
}

/** `Mara Lind <mara@x.test>` is one address; "a@x.test b@x.test" are two; anything else stays whole, to be refused as typed. */
function addressesOf(entry: string): string[] {
  const from = entry.lastIndexOf("<");
  const to = entry.lastIndexOf(">");
  if (from !== -1 && to > from) return [entry.slice(from + 1, to).trim()];
  const words = entry.split(/\s+/);
  return words.every((word) => word.includes("@")) ? words : [entry];
}

/** Each address once, in the order of the text; case makes no difference. */
export function addressesIn(text: string): string[] {
  const seen = new Map<string, string>();
  for (const address of entriesOf(text).flatMap(addressesOf)) {
    const key = address.toLowerCase();
    if (!seen.has(key)) seen.set(key, address);
  }
  return [...seen.values()];
}
