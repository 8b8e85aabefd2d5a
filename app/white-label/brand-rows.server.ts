/** The rows behind the editor of a brand: what it is now, and the versions that it was. */
import { and, desc, eq } from "drizzle-orm";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { brandVersions, organizationBranding, organizations, users } from "#drizzle/control/schema.ts";
import { columnsOf, noBrand } from "./white-label.schema.ts";

/** What an organization's brand is now. */
export async function brandNow(db: Database, organizationId: string) {
  const found = await tenant(db, organizationId)
    .select({ row: organizationBranding, agencyId: organizations.parent_organization_id })
    .from(organizations)
    .leftJoin(organizationBranding, eq(organizationBranding.organization_id, organizations.id))
    .where(eq(organizations.id, organizationId))
    .get();
  const row = found?.row ?? null;
  return {
    fields: row === null ? noBrand : columnsOf(row),
    version: row?.version ?? 0,
    /** When the row was written last, ms UTC; null: it was never. */
    updatedAt: row?.updated_at ?? null,
    isClient: (found?.agencyId ?? null) !== null,
  };
}
export type BrandNow = Awaited<ReturnType<typeof brandNow>>;

/** A version, with the name of the person who saved it: null where they have no account any more, or none saved it. */
const versionColumns = {
  version: brandVersions.version,
  fields: brandVersions.fields,
  saved_at: brandVersions.saved_at,
  saved_by: brandVersions.saved_by,
  name: users.name,
  email: users.email,
};

const versionsIn = (db: Database, organizationId: string) =>
  tenant(db, organizationId)
    .select(versionColumns)
    .from(brandVersions)
    .leftJoin(users, eq(users.id, brandVersions.saved_by));

/** The newest first. */
export const versionsOf = (db: Database, organizationId: string, most: number) =>
  versionsIn(db, organizationId)
    .where(eq(brandVersions.organization_id, organizationId))
    .orderBy(desc(brandVersions.version))
    .limit(most);

/** One of them; undefined: it is forgotten, or never was. */
export const versionOf = (db: Database, organizationId: string, version: number) =>
  versionsIn(db, organizationId)
    .where(and(eq(brandVersions.organization_id, organizationId), eq(brandVersions.version, version)))
    .get();

/** Who saved a version, in words. */
export function saverOf({
  saved_by,
  name,
  email,
}: {
  saved_by: string | null;
  name: string | null;
  email: string | null;
}): string | null {
  if (saved_by === null) return null;
  return name ?? email ?? (saved_by.includes(":") ? "An API key" : "A former member");
}
