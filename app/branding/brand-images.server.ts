/** Uploaded images of brands: where their bytes are, how they are served on every host, and how they are deleted. */
import { eq } from "drizzle-orm";
import { Database, platform } from "#app/platform/d1.server.ts";
import { isReading, methodNotAllowed } from "#app/platform/methods.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { brandImages } from "#drizzle/control/schema.ts";

/** The ending of an image's address, by its type. */
export const endings: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/x-icon": "ico",
};

const folderOf = (organizationId: string) => `brand-images/${organizationId}/`;

/** Where an image's bytes are in R2. */
export const imageKey = (organizationId: string, id: string): string => `${folderOf(organizationId)}${id}`;

/** The address of an image on every host. */
export const imageAddress = ({ id, type }: { id: string; type: string }): string =>
  `/brand-images/${id}.${endings[type]}`;

const address = /^\/brand-images\/([\w-]{22})\.(png|jpg|webp|ico)$/;

/** Whether an address is one of the images', so that the front door answers it without a page. */
export const isBrandImage = (pathname: string): boolean => pathname.startsWith("/brand-images/");

const missing = () =>
  new Response("There's no image here.", { status: 404, headers: { "cache-control": "no-store" } });

/**
 * Answers a request for an image. It reads no cookie, so that mails and other sites can show a logo; the bytes are never
 * active content, whatever they are (R41).
 */
export async function serveBrandImage(request: Request, env: Env): Promise<Response> {
  if (!isReading(request)) return methodNotAllowed("GET, HEAD");
  const [, id, ending] = address.exec(new URL(request.url).pathname) ?? [];
  if (id === undefined) return missing();
  const image = await platform(new Database(env.DB, new Timing(), "first-unconstrained"))
    .select({ organization_id: brandImages.organization_id, type: brandImages.type })
    .from(brandImages)
    .where(eq(brandImages.id, id))
    .get();
  if (!image || endings[image.type] !== ending) return missing();
  const file = await env.FILES.get(imageKey(image.organization_id, id));
  if (!file) return missing();
  return new Response(request.method === "HEAD" ? null : file.body, {
    headers: {
      "content-type": image.type,
      "content-length": String(file.size),
      "content-disposition": `inline; filename="image.${ending}"`,
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=31536000, immutable",
      etag: file.httpEtag,
    },
  });
}

/** How many images an organization has, at most a thousand. */
export const imagesLeft = async (env: Env, organizationId: string): Promise<number> =>
  (await env.FILES.list({ prefix: folderOf(organizationId) })).objects.length;

/** Deletes the bytes of all images of an organization, in steps that can be repeated. */
export async function forgetImages(env: Env, organizationId: string): Promise<void> {
  for (;;) {
    const { objects } = await env.FILES.list({ prefix: folderOf(organizationId) });
    if (objects.length === 0) return;
    await env.FILES.delete(objects.map(({ key }) => key));
  }
}
