/** Reads the rows of a CSV file as they come: any size, any of the usual encodings, with a bounded memory. */
import Papa from "papaparse";
import { z } from "zod";

export type CsvShape = { delimiter: string; newline: "\n" | "\r\n" | "\r" };

/** The longest row: quotes that never close would take the rest of the file for one. */
const longestRow = 1024 * 1024;
/** Text that is read at once. */
const atOnce = 256 * 1024;

const parsed = z.object({
  data: z.array(z.array(z.string())),
  errors: z.array(z.object({ type: z.string(), row: z.number().optional() })),
  meta: z.object({ cursor: z.number() }),
});

/** A row longer than any that people make. */
export class RowTooLong extends Error {}

/** `isBroken`: its quotes do not fit, so its cells may be wrong. */
export type CsvRow = { cells: string[]; isBroken: boolean };

/**
 * The rows of a text, in batches as the text comes.
 * @throws RowTooLong
 */
export async function* csvRows(text: AsyncIterable<string>, shape: CsvShape): AsyncGenerator<CsvRow[]> {
  const { delimiter } = shape;
  // Files that were put together of others end some lines in CRLF and some in LF: the LF is what all of them have.
  const newline = shape.newline === "\r" ? "\r" : "\n";
  const parser = () => new Papa.Parser({ delimiter, newline });
  const read = (buffer: string, isLast: boolean) => {
    const { data, errors, meta } = parsed.parse(parser().parse(buffer, 0, !isLast));
    const broken = new Set(errors.filter(({ type }) => type === "Quotes").map(({ row }) => row));
    const rows = data.map((cells, at) => ({ cells: trimmed(cells), isBroken: broken.has(at) }));
    return { rows, rest: isLast ? "" : buffer.slice(meta.cursor) };
  };
  let buffer = "";
  let least = atOnce;
  for await (const chunk of text) {
    buffer += chunk;
    if (buffer.length < least) continue;
    const { rows, rest } = read(buffer, false);
    if (rest.length > longestRow) throw new RowTooLong();
    buffer = rest;
    // What is left of a long row is read again with as much as comes with it, and not with every chunk.
    least = rest.length + atOnce;
    if (rows.length > 0) yield rows;
  }
  if (buffer.length > longestRow * 2) throw new RowTooLong();
  if (buffer === "") return;
  const { rows } = read(buffer, true);
  // Behind the end of the last line there is no row.
  const isEnd = rows.at(-1)?.cells.join("") === "";
  yield isEnd ? rows.slice(0, -1) : rows;
}

/** Files of two worlds end some lines with a carriage return too. */
function trimmed(cells: string[]): string[] {
  const last = cells.at(-1);
  return last?.endsWith("\r") ? [...cells.slice(0, -1), last.slice(0, -1)] : cells;
}

const delimiters = [",", ";", "\t", "|"];

/** How a file separates its cells and lines, as its beginning shows. */
export function shapeOf(beginning: string): CsvShape {
  const { meta } = Papa.parse<string[]>(beginning, {
    preview: 20,
    skipEmptyLines: true,
    delimitersToGuess: delimiters,
  });
  const delimiter = delimiters.includes(meta.delimiter) ? meta.delimiter : ",";
  // A line feed in quotes is part of a cell, and ends no line.
  const lines = beginning.split('"').filter((_, at) => at % 2 === 0);
  const has = (end: string) => lines.some((text) => text.includes(end));
  return { delimiter, newline: has("\r") && !has("\n") ? "\r" : "\n" };
}

export const encodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type Encoding = (typeof encodings)[number];

/** The encoding that the first bytes say, by a mark or by the zeros of UTF-16; null: they say nothing. */
export function markedEncoding(bytes: Uint8Array): Encoding | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const some = bytes.subarray(0, 2000);
  const zeros = (odd: 0 | 1) => some.filter((byte, at) => at % 2 === odd && byte === 0).length;
  const half = some.length / 2;
  // Zeros at both places are no letters of UTF-16.
  const isEvery = (odd: 0 | 1) =>
    half >= 4 && zeros(odd) > half * 0.4 && zeros(odd === 0 ? 1 : 0) < half * 0.1;
  if (isEvery(1)) return "utf-16le";
  if (isEvery(0)) return "utf-16be";
  return null;
}

/** Bytes as text; a mark at the beginning is no part of it, and neither are the zeros that broken exports leave in cells. */
export async function* decoded(bytes: AsyncIterable<Uint8Array>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true }).replaceAll("\0", "");
    if (text !== "") yield text;
  }
  const last = decoder.decode().replaceAll("\0", "");
  if (last !== "") yield last;
}
