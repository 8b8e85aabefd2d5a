/** JPEG (ITU-T T.81, annex B): segments behind markers, and after each start of scan its coded data. */
import { type Bytes, ImageFault, joined, numbers, part, sized, textAt } from "./image-bytes.ts";

const startOfImage = Uint8Array.of(0xff, 0xd8);
const endOfImage = Uint8Array.of(0xff, 0xd9);
const startOfScan = 0xda;

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isTable = (marker: number) => [0xc4, 0xcc, 0xdb, 0xdd, startOfScan].includes(marker);

/** Color profiles and Adobe's color transform change how the image looks; other applications' data, Exif and comments do not. */
function isKept(marker: number, segment: Bytes): boolean {
  if (isFrame(marker) || isTable(marker)) return true;
  if (marker === 0xe2) return textAt(segment, 4, 12) === "ICC_PROFILE\0";
  return marker === 0xee && textAt(segment, 4, 5) === "Adobe";
}

/** Where the coded data that begin here end: at the next marker that is neither a stuffed zero nor a restart. */
function endOfScan(bytes: Bytes, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw new ImageFault("no end");
}

/** @throws ImageFault */
export function cleanJpeg(bytes: Bytes) {
  const parts: Bytes[] = [startOfImage];
  let size = { width: 0, height: 0 };
  let hasScan = false;
  let at = 2;
  for (;;) {
    // Any number of fill bytes may come before a marker.
    while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at++;
    const [lead, marker = 0] = part(bytes, at, 2);
    if (lead !== 0xff) throw new ImageFault("no marker");
    if (marker === 0xd9) break;
    const length = numbers(bytes, at + 2, 2).getUint16(0);
    if (length < 2) throw new ImageFault("no length");
    const segment = part(bytes, at, 2 + length);
    if (isFrame(marker)) {
      if (size.width > 0) throw new ImageFault("two frames");
      const header = numbers(segment, 5, 4);
      size = sized({ width: header.getUint16(2), height: header.getUint16(0) });
    }
    if (isKept(marker, segment)) parts.push(segment);
    at += 2 + length;
    if (marker !== startOfScan) continue;
    if (size.width === 0) throw new ImageFault("no frame");
    hasScan = true;
    const end = endOfScan(bytes, at);
    parts.push(part(bytes, at, end - at));
    at = end;
  }
  if (!hasScan) throw new ImageFault("no image");
  return { ...size, bytes: joined([...parts, endOfImage]) };
}
