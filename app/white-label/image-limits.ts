/** How large a brand's images may be, and how many an organization keeps. */
import type { ImageField } from "./brand-fields.schema.ts";

export const mostImageBytes = 1_048_576;
/** Older ones that no brand uses are deleted. */
export const mostImages = 50;

const least = 16;
const usual = { width: 2048, height: 2048 };
/** The largest size in pixels. */
export const mostPixels: Record<ImageField, { width: number; height: number }> = {
  logo_url: usual,
  logo_url_light: usual,
  favicon_url: usual,
  share_image_url: { width: 2400, height: 1260 },
};

/** Whether an image has a size that its place can take. */
export const fits = (field: ImageField, { width, height }: { width: number; height: number }): boolean =>
  Math.min(width, height) >= least && width <= mostPixels[field].width && height <= mostPixels[field].height;
