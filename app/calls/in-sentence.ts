/** A label or a caller's own words, inside a sentence or at its start. */

/** "cleaning" for "Cleaning"; "MRI scan" stays. */
export const inSentence = (label: string): string =>
  /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;

/** The other way round: words at the start of a sentence. */
export const asSentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** "name", "name and phone", "name, phone and email". */
export const listed = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
