/** The text of an article as its blocks: headings, paragraphs, lists, steps, tables, notes and pictures; bold words, keys and links within lines. */

export type Inline =
  | { readonly kind: "words" | "strong" | "key"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly to: string };

export type Block =
  | { readonly kind: "heading" | "paragraph" | "note"; readonly words: readonly Inline[] }
  | { readonly kind: "list" | "steps"; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: "table"; readonly rows: readonly (readonly (readonly Inline[])[])[] }
  | { readonly kind: "picture"; readonly name: string; readonly alt: string };

const marked = /\*\*([^*]+)\*\*|`([^`]+)`|\[([^\][]+)\]\(([^()]+)\)/g;

/** The parts of a line. */
export function inline(line: string): Inline[] {
  const parts: Inline[] = [];
  let at = 0;
  for (const found of line.matchAll(marked)) {
    if (found.index > at) parts.push({ kind: "words", text: line.slice(at, found.index) });
    const [whole, strong, key, text = "", to = ""] = found;
    if (strong !== undefined) parts.push({ kind: "strong", text: strong });
    else if (key !== undefined) parts.push({ kind: "key", text: key });
    else parts.push({ kind: "link", text, to });
    at = found.index + whole.length;
  }
  if (at < line.length) parts.push({ kind: "words", text: line.slice(at) });
  return parts;
}

const picture = /^!\[([^\][]+)\]\(([\w-]+)\)$/;
const step = /^\d\. /;

function blockOf(text: string): Block {
  const lines = text.split("\n");
  const drawn = picture.exec(text);
  if (drawn) return { kind: "picture", alt: drawn[1] ?? "", name: drawn[2] ?? "" };
  if (text.startsWith("## ")) return { kind: "heading", words: inline(text.slice(3)) };
  if (text.startsWith("> ")) return { kind: "note", words: inline(text.slice(2)) };
  if (lines.every((line) => line.startsWith("- ")))
    return { kind: "list", items: lines.map((line) => inline(line.slice(2))) };
  if (lines.every((line) => step.test(line)))
    return { kind: "steps", items: lines.map((line) => inline(line.slice(3))) };
  if (lines.every((line) => line.startsWith("| ")))
    return {
      kind: "table",
      rows: lines.map((line) =>
        line
          .split("|")
          .slice(1, -1)
          .map((cell) => inline(cell.trim())),
      ),
    };
  return { kind: "paragraph", words: inline(lines.join(" ")) };
}

/** The blocks of a text; an empty line stands between two. */
export const blocksOf = (body: string): Block[] =>
  body
    .split("\n\n")
    .map((part) => part.trim())
    .filter(Boolean)
    .map(blockOf);

/** What a reader sees of a text, without its marks: for the search. */
export const plainText = (body: string): string =>
  body
    .split("\n\n")
    .map((part) => part.trim().replace(picture, "$1"))
    .join("\n\n")
    .replaceAll(marked, (_, strong?: string, key?: string, text?: string) => strong ?? key ?? text ?? "");
