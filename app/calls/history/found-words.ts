/** Shows a search's words where they were found: the words of a text that match, and the line of a script with most of them. */

/** A part of a text; `isFound`: one of the words that were searched for. */
export type TextPart = { text: string; isFound: boolean };

/** What was said, and who said it. */
export type FoundLine = { by: string; parts: TextPart[] };

const word = /[\p{L}\p{N}\p{M}]+/gu;
/** Fewer digits than this are a price or a year, not a phone number. */
const leastDigits = 7;
/** About one line of the list. */
const longest = 110;
/** How much of that stands before the first word that was found. */
const before = 36;

const folded = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** The stem of an English word, near to that of the full-text index: "cleaning", "cleaned" and "cleans" are one word. */
function stemOf(text: string): string {
  const whole = folded(text);
  const stem = whole.replace(/(?:ings?|ed|ies|ied|ly|ers?|es|s|y|e)$/, "").replace(/([^\d])\1$/, "$1");
  return stem.length < 3 ? whole : stem;
}

const stemsOf = (typed: string): Set<string> =>
  new Set((typed.normalize("NFC").match(word) ?? []).map(stemOf));

/** The stems of a text that were searched for. */
const stemsIn = (text: string, wanted: ReadonlySet<string>): Set<string> =>
  new Set((text.match(word) ?? []).map(stemOf).filter((stem) => wanted.has(stem)));

function partsOf(text: string, wanted: ReadonlySet<string>): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: said, index } of text.matchAll(word)) {
    if (!wanted.has(stemOf(said))) continue;
    if (index > end) parts.push({ text: text.slice(end, index), isFound: false });
    parts.push({ text: said, isFound: true });
    end = index + said.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isFound: false });
  return parts;
}

const digitsIn = (text: string): string => text.replaceAll(/\D/g, "");

/** A text in parts, the words that were searched for apart; a phone number is one word, however it is grouped. */
export function marked(text: string, typed: string): TextPart[] {
  if (!/^\+?[\d ]+$/.test(text)) return partsOf(text, stemsOf(typed));
  const digits = digitsIn(typed);
  return [{ text, isFound: digits.length >= leastDigits && digitsIn(text).includes(digits) }];
}

/** The part of a long text around the first word that was found, cut at words. */
function around(text: string, wanted: ReadonlySet<string>): string {
  if (text.length <= longest) return text;
  const first = [...text.matchAll(word)].find(([said]) => wanted.has(stemOf(said)))?.index ?? 0;
  const from = first <= before ? 0 : text.indexOf(" ", first - before) + 1;
  const rest = text.slice(from);
  const end = rest.length <= longest ? rest.length : rest.lastIndexOf(" ", longest);
  return `${from > 0 ? "… " : ""}${rest.slice(0, end === -1 ? longest : end)}${end < rest.length ? " …" : ""}`;
}

type Line = { type: string; text: string };

/** The first line with most of the words that were typed; null when no line has any. */
export function foundLine(
  lines: readonly Line[],
  typed: string,
  names: { caller: string; agent: string },
): FoundLine | null {
  const wanted = stemsOf(typed);
  let best: Line | null = null;
  let most = 0;
  for (const line of lines) {
    if (line.type !== "agent" && line.type !== "caller") continue;
    const { size } = stemsIn(line.text, wanted);
    if (size <= most) continue;
    best = line;
    most = size;
  }
  if (best === null) return null;
  return {
    by: best.type === "agent" ? names.agent : names.caller,
    parts: partsOf(around(best.text, wanted), wanted),
  };
}
