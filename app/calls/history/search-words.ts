/** What somebody types into a search box, as the full-text index understands it. */

const mostWords = 12;
/** Fewer digits than that are a price or a year, not a phone number. */
const leastDigits = 7;

/** Fewer letters than that begin half the dictionary. */
const leastBegun = 2;

/** As `matchOf`, but the last word may go on: for what is still being typed. */
export function begunMatchOf(typed: string): string | null {
  const match = matchOf(typed);
  const [last = ""] = /[\p{L}\p{N}\p{M}]+$/u.exec(typed.normalize("NFC")) ?? [];
  return match === null || last.length < leastBegun ? match : match.replaceAll(/"(?= OR |$)/g, '"*');
}

/**
 * The FTS5 query for what was typed: every word must occur, in any order; a phone number is one word however it is grouped.
 * Null when there is no word in it. Everything is quoted, so no character has a meaning of its own.
 */
export function matchOf(typed: string): string | null {
  if (/^\+?[\d\s().\-/]+$/.test(typed)) {
    const digits = typed.replaceAll(/\D/g, "");
    // Calls hold numbers with their country; ten digits are what North Americans write of theirs.
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
