/** PNG (https://www.w3.org/TR/png-3/): a signature and chunks, each with its length and a checksum. */
import { crc32 } from "#app/platform/crc32.ts";
import { type Bytes, ImageFault, joined, numbers, part, sized, textAt } from "./image-bytes.ts";

/** What draws the image and its colors. Texts, times, animations, Exif data and unknown chunks are left out. */
const kept = new Set([
  "IHDR",
  "PLTE",
  "IDAT",
  "IEND",
  "tRNS",
  "gAMA",
  "cHRM",
  "sRGB",
  "iCCP",
  "sBIT",
  "pHYs",
  "bKGD",
]);

const signatureLength = 8;
/** Length, type and checksum around a chunk's content. */
const frame = 12;

/** @throws ImageFault */
export function cleanPng(bytes: Bytes) {
  const parts = [part(bytes, 0, signatureLength)];
  const seen = new Set<string>();
  let size = { width: 0, height: 0 };
  let at = signatureLength;
  for (;;) {
    const length = numbers(bytes, at, 4).getUint32(0);
    const chunk = part(bytes, at, frame + length);
    const type = textAt(bytes, at + 4, 4);
    if (!/^[A-Za-z]{4}$/.test(type)) throw new ImageFault("not a chunk");
    if (seen.size === 0) {
      if (type !== "IHDR" || length !== 13) throw new ImageFault("no header");
      const header = numbers(bytes, at + 8, 8);
      size = sized({ width: header.getUint32(0), height: header.getUint32(4) });
    } else if (type === "IHDR") throw new ImageFault("two headers");
    // An upper-case first letter: an image cannot be drawn without it.
    if (/^[A-Z]/.test(type) && !kept.has(type)) throw new ImageFault("unknown critical chunk");
    if (crc32(chunk.subarray(4, 8 + length)) !== numbers(chunk, 8 + length, 4).getUint32(0))
      throw new ImageFault("wrong checksum");
    if (kept.has(type)) parts.push(chunk);
    seen.add(type);
    at += frame + length;
    if (type === "IEND") break;
  }
  if (!seen.has("IDAT")) throw new ImageFault("no image");
  return { ...size, bytes: joined(parts) };
}
