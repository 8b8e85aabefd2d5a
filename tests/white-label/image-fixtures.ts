/** Small images of the four formats, written byte by byte from their specifications. */

export type Bytes = Uint8Array<ArrayBuffer>;

export const bytesOf = (...parts: (string | number | readonly number[] | Uint8Array)[]): Bytes =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === "string"
        ? [...part].map((letter) => letter.charCodeAt(0))
        : typeof part === "number"
          ? [part]
          : [...part],
    ),
  );

const big = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** (bytes - 1 - at)) % 256);
const little = (value: number, bytes: number) => big(value, bytes).reverse();

/** CRC-32 bit by bit, as the PNG specification defines it. */
function crc(bytes: Bytes): number {
  let value = 0xffffffff;
  for (const byte of bytes)
    for (let bit = 0; bit < 8; bit++) {
      const isOdd = ((value ^ (byte >>> bit)) & 1) === 1;
      value = isOdd ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    }
  return (value ^ 0xffffffff) >>> 0;
}

export function chunk(type: string, content: Uint8Array | string = ""): Bytes {
  const named = bytesOf(type, content);
  return bytesOf(big(named.length - 4, 4), named, big(crc(named), 4));
}

export const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const header = (width: number, height: number) =>
  chunk("IHDR", bytesOf(big(width, 4), big(height, 4), [8, 2, 0, 0, 0]));

/** A PNG; `between`: further chunks before the image's data. */
export const png = (width: number, height: number, between: Uint8Array = bytesOf()): Bytes =>
  bytesOf(pngSignature, header(width, height), between, chunk("IDAT", bytesOf(1, 2, 3)), chunk("IEND"));

export const segment = (marker: number, content: Uint8Array | string): Bytes => {
  const bytes = bytesOf(content);
  return bytesOf([0xff, marker], big(bytes.length + 2, 2), bytes);
};

const frame = (width: number, height: number) =>
  segment(0xc0, bytesOf(8, big(height, 2), big(width, 2), [1, 1, 0x11, 0]));
const scan = bytesOf(segment(0xda, bytesOf(1, 1, 0, 0, 63, 0)), [0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]);
const tables = segment(0xdb, bytesOf(0, new Uint8Array(64)));

export const jpeg = (width: number, height: number, between: Uint8Array = bytesOf()): Bytes =>
  bytesOf([0xff, 0xd8], between, tables, frame(width, height), scan, [0xff, 0xd9]);

export const riffChunk = (type: string, content: Uint8Array | string): Bytes => {
  const bytes = bytesOf(content);
  return bytesOf(type, little(bytes.length, 4), bytes, bytes.length % 2 ? [0] : []);
};
export const riff = (...chunks: Uint8Array[]): Bytes => {
  const body = bytesOf("WEBP", ...chunks);
  return bytesOf("RIFF", little(body.length, 4), body);
};
const lossless = (width: number, height: number) =>
  riffChunk("VP8L", bytesOf(0x2f, little(width - 1 + (height - 1) * 2 ** 14, 4), [7, 7]));
const lossy = (width: number, height: number) =>
  riffChunk("VP8 ", bytesOf([0, 0, 0], [0x9d, 0x01, 0x2a], little(width, 2), little(height, 2), [7]));
export const extended = (width: number, height: number, flags = 0) =>
  riffChunk("VP8X", bytesOf([flags, 0, 0, 0], little(width - 1, 3), little(height - 1, 3)));

export const webp = (width: number, height: number): Bytes => riff(lossless(width, height));
export const lossyWebp = (width: number, height: number): Bytes => riff(lossy(width, height));
/** With Exif data, and with another size in its header if one is given. */
export const extendedWebp = (width: number, height: number, canvas = width): Bytes =>
  riff(extended(canvas, height, 0b1000), lossless(width, height), riffChunk("EXIF", "<script>"));

/** Icons that are PNGs, in a directory that says `said` of their sides. */
export function ico(side: number, said = side): Bytes {
  const icon = png(side, side);
  const entry = [said % 256, said % 256, 0, 0, 1, 0, 32, 0];
  return bytesOf([0, 0, 1, 0, 1, 0], entry, little(icon.length, 4), little(22, 4), icon);
}

/** An icon that is a bitmap of 32 bits, with its mask. */
export function bitmapIco(side: number): Bytes {
  const pixels = new Uint8Array(side * side * 4 + Math.ceil(side / 32) * 4 * side);
  const bitmap = bytesOf(
    little(40, 4),
    little(side, 4),
    little(side * 2, 4),
    [1, 0, 32, 0],
    new Uint8Array(24),
    pixels,
  );
  return bytesOf(
    [0, 0, 1, 0, 1, 0],
    [side, side, 0, 0, 1, 0, 32, 0],
    little(bitmap.length, 4),
    little(22, 4),
    bitmap,
  );
}

export const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
