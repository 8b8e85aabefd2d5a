/** The brand of an organization's mails, and the host that their links lead to: for what no page request stands behind. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { hostOrigin, publicOrigin, settings } from "#app/platform/env.server.ts";
import type { Mail } from "#app/platform/mail.server.ts";
import type { Brand } from "./brand.schema.ts";
import { agencyBrandJson, ownBrandJson, wearer } from "./host-tenants.server.ts";
import { homeOf } from "./residence.server.ts";
import { brandOfHost, brandOnMain } from "./worn-brand.ts";

const row = z
  .object({ name: z.string(), home: z.string().nullable(), sender: z.email().nullable().catch(null) })
  .and(wearer);

/** The address that an organization's mail comes from, on its own verified domain or its agency's. */
const senderOf = sql`coalesce(
  (select s.local_part || '@' || s.domain from sending_domains s
    where s.organization_id = o.id and s.status = 'verified'),
  (select s.local_part || '@' || s.domain from sending_domains s
    where s.organization_id = o.parent_organization_id and s.status = 'verified'))`;

export type OrganizationBrand = {
  readonly brand: Brand;
  /** Where its people sign in: its home's origin, or the main host's. */
  readonly origin: string;
  /** Who its mail is from, and where answers go: for every mail that is sent in its name. */
  readonly sender: Pick<Mail, "from_name" | "from_address" | "reply_to">;
};

/** @throws ZodError when there is no such organization */
export async function brandOfOrganization(
  db: Database,
  env: Env,
  organizationId: string,
): Promise<OrganizationBrand> {
  const found = row.parse(
    await tenant(db, organizationId).get<unknown>(sql`
      select o.name, ${homeOf} as home, ${senderOf} as sender, ${ownBrandJson} as own_brand, ${agencyBrandJson} as agency_brand
      from organizations o
      left join organization_branding b on b.organization_id = o.id
      left join organization_branding pb on pb.organization_id = o.parent_organization_id
      where o.id = ${organizationId}`),
  );
  const known = settings(env);
  const brand = found.home === null ? brandOnMain(found) : brandOfHost(found, found.name);
  return {
    brand,
    origin: found.home === null ? publicOrigin(known) : hostOrigin(known, found.home),
    sender: {
      from_name: brand.company_name,
      ...(found.sender !== null && { from_address: found.sender }),
      ...(brand.support_email && { reply_to: brand.support_email }),
    },
  };
}
