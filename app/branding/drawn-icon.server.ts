/** The drawn icon of a brand as a PNG file. */
import { crc32 } from "#app/platform/crc32.ts";
import type { Brand } from "./brand.schema.ts";
import { drawnRows } from "./brand-icon.ts";

const utf8 = new TextEncoder();

function chunk(type: string, content: Uint8Array): Uint8Array {
  const whole = new Uint8Array(12 + content.length);
  const view = new DataView(whole.buffer);
  view.setUint32(0, content.length);
  whole.set(utf8.encode(type), 4);
  whole.set(content, 8);
  view.setUint32(8 + content.length, crc32(whole.subarray(4, 8 + content.length)));
  return whole;
}

/** A square of `side` pixels. */
export async function drawnPng(brand: Brand, side: number): Promise<Blob> {
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, side);
  header.setUint32(4, side);
  // 8 bits for each of red, green and blue.
  header.setUint16(8, 0x0802);
  const compressed = new Blob([drawnRows(brand, side)])
    .stream()
    .pipeThrough(new CompressionStream("deflate"));
  const data = new Uint8Array(await new Response(compressed).arrayBuffer());
  const parts = [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk("IHDR", new Uint8Array(header.buffer)),
    chunk("IDAT", data),
    chunk("IEND", new Uint8Array()),
  ];
  return new Blob(
    parts.map((part) => Uint8Array.from(part)),
    { type: "image/png" },
  );
}
