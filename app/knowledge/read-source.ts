/** Turns the bytes of a source into paragraphs and headings, by its type. */
import { blocksOfMarkdown, blocksOfText, type ReadText } from "./blocks.ts";
import { blocksOfHtml } from "./html-blocks.ts";
import type { FileType, ImportFailure } from "./knowledge.schema.ts";

export type ReadSource = { ok: true; read: ReadText } | { ok: false; reason: ImportFailure };

/** The text of bytes; null: they are none. */
function decoded(bytes: Uint8Array, charset: string): string | null {
  const [first, second] = bytes;
  const marked =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : charset;
  try {
    return new TextDecoder(marked || "utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Older pages and files of Windows.
    const text = new TextDecoder("windows-1252").decode(bytes);
    return text.includes("\0") ? null : text;
  }
}

/** The character set that a page names by itself. */
const namedCharset = (bytes: Uint8Array): string =>
  /<meta[^>]{0,200}charset\s?=\s?["']?([\w-]{2,30})/i.exec(
    new TextDecoder("windows-1252").decode(bytes.subarray(0, 2048)),
  )?.[1] ?? "";

/**
 * @param charset as the server said it; empty: it said none
 * @param progress told the share that is read, 0 to 1
 */
export async function readSource(
  bytes: Uint8Array,
  type: FileType,
  charset: string,
  progress: (share: number) => Promise<void>,
): Promise<ReadSource> {
  if (type === "pdf") return readPdf(bytes, progress);
  const text = decoded(bytes, charset || (type === "html" ? namedCharset(bytes) : ""));
  if (text === null || text.includes("\0")) return { ok: false, reason: "unreadable" };
  const read =
    type === "html" ? blocksOfHtml(text) : type === "md" ? blocksOfMarkdown(text) : blocksOfText(text);
  return { ok: true, read };
}

async function readPdf(bytes: Uint8Array, progress: (share: number) => Promise<void>): Promise<ReadSource> {
  const { blocksOfPdf } = await import("./pdf-text.ts");
  const { EncryptedPdf } = await import("./pdf-file.ts");
  const { TooMuchWork } = await import("./work.ts");
  try {
    return { ok: true, read: await blocksOfPdf(bytes, progress) };
  } catch (error) {
    if (error instanceof TooMuchWork) return { ok: false, reason: "too_long" };
    return { ok: false, reason: error instanceof EncryptedPdf ? "encrypted" : "unreadable" };
  }
}
