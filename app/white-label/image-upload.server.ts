/** Uploads of a brand's images: what is accepted, how many are kept, and which an organization may use. */
import { and, count, eq, inArray, or, sql } from "drizzle-orm";
import { z } from "zod";
import { endings, imageAddress, imageKey } from "#app/branding/brand-images.server.ts";
import { limits, spend } from "#app/limits/rate-limits.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { authorOf } from "#app/membership/actor.ts";
import { verb } from "#app/membership/verb.ts";
import { randomToken } from "#app/platform/crypto.server.ts";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { auditEvents, brandImages, organizations } from "#drizzle/control/schema.ts";
import { imageFields } from "./brand-fields.schema.ts";
import { type ImageRefusal, readImage } from "./image-file.ts";
import { fits, mostImageBytes, mostImages } from "./image-limits.ts";

const idOf = (path: string): string | null =>
  /^\/brand-images\/([\w-]{22})\.(?:png|jpg|webp|ico)$/.exec(path)?.[1] ?? null;

/** Those of some addresses that are images of the organization, or of its agency. */
export async function ownImages(
  db: Database,
  organizationId: string,
  paths: readonly (string | null)[],
): Promise<Set<string | null>> {
  const ids = paths.flatMap((path) => (path === null ? [] : (idOf(path) ?? [])));
  if (ids.length === 0) return new Set();
  const agency = sql`(select o.parent_organization_id from organizations o where o.id = ${organizationId})`;
  const own = await tenant(db, organizationId)
    .select({ id: brandImages.id, type: brandImages.type })
    .from(brandImages)
    .where(
      and(
        or(eq(brandImages.organization_id, organizationId), eq(brandImages.organization_id, agency)),
        inArray(brandImages.id, ids),
      ),
    );
  return new Set(own.map(imageAddress));
}

/** Bytes from a form's file. */
export const imageUpload = z.object({ field: z.enum(imageFields), file: z.instanceof(Blob) });

type UploadRefusal = ImageRefusal | "too_large" | "wrong_size";
type Uploaded =
  | { ok: true; path: string; width: number; height: number }
  | { ok: false; reason: UploadRefusal }
  | { ok: false; reason: "too_many"; retryAfter: number };

const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Keeps an image for one of the brand's fields; the brand wears it once it is saved. What is stored is the image alone,
 * rebuilt from the parts that draw it. The same image uploaded again is the same address.
 */
export const uploadImage = verb(
  { verb: "brand.upload_image", permission: "brand.write", section: "settings", input: imageUpload },
  async (actor, { field, file }, { db, env }: Pick<Deps, "db" | "env">): Promise<Uploaded> => {
    if (file.size > mostImageBytes) return { ok: false, reason: "too_large" };
    const image = readImage(new Uint8Array(await file.arrayBuffer()));
    if (!image.ok) return image;
    const { type, width, height, bytes } = image;
    if (!fits(field, image)) return { ok: false, reason: "wrong_size" };
    const { id: organization_id } = actor.organization;
    const own = tenant(db, organization_id);
    const sha256 = hex(await crypto.subtle.digest("SHA-256", bytes));
    const known = await own
      .select({ id: brandImages.id, type: brandImages.type })
      .from(brandImages)
      .where(and(eq(brandImages.organization_id, organization_id), eq(brandImages.sha256, sha256)))
      .get();
    if (known) return { ok: true, path: imageAddress(known), width, height };
    const spent = await spend(db, [limits.brandImages(organization_id)], Date.now());
    if (!spent.ok) return { ok: false, reason: "too_many", retryAfter: spent.retryAfter };
    const id = randomToken(16);
    await env.FILES.put(imageKey(organization_id, id), bytes, { httpMetadata: { contentType: type } });
    await own.batch([
      own.insert(brandImages).values({
        id,
        organization_id,
        type,
        width,
        height,
        bytes: bytes.length,
        sha256,
        created_by: authorOf(actor),
        created_at: Date.now(),
      }),
      own
        .insert(auditEvents)
        .values(await actor.note("brand.image_uploaded", organization_id, { image: id, field })),
    ]);
    await forgetUnused(db, env, organization_id);
    return { ok: true, path: imageAddress({ id, type }), width, height };
  },
);

/** Where an address of an image can stand in a brand. */
const places = sql.raw(imageFields.map((field) => `b.${field}`).join(", "));

/**
 * Deletes images beyond the number that an organization keeps, the oldest first: those that no brand and no version
 * uses, then those of former versions. An image that the organization or one of its clients wears stays.
 */
async function forgetUnused(db: Database, env: Env, id: string): Promise<void> {
  const own = tenant(db, id);
  const held = await own
    .select({ images: count() })
    .from(brandImages)
    .where(eq(brandImages.organization_id, id))
    .get();
  const tooMany = (held?.images ?? 0) - mostImages;
  if (tooMany <= 0) return;
  const address = sql.raw(
    `'/brand-images/' || i.id || '.' || case i.type ${Object.entries(endings)
      .map(([type, ending]) => `when '${type}' then '${ending}'`)
      .join(" ")} end`,
  );
  const spare = await own.all<{ id: string }>(sql`
    select i.id from brand_images i
    where i.organization_id = ${id} and not exists (
      select 1 from organization_branding b
      where (b.organization_id = ${id} or b.organization_id in (
          select ${organizations.id} from ${organizations} where ${organizations.parent_organization_id} = ${id}))
        and ${address} in (${places}))
    order by exists (
        select 1 from brand_versions v, json_each(v.fields) f
        where v.organization_id = ${id} and f.value = ${address}), i.created_at
    limit ${tooMany}`);
  const ids = spare.map((image) => image.id);
  if (ids.length === 0) return;
  await own.delete(brandImages).where(and(eq(brandImages.organization_id, id), inArray(brandImages.id, ids)));
  await env.FILES.delete(ids.map((image) => imageKey(id, image)));
}
