/** How many segments a carrier counts for a text message: 160 characters of GSM 03.38, or 70 of UCS-2; in several, 153 or 67 each. */

const basic = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
/** Each of these takes two places. */
const extended = new Set("^{}\\[~]|€\f");

/** The longest text that carriers take in one message. */
export const longestText = 1600;

/** The places that a text takes in the GSM alphabet; null: it has a character that is not in it. */
function gsmPlaces(text: string): number | null {
  let places = 0;
  for (const character of text) {
    if (basic.has(character)) places += 1;
    else if (extended.has(character)) places += 2;
    else return null;
  }
  return places;
}

export function segmentsOf(text: string): number {
  if (text === "") return 0;
  const places = gsmPlaces(text);
  // UCS-2 counts code units: most emoji take two.
  const length = places ?? text.length;
  const [one, each] = places === null ? [70, 67] : [160, 153];
  return length <= one ? 1 : Math.ceil(length / each);
}

/** Typographic marks that would make a plain text cost more than twice as much. */
const plainer: Readonly<Record<string, string>> = {
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "–": "-",
  "—": "-",
  "…": "...",
  "\u00a0": " ",
};

/** A number said digit by digit, "5 0 3, 5 5 5, 0 1 9 9", as it is written. */
const asWritten = (digits: string): string => digits.replaceAll(" ", "").replaceAll(",", "-");

/** What an agent writes, as it is sent: plain marks, one message, cut at the end of a sentence. */
export function asText(words: string): string {
  const plain = words
    .replaceAll(/[‘’“”–—…\u00a0]/g, (mark) => plainer[mark] ?? mark)
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\b\d(?:,? \d){6,}\b/g, asWritten)
    .trim();
  if (plain.length <= longestText) return plain;
  const room = plain.slice(0, longestText);
  const end = Math.max(room.lastIndexOf(". "), room.lastIndexOf("? "), room.lastIndexOf("! "));
  return end > 0 ? room.slice(0, end + 1) : room;
}
