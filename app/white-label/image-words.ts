/** What is said about a file that cannot be a brand's image. */

import type { ImageField } from "./brand-fields.schema.ts";
import { mostPixels } from "./image-limits.ts";

/** `too_large`: in bytes. `wrong_size`: in pixels. `unreadable`: the browser could not draw it. */
export const imageFaults = [
  "empty",
  "vector",
  "unknown",
  "broken",
  "too_large",
  "too_many",
  "wrong_size",
  "unreadable",
  "lost",
] as const;
export type ImageFault = (typeof imageFaults)[number];

const words: Record<Exclude<ImageFault, "wrong_size">, string> = {
  empty: "That file is empty. Choose another one.",
  vector: "We couldn't use that SVG. Save it as a PNG and upload that.",
  unknown: "Use a PNG, JPEG, WebP or ICO image.",
  broken: "That image is damaged or has the wrong file extension. Export it again and retry.",
  too_large: "That file is over 1 MB. Export a smaller one.",
  too_many: "You've uploaded 20 images in the last hour. Wait a while and try again.",
  unreadable: "Your browser couldn't read that SVG. Save it as a PNG and upload that.",
  lost: "The connection was lost. Try again.",
};

export function refusalWords(fault: ImageFault, field: ImageField | null): string {
  if (fault !== "wrong_size") return words[fault];
  const { width, height } = mostPixels[field ?? "logo_url"];
  return `Use an image between 16 × 16 and ${width} × ${height} pixels.`;
}

/** The answer to an upload: the image's address, or what to do about the file. */
export type ImageAnswer = { path: string; error: null } | { path: null; error: string };
