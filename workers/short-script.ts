/** A script that is too long to be stored, shortened: its beginning and its end stay. */
import type { CallLine } from "#app/calls/calls.schema.ts";

/** A row of an object's SQLite has at most 2 MB (R33); the words of a script are stored once more, in the index. */
export const mostScript = 1_500_000;
/** For a script that could not be stored all the same. */
export const leastScript = 200_000;

const bytes = new TextEncoder();
const sizeOf = (line: CallLine): number => bytes.encode(JSON.stringify(line)).length + 1;

/** How many of the lines fit, from the first on. */
function fitting(lines: readonly CallLine[], most: number): number {
  let left = most;
  const over = lines.findIndex((line) => {
    left -= sizeOf(line);
    return left < 0;
  });
  return over < 0 ? lines.length : over;
}

/** @param most bytes of JSON that the lines may have */
export function shortScript(lines: readonly CallLine[], most: number): CallLine[] {
  if (fitting(lines, most) === lines.length) return [...lines];
  const first = lines.slice(0, fitting(lines, most / 2));
  const rest = lines.slice(first.length).reverse();
  const last = rest.slice(0, fitting(rest, most / 2)).reverse();
  const left = lines.length - first.length - last.length;
  const text =
    left === 1
      ? "One line is missing here, because the call was too long to keep"
      : `${left} lines are missing here, because the call was too long to keep`;
  const at_ms = first.at(-1)?.at_ms ?? 0;
  return [...first, { type: "note", text, heard: null, detail: null, at_ms }, ...last];
}
