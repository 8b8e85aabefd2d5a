/** The brand of an organization's mails, and the host that their links lead to: for what no page request stands behind. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { hostOrigin, publicOrigin, settings } from "#app/platform/env.server.ts";
import { agencyBrandJson, ownBrandJson, senderAddress, storedSender, wearer } from "./host-tenants.server.ts";
import { type Letterhead, letterhead } from "./letterhead.server.ts";
import { homeOf } from "./residence.server.ts";
import { brandOfHost, brandOnMain, isNamed } from "./worn-brand.ts";

const row = z.object({ name: z.string(), home: z.string().nullable(), sender: storedSender }).and(wearer);

export type OrganizationBrand = Letterhead & {
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
      select o.name, ${homeOf} as home, ${senderAddress} as sender, ${ownBrandJson} as own_brand, ${agencyBrandJson} as agency_brand
      from organizations o
      left join organization_branding b on b.organization_id = o.id
      left join organization_branding pb on pb.organization_id = o.parent_organization_id
      where o.id = ${organizationId}`),
  );
  const known = settings(env);
  const { name, home, sender: address } = found;
  const brand = home === null ? brandOnMain(found) : brandOfHost(found, name);
  const origin = home === null ? publicOrigin(known) : hostOrigin(known, home);
  const isTenants = home !== null || isNamed(found);
  // Under the platform's brand an address of its own still carries its own name.
  const unbranded = address === null ? null : name;
  return {
    ...letterhead({ brand, name: isTenants ? brand.company_name : unbranded, address, origin }),
    origin,
  };
}
