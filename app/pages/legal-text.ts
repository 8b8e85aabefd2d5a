/** A legal page as its organization typed it: plain text with headings, lists and paragraphs, and nothing else. */

export type LegalBlock =
  | { readonly kind: "heading" | "paragraph"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly string[] };

/** A line that begins a heading ("## Your account") or an item of a list ("- …", "* …"). */
const heading = /^#{1,3} +(\S.*)$/;
const item = /^[-*] +(\S.*)$/;

function blockOf(lines: readonly string[]): LegalBlock[] {
  const [first = "", ...rest] = lines;
  const title = heading.exec(first)?.[1];
  if (title !== undefined)
    return [{ kind: "heading", text: title }, ...(rest.length > 0 ? blockOf(rest) : [])];
  const items = lines.map((line) => item.exec(line)?.[1]);
  if (items.every((text) => text !== undefined)) return [{ kind: "list", items }];
  return [{ kind: "paragraph", text: lines.join(" ") }];
}

/** The parts of a text; an empty line stands between two. */
export const legalBlocks = (text: string): LegalBlock[] =>
  text
    .split(/\n[ \t]*\n/)
    .map((part) =>
      part
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean),
    )
    .filter((lines) => lines.length > 0)
    .flatMap(blockOf);

/** The parts of a text with their places, which identify them: two may be the same, and none ever moves. */
export const numbered = <One>(parts: readonly One[]): { place: number; one: One }[] =>
  parts.map((one, place) => ({ place, one }));
