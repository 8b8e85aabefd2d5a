/** The part of a file that a browser asks for: one range of bytes (RFC 9110, 14.1). */

export type ByteRange = { offset: number; length: number };

/** Null: the whole file, also where the header is none that this reads. "unmet": the file has no such part. */
export function rangeOf(header: string | null, size: number): ByteRange | null | "unmet" {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (from === "" && to === "") return null;
  if (from === "") {
    const length = Math.min(size, Number(to));
    return length === 0 ? "unmet" : { offset: size - length, length };
  }
  const offset = Number(from);
  const last = to === "" ? size - 1 : Math.min(size - 1, Number(to));
  if (to !== "" && Number(to) < offset) return null;
  return offset >= size ? "unmet" : { offset, length: last - offset + 1 };
}
