/** The brand of an organization's mails, and the host that their links lead to: for what no page request stands behind. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { hostOrigin, publicOrigin, settings } from "#app/platform/env.server.ts";
import type { Brand } from "./brand.schema.ts";
import { agencyBrandJson, ownBrandJson, wearer } from "./host-tenants.server.ts";
import { homeOf } from "./residence.server.ts";
import { brandOfHost, brandOnMain } from "./worn-brand.ts";

const row = z.object({ name: z.string(), home: z.string().nullable() }).and(wearer);

export type OrganizationBrand = {
  readonly brand: Brand;
  /** Where its people sign in: its home's origin, or the main host's. */
  readonly origin: string;
};

/** @throws ZodError when there is no such organization */
export async function brandOfOrganization(
  db: Database,
  env: Env,
  organizationId: string,
): Promise<OrganizationBrand> {
  const found = row.parse(
    await tenant(db, organizationId).get<unknown>(sql`
      select o.name, ${homeOf} as home, ${ownBrandJson} as own_brand, ${agencyBrandJson} as agency_brand
      from organizations o
      left join organization_branding b on b.organization_id = o.id
      left join organization_branding pb on pb.organization_id = o.parent_organization_id
      where o.id = ${organizationId}`),
  );
  const known = settings(env);
  return found.home === null
    ? { brand: brandOnMain(found), origin: publicOrigin(known) }
    : { brand: brandOfHost(found, found.name), origin: hostOrigin(known, found.home) };
}
