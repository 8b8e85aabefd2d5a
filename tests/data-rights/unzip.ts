/** Reads an archive as a stranger's program does: by its directory, checking every size and checksum. */
import { crc32, inflateRawSync } from "node:zlib";

const utf8 = new TextDecoder();

/** The text of every file, by its name. */
export function unzipped(bytes: Uint8Array): Map<string, string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - 22;
  if (view.getUint32(end, true) !== 0x06054b50) throw new Error("no directory");
  const entries = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const files = new Map<string, string>();
  for (let entry = 0; entry < entries; entry++) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new Error("no entry");
    const [crc, packed, raw] = [16, 20, 24].map((offset) => view.getUint32(at + offset, true));
    const [named = 0, more = 0] = [28, 30].map((offset) => view.getUint16(at + offset, true));
    const offset = view.getUint32(at + 42, true);
    const name = utf8.decode(bytes.subarray(at + 46, at + 46 + named));
    if (view.getUint32(offset, true) !== 0x04034b50) throw new Error(`no header of ${name}`);
    const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
    const text = inflateRawSync(bytes.subarray(start, start + (packed ?? 0)));
    if (text.length !== raw) throw new Error(`${name} has ${text.length} bytes, not ${raw}`);
    if (crc32(text) !== crc) throw new Error(`${name} is damaged`);
    if (files.has(name)) throw new Error(`${name} is there twice`);
    files.set(name, utf8.decode(text));
    at += 46 + named + more;
  }
  return files;
}

/** The rows of a file of JSON lines. */
export const rowsIn = (files: Map<string, string>, name: string): Record<string, unknown>[] =>
  (files.get(name) ?? "")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Record<string, unknown> => JSON.parse(line));
