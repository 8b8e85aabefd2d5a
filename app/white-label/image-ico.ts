/** ICO: a directory of icons, each a PNG or a bitmap without its file header. */
import { type Bytes, ImageFault, joined, numbers, part, sized } from "./image-bytes.ts";
import { cleanPng } from "./image-png.ts";

const entryLength = 16;
const mostIcons = 20;
const bitmapHeader = 40;
const pngStart = 0x89504e47;

/** An icon's content, and its size as the content itself says it. */
function cleanIcon(content: Bytes) {
  if (numbers(content, 0, 4).getUint32(0) === pngStart) return cleanPng(content);
  const header = numbers(content, 0, bitmapHeader);
  if (header.getUint32(0, true) !== bitmapHeader) throw new ImageFault("no bitmap");
  const width = header.getInt32(4, true);
  // A bitmap in an icon is twice as high: its colors, then its mask.
  const height = header.getInt32(8, true) / 2;
  const depth = header.getUint16(14, true);
  if (!Number.isInteger(height) || ![1, 4, 8, 24, 32].includes(depth)) throw new ImageFault("no icon");
  if (header.getUint32(16, true) !== 0) throw new ImageFault("compressed bitmap");
  const rows = (bits: number) => Math.ceil((width * bits) / 32) * 4 * height;
  const used = header.getUint32(32, true);
  const palette = depth <= 8 ? (used === 0 ? 2 ** depth : used) * 4 : 0;
  const size = sized({ width, height });
  return { ...size, bytes: part(content, 0, bitmapHeader + palette + rows(depth) + rows(1)) };
}

/** @throws ImageFault */
export function cleanIco(bytes: Bytes) {
  const count = numbers(bytes, 4, 2).getUint16(0, true);
  if (count < 1 || count > mostIcons) throw new ImageFault("how many icons");
  const directory = Uint8Array.from(part(bytes, 0, 6 + count * entryLength));
  const view = new DataView(directory.buffer);
  const icons: Bytes[] = [];
  let size = { width: 0, height: 0 };
  let at = directory.length;
  for (let icon = 0; icon < count; icon++) {
    const entry = 6 + icon * entryLength;
    const length = view.getUint32(entry + 8, true);
    const {
      bytes: content,
      width,
      height,
    } = cleanIcon(part(bytes, view.getUint32(entry + 12, true), length));
    // A directory has one byte for each side: 0 stands for 256.
    if ([width, height].some((side, of) => (view.getUint8(entry + of) || 256) !== side))
      throw new ImageFault("two sizes");
    view.setUint32(entry + 8, content.length, true);
    view.setUint32(entry + 12, at, true);
    at += content.length;
    icons.push(content);
    if (width > size.width) size = { width, height };
  }
  return { ...size, bytes: joined([directory, ...icons]) };
}
