/** WebP (RFC 9649): a RIFF container with chunks of even length; the header says where it ends. */
import { type Bytes, ImageFault, joined, numbers, part, sized, startsWith, textAt } from "./image-bytes.ts";

const kept = new Set(["VP8X", "VP8 ", "VP8L", "ALPH", "ICCP", "ANIM", "ANMF"]);
/** The flags of an extended header for Exif and XMP data, which are left out. */
const metadata = 0b1100;

/** The size of a lossy or lossless image, from its own header. */
function sizeOf(type: string, content: Bytes) {
  if (type === "VP8L") {
    if (content[0] !== 0x2f) throw new ImageFault("no lossless image");
    const bits = numbers(content, 1, 4).getUint32(0, true);
    return sized({ width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 });
  }
  if (!startsWith(part(content, 3, 3), [0x9d, 0x01, 0x2a])) throw new ImageFault("no lossy image");
  const header = numbers(content, 6, 4);
  return sized({ width: header.getUint16(0, true) & 0x3fff, height: header.getUint16(2, true) & 0x3fff });
}

const uint24 = (content: Bytes, at: number) => {
  const view = numbers(content, at, 3);
  return view.getUint16(0, true) + view.getUint8(2) * 65_536;
};

/** @throws ImageFault */
export function cleanWebp(bytes: Bytes) {
  const end = 8 + numbers(bytes, 4, 4).getUint32(0, true);
  const file = part(bytes, 0, end);
  const parts: Bytes[] = [];
  let canvas: { width: number; height: number } | null = null;
  let image: { width: number; height: number } | null = null;
  let hasFrames = false;
  for (let at = 12; at < end; ) {
    const type = textAt(file, at, 4);
    const length = numbers(file, at + 4, 4).getUint32(0, true);
    const whole = part(file, at, 8 + length + (length % 2));
    const content = whole.subarray(8, 8 + length);
    if (type === "VP8X") {
      const extended = Uint8Array.from(whole);
      extended[8] = (extended[8] ?? 0) & ~metadata;
      canvas = { width: uint24(content, 4) + 1, height: uint24(content, 7) + 1 };
      parts.push(extended);
    } else if (kept.has(type)) parts.push(whole);
    if (type === "VP8 " || type === "VP8L") image ??= sizeOf(type, content);
    if (type === "ANMF") hasFrames = true;
    at += whole.length;
  }
  const size = canvas ?? image;
  if (size === null || (image === null && !hasFrames)) throw new ImageFault("no image");
  // A still image fills its canvas: another size in the header would hide how large it really is.
  if (image !== null && (image.width !== size.width || image.height !== size.height))
    throw new ImageFault("two sizes");
  const body = joined(parts);
  const head = Uint8Array.from(file.subarray(0, 12));
  new DataView(head.buffer).setUint32(4, 4 + body.length, true);
  return { ...size, bytes: joined([head, body]) };
}
