/** A label of an agent's or an organization's own, inside a sentence. */

/** "cleaning" for "Cleaning"; "MRI scan" stays. */
export const inSentence = (label: string): string =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;

/** "name", "name and phone", "name, phone and email". */
export const listed = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
