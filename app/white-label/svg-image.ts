/** Draws an SVG as a PNG in the browser, because no server of ours takes active content. */

/** The longer side in pixels: sharp on any screen, and small enough as a file. */
const longSide = 1024;

const loaded = (url: string) =>
  new Promise<HTMLImageElement | null>((resolve) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => resolve(null);
    image.src = url;
  });

const asDataUrl = (file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^;,]*/, "data:image/svg+xml"));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

/** Null: the browser cannot draw it. A browser runs no script of an image. */
export async function pngOfSvg(file: Blob): Promise<Blob | null> {
  const image = await loaded(await asDataUrl(file));
  if (image === null) return null;
  // Some browsers give an SVG without a size none.
  const [width, height] = [image.naturalWidth || longSide, image.naturalHeight || longSide];
  const scale = longSide / Math.max(width, height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(16, Math.round(width * scale));
  canvas.height = Math.max(16, Math.round(height * scale));
  const pen = canvas.getContext("2d");
  if (!pen) return null;
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
