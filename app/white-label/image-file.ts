/**
 * Reads an uploaded image by its bytes, never by its name: which format it is, how large it is, and the same image with
 * nothing else in it. Texts, metadata of cameras, and whatever follows the image's end are left out, so that no file
 * is two things at once.
 */
import { type Bytes, ImageFault, startsWith, textAt } from "./image-bytes.ts";
import { cleanIco } from "./image-ico.ts";
import { cleanJpeg } from "./image-jpeg.ts";
import { cleanPng } from "./image-png.ts";
import { cleanWebp } from "./image-webp.ts";

export type ImageType = "image/png" | "image/jpeg" | "image/webp" | "image/x-icon";

export type CleanImage = { readonly width: number; readonly height: number; readonly bytes: Bytes };

/** `vector`: an SVG. `unknown`: none of the four formats. `broken`: the file does not end where it says, or lies about its parts. */
export type ImageRefusal = "empty" | "vector" | "unknown" | "broken";

export type ReadImage =
  | ({ readonly ok: true; readonly type: ImageType } & CleanImage)
  | { readonly ok: false; readonly reason: ImageRefusal };

const formats: readonly [
  type: ImageType,
  is: (bytes: Bytes) => boolean,
  clean: (bytes: Bytes) => CleanImage,
][] = [
  ["image/png", (bytes) => startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), cleanPng],
  ["image/jpeg", (bytes) => startsWith(bytes, [0xff, 0xd8, 0xff]), cleanJpeg],
  ["image/webp", (bytes) => textAt(bytes, 0, 4) === "RIFF" && textAt(bytes, 8, 4) === "WEBP", cleanWebp],
  ["image/x-icon", (bytes) => startsWith(bytes, [0, 0, 1, 0]), cleanIco],
];

/** How far into a text its first element is looked for: comments and a DOCTYPE may come before. */
const prologue = 4096;

/** Whether the bytes are a text that draws an SVG; a byte order mark, UTF-16 and comments before it do not hide it. */
function isVector(bytes: Bytes): boolean {
  const isCompressed = startsWith(bytes, [0x1f, 0x8b]);
  const start = textAt(bytes, 0, Math.min(bytes.length, prologue)).replaceAll("\0", "");
  return isCompressed || /<(?:[\w-]+:)?svg[\s>/]/i.test(start);
}

export function readImage(bytes: Bytes): ReadImage {
  if (bytes.length === 0) return { ok: false, reason: "empty" };
  const found = formats.find(([, is]) => is(bytes));
  if (!found) return { ok: false, reason: isVector(bytes) ? "vector" : "unknown" };
  const [type, , clean] = found;
  try {
    return { ok: true, type, ...clean(bytes) };
  } catch (error) {
    if (error instanceof ImageFault) return { ok: false, reason: "broken" };
    throw error;
  }
}
