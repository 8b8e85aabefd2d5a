/** What can be done with a brand: saving it, resetting it, and restoring a version. Each makes a new version. */

import { and, eq, lte, sql } from "drizzle-orm";
import { z } from "zod";
import { publishHostsOf } from "#app/branding/host-tenants.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { type Actor, authorOf } from "#app/membership/actor.ts";
import { hasMatched } from "#app/membership/guarded-batch.server.ts";
import { verb } from "#app/membership/verb.ts";
import { enqueueFact } from "#app/object/control-outbox.server.ts";
import { guardFailed, violates } from "#app/platform/constraints.ts";
import { platform } from "#app/platform/d1.server.ts";
import { auditEvents, brandVersions, organizationBranding } from "#drizzle/control/schema.ts";
import { type ImageField, imageFields, lookFields } from "./brand-fields.schema.ts";
import { type BrandNow, brandNow, saverOf, versionOf } from "./brand-rows.server.ts";
import { ownImages } from "./image-upload.server.ts";
import {
  type BrandFields,
  brandForm,
  type Columns,
  columnsOf,
  editedFields,
  flagFields,
} from "./white-label.schema.ts";

/** How many versions an organization can go back to. */
export const keptVersions = 20;

type Work = Pick<Deps, "db" | "env">;

/** Another save came first: which version stands now, and who saved it when. */
type Conflict = { ok: false; reason: "conflict"; version: number; by: string | null; at: number | null };
type Saved = { ok: true; version: number };

const asked = { permission: "brand.write", section: "settings" } as const;

/** The columns that differ from what stands; a brand that was never saved has none. */
const changed = (before: Columns, after: Columns): (keyof BrandFields)[] =>
  editedFields.filter((field) => field in after && (before[field] ?? null) !== (after[field] ?? null));

/** What the editor may write for this organization: a client's flags are its agency's, and only agencies have clients who sign up. */
function writable({ limits }: Actor, { isClient }: Pick<BrandNow, "isClient">, fields: Columns): Columns {
  const closed: readonly string[] = [
    ...(isClient ? flagFields : []),
    ...(isClient || limits.clients === 0 ? ["allows_client_signup"] : []),
  ];
  return columnsOf(
    fields,
    editedFields.filter((field) => !closed.includes(field)),
  );
}

async function conflictOf(actor: Actor, { db }: Work): Promise<Conflict> {
  const { id } = actor.organization;
  const { version } = await brandNow(db, id);
  const saved = await versionOf(db, id, version);
  return {
    ok: false,
    reason: "conflict",
    version,
    by: saved ? saverOf(saved) : null,
    at: saved?.saved_at ?? null,
  };
}

/**
 * Writes columns as the next version, with its row in the history, its audit row and its fact, and then the hosts that
 * show it.
 * @param expected the version that the change was made from: another one in force is a conflict, and nothing is written
 */
async function write(
  actor: Actor,
  work: Work,
  now: BrandNow,
  { expected, columns, action }: { expected: number; columns: Columns; action: string },
): Promise<Saved | Conflict> {
  if (now.version !== expected) return conflictOf(actor, work);
  const names = changed(now.fields, columns);
  if (names.length === 0) return { ok: true, version: expected };
  const { id } = actor.organization;
  const at = Date.now();
  const version = expected + 1;
  const db = platform(work.db);
  const set = { ...columns, version, updated_at: at };
  const fact = enqueueFact(work.env, db, id, {
    kind: "brand.changed",
    payload: { v: 1, change_id: `${id}:${version}`, after_host: null },
    at,
  });
  const fields = { ...now.fields, ...columns };
  const history = [
    // What stood before the first save can be restored like any version.
    ...(expected === 0 && now.updatedAt !== null
      ? [
          {
            organization_id: id,
            version: 0,
            fields: { ...now.fields },
            saved_by: null,
            saved_at: now.updatedAt,
          },
        ]
      : []),
    { organization_id: id, version, fields, saved_by: authorOf(actor), saved_at: at },
  ];
  try {
    const results = await db.batch([
      db
        .insert(organizationBranding)
        .values({ organization_id: id, ...set })
        .onConflictDoUpdate({
          target: organizationBranding.organization_id,
          set,
          setWhere: sql`${organizationBranding.organization_id} = ${id} and ${organizationBranding.version} = ${expected}`,
        }),
      ...hasMatched(db),
      fact.statement,
      db.insert(brandVersions).values(history).onConflictDoNothing(),
      db
        .delete(brandVersions)
        .where(
          and(eq(brandVersions.organization_id, id), lte(brandVersions.version, version - keptVersions)),
        ),
      db.insert(auditEvents).values(await actor.note(action, id, { version, changed: names.join(", ") })),
    ]);
    await publishHostsOf(work.env, work.db, id, at);
    await fact.send(results[3]);
  } catch (error) {
    if (!violates(error, guardFailed)) throw error;
    return conflictOf(actor, work);
  }
  return { ok: true, version };
}

type Edited = Saved | Conflict | { ok: false; reason: "unknown_image"; fields: ImageField[] };

export const brandEdit = z.object({ version: z.int().min(0), fields: brandForm });

/** Saves the whole brand. An image is the organization's own upload, or what stood there before. */
export const saveBrand = verb(
  { verb: "brand.save", ...asked, input: brandEdit },
  async (actor, { version, fields }, work: Work): Promise<Edited> => {
    const { id } = actor.organization;
    const now = await brandNow(work.db, id);
    const images = imageFields.filter((field) => fields[field] !== (now.fields[field] ?? null));
    const own = await ownImages(
      work.db,
      id,
      images.map((field) => fields[field]),
    );
    const unknown = images.filter((field) => fields[field] !== null && !own.has(fields[field]));
    if (unknown.length > 0) return { ok: false, reason: "unknown_image", fields: unknown };
    const columns = writable(actor, now, fields);
    return write(actor, work, now, { expected: version, columns, action: "brand.saved" });
  },
);

export const brandReset = z.object({ version: z.int().min(0) });

/** Empties all texts, colors, images and links, so that the agency's or the neutral ones show; switches stay. */
export const resetBrand = verb(
  { verb: "brand.reset", ...asked, input: brandReset },
  async (actor, { version }, work: Work): Promise<Saved | Conflict> => {
    const now = await brandNow(work.db, actor.organization.id);
    const columns = columnsOf(Object.fromEntries(lookFields.map((field) => [field, null])));
    return write(actor, work, now, { expected: version, columns, action: "brand.reset" });
  },
);

export const brandRestoration = z.object({ version: z.int().min(0), restored: z.int().min(0) });

/** Makes a new version with what an earlier one was. A column that it lacks stays; images that are gone meanwhile are left out. */
export const restoreBrand = verb(
  { verb: "brand.restore", ...asked, input: brandRestoration },
  async (
    actor,
    { version, restored },
    work: Work,
  ): Promise<Saved | Conflict | { ok: false; reason: "gone" }> => {
    const { id } = actor.organization;
    const [now, found] = await Promise.all([brandNow(work.db, id), versionOf(work.db, id, restored)]);
    if (!found) return { ok: false, reason: "gone" };
    const columns = columnsOf(found.fields);
    const own = await ownImages(
      work.db,
      id,
      imageFields.map((field) => columns[field] ?? null),
    );
    for (const field of imageFields) {
      const was = columns[field] ?? null;
      if (was !== null && was !== now.fields[field] && !own.has(was)) columns[field] = null;
    }
    return write(actor, work, now, {
      expected: version,
      columns: writable(actor, now, columns),
      action: "brand.restored",
    });
  },
);
