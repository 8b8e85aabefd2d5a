/** Reading bytes of an image with every length checked. */

export type Bytes = Uint8Array<ArrayBuffer>;

/** The file is not what its first bytes promise. */
export class ImageFault extends Error {}

export const startsWith = (bytes: Bytes, magic: readonly number[]): boolean =>
  magic.every((byte, at) => bytes[at] === byte);

/** Bytes as characters of Latin-1; what lies beyond the end is left out. */
export function textAt(bytes: Bytes, at: number, length: number): string {
  let text = "";
  for (const byte of bytes.subarray(at, at + length)) text += String.fromCharCode(byte);
  return text;
}

/**
 * A part of a file.
 * @throws ImageFault when the file ends before it
 */
export function part(bytes: Bytes, at: number, length: number): Bytes {
  if (at < 0 || length < 0 || at + length > bytes.length) throw new ImageFault("cut off");
  return bytes.subarray(at, at + length);
}

/** A view on a part, for numbers. */
export function numbers(bytes: Bytes, at: number, length: number): DataView {
  const { buffer, byteOffset } = part(bytes, at, length);
  return new DataView(buffer, byteOffset, length);
}

export function joined(parts: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const one of parts) {
    whole.set(one, at);
    at += one.length;
  }
  return whole;
}

/** @throws ImageFault unless both are at least 1 */
export function sized<Size extends { width: number; height: number }>(size: Size): Size {
  if (size.width < 1 || size.height < 1) throw new ImageFault("no size");
  return size;
}
