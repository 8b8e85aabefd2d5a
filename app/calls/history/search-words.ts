/** Turns the text of a search box into a query of the full-text index. */

const mostWords = 12;
/** Fewer digits than this are a price or a year, not a phone number. */
const leastDigits = 7;

/** Fewer letters than this match half the dictionary. */
const leastBegun = 2;

/** Like `matchOf`, but the last word may be unfinished, for text that is still being typed. */
export function begunMatchOf(typed: string): string | null {
  const match = matchOf(typed);
  const [last = ""] = /[\p{L}\p{N}\p{M}]+$/u.exec(typed.normalize("NFC")) ?? [];
  return match === null || last.length < leastBegun ? match : match.replaceAll(/"(?= OR |$)/g, '"*');
}

/**
 * The FTS5 query for a typed text: every word must occur, in any order; a phone number is one word however it is
 * grouped. Null when the text contains no word. Everything is quoted, so no character has a special meaning.
 */
export function matchOf(typed: string): string | null {
  if (/^\+?[\d\s().\-/]+$/.test(typed)) {
    const digits = typed.replaceAll(/\D/g, "");
    // Calls store numbers with their country code; North Americans type their numbers as ten digits.
    if (digits.length === 10 && !typed.startsWith("+")) return `"${digits}" OR "1${digits}"`;
    if (digits.length >= leastDigits) return `"${digits}"`;
  }
  const words = typed.normalize("NFC").match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.length === 0
    ? null
    : words
        .slice(0, mostWords)
        .map((word) => `"${word}"`)
        .join(" ");
}
