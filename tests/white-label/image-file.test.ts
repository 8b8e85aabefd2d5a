/** What is accepted as an image, and what is left of it. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readImage } from "#app/white-label/image-file.ts";
import {
  type Bytes,
  bitmapIco,
  bytesOf,
  chunk,
  extendedWebp,
  ico,
  jpeg,
  lossyWebp,
  png,
  pngSignature,
  segment,
  svg,
  webp,
} from "./image-fixtures.ts";

const samples: [type: string, bytes: Bytes, side: number][] = [
  ["image/png", png(320, 320), 320],
  ["image/jpeg", jpeg(320, 320), 320],
  ["image/webp", webp(320, 320), 320],
  ["image/webp", lossyWebp(320, 320), 320],
  ["image/webp", extendedWebp(320, 320), 320],
  ["image/x-icon", ico(64), 64],
  ["image/x-icon", ico(256, 0), 256],
  ["image/x-icon", bitmapIco(32), 32],
];

const textOf = (bytes: Uint8Array) => new TextDecoder("latin1").decode(bytes);

function clean(bytes: Bytes) {
  const image = readImage(bytes);
  if (!image.ok) throw new Error(image.reason);
  return image;
}

test.each(samples)(
  "R41: %s is known by its bytes, with its size, and reading it again changes nothing",
  (type, bytes, side) => {
    const image = clean(bytes);
    expect(image).toMatchObject({ type, width: side, height: side });
    expect(clean(image.bytes)).toEqual(image);
  },
);

test.each(samples)("B45: what follows the end of %s is cut", (_, bytes) => {
  const page = "<html><script>alert(1)</script>";
  const image = clean(bytesOf(bytes, page));
  expect(textOf(image.bytes)).not.toContain("script");
  expect(image).toEqual(clean(bytes));
});

test.each(samples)("B45: %s that breaks off is refused, wherever it does", (_, bytes) => {
  const whole = clean(bytes).bytes;
  for (let length = 1; length < whole.length; length++)
    expect(readImage(whole.slice(0, length)).ok, `${length} of ${whole.length}`).toBe(false);
});

test.each([
  ["a comment of a PNG", png(32, 32, chunk("tEXt", "Comment\0<script>"))],
  ["an Exif chunk of a PNG", png(32, 32, chunk("eXIf", "<script>"))],
  ["an unknown chunk of a PNG", png(32, 32, chunk("xxXx", "<script>"))],
  ["Exif data of a JPEG", jpeg(32, 32, segment(0xe1, "Exif\0\0<script>"))],
  ["a comment of a JPEG", jpeg(32, 32, segment(0xfe, "<script>"))],
  ["another application's data in a JPEG", jpeg(32, 32, segment(0xe2, "MPF\0<script>"))],
  ["Exif data of a WebP", extendedWebp(32, 32)],
])("B45: %s is left out", (_, bytes) => {
  expect(textOf(bytes)).toContain("<script>");
  expect(textOf(clean(bytes).bytes)).not.toContain("<script>");
});

test("a color profile and Adobe's transform stay, because the image looks other without them", () => {
  const profile = segment(0xe2, "ICC_PROFILE\0\u0001\u0001profile");
  const adobe = segment(0xee, "Adobe\0d\0\0\0\0\u0001");
  const { bytes } = clean(jpeg(32, 32, bytesOf(profile, adobe)));
  expect(textOf(bytes)).toContain("ICC_PROFILE");
  expect(textOf(bytes)).toContain("Adobe");
});

describe("B45: a file that lies about itself is broken", () => {
  const [whole] = [png(32, 32)];
  const damaged = Uint8Array.from(whole);
  damaged[20] = 99;
  test.each([
    ["a PNG with a changed size under the old checksum", damaged],
    ["a PNG of no width", png(0, 32)],
    ["a PNG with two headers", png(32, 32, chunk("IHDR", new Uint8Array(13)))],
    ["a PNG without data", bytesOf(whole.slice(0, 33), chunk("IEND"))],
    ["a PNG with an unknown critical chunk", png(32, 32, chunk("EVIL", "x"))],
    ["a PNG whose chunk is longer than the file", bytesOf(pngSignature, [0xff, 0xff, 0xff, 0xff], "IHDR")],
    ["a JPEG without an image", bytesOf([0xff, 0xd8, 0xff, 0xd9])],
    ["a JPEG of no height", jpeg(32, 0)],
    ["a WebP whose canvas is not its image", extendedWebp(4000, 32, 32)],
    ["an icon that is larger than its directory says", ico(128, 16)],
    ["an icon file without icons", bytesOf([0, 0, 1, 0, 0, 0])],
  ])("%s", (_, bytes) => {
    expect(readImage(bytes)).toEqual({ ok: false, reason: "broken" });
  });
});

test.each([
  ["plain", bytesOf(svg)],
  ["after an XML declaration and a comment", bytesOf('<?xml version="1.0"?><!-- logo -->', svg)],
  ["after a byte order mark", bytesOf([0xef, 0xbb, 0xbf], svg)],
  [
    "in UTF-16",
    bytesOf(
      [0xff, 0xfe],
      [...svg].flatMap((letter) => [letter.charCodeAt(0), 0]),
    ),
  ],
  ["with a prefix", bytesOf('<s:svg xmlns:s="http://www.w3.org/2000/svg"/>')],
  ["compressed", bytesOf([0x1f, 0x8b, 8, 0])],
])("R41: an SVG is refused as one: %s", (_, bytes) => {
  expect(readImage(bytes)).toEqual({ ok: false, reason: "vector" });
});

test.each([
  ["nothing", bytesOf(), "empty"],
  ["a page", bytesOf("<!doctype html><title>logo.png</title>"), "unknown"],
  ["a GIF", bytesOf("GIF89a", new Uint8Array(20)), "unknown"],
  ["a PDF", bytesOf("%PDF-1.7"), "unknown"],
  ["a WAV, which is a RIFF too", bytesOf("RIFF", [4, 0, 0, 0], "WAVE"), "unknown"],
])("%s is refused", (_, bytes, reason) => {
  expect(readImage(bytes)).toEqual({ ok: false, reason });
});

test("R41: no bytes make the reader throw or run on, whatever they begin with", () => {
  const starts = samples.map(([, bytes]) => [...bytes]);
  const changed = fc
    .tuple(
      fc.constantFrom(...starts),
      fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 8 }),
      fc.uint8Array({ maxLength: 64 }),
    )
    .map(([start, changes, tail]) => {
      const bytes = bytesOf(start, tail);
      for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
      return bytes;
    });
  fc.assert(
    fc.property(changed, (bytes) => {
      const image = readImage(bytes);
      if (!image.ok) return;
      expect(image.width).toBeGreaterThan(0);
      expect(image.bytes.length).toBeLessThanOrEqual(bytes.length + 2);
      expect(readImage(image.bytes)).toEqual(image);
    }),
  );
});
