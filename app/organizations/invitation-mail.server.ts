/** The invitation mail: in the organization's own brand, with a link to its own host or the platform's. */
import { eq } from "drizzle-orm";
import { type Brand, brandColumns, platformBrand } from "#app/branding/brand.schema.ts";
import { livingCustomHost } from "#app/branding/tenant.server.ts";
import { type PromisedMail, promiseMail } from "#app/mail/mail-outbox.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { tenant } from "#app/platform/d1.server.ts";
import { hostOrigin, publicOrigin, settings } from "#app/platform/env.server.ts";
import { organizationBranding } from "#drizzle/control/schema.ts";
import { invitationMail } from "./invitation.mail.tsx";

/** The organization's brand, and where its people sign in; one without a brand wears that of the deps. */
async function brandAndOriginOf(
  { db, env, brand }: Deps,
  id: string,
): Promise<{ brand: Brand; origin: string }> {
  const row = await tenant(db, id)
    .select()
    .from(organizationBranding)
    .where(eq(organizationBranding.organization_id, id))
    .get();
  const host = row?.custom_domain ? await livingCustomHost(db, env, row.custom_domain) : null;
  const known = settings(env);
  return {
    brand: row ? { ...platformBrand, ...brandColumns.parse(row) } : brand,
    origin: host === null ? publicOrigin(known) : hostOrigin(known, host),
  };
}

type Invitation = { email: string; role: string; token: string; days: number; expires_at: number };

/**
 * The mail with an invitation's link, for the caller's batch; it is not sent once the invitation is over.
 * @param now ms UTC
 */
export async function promiseInvitation(
  { organization, by }: Actor,
  { email, role, token, days, expires_at }: Invitation,
  deps: Deps,
  now: number,
): Promise<PromisedMail> {
  const { brand, origin } = await brandAndOriginOf(deps, organization.id);
  const words = invitationMail({
    brand,
    organization: organization.name,
    inviter: by.name,
    role,
    days,
    url: `${origin}/auth?${new URLSearchParams({ token })}`,
  });
  const mail = { to: email, from_name: brand.company_name, ...words };
  return promiseMail(deps.env, mail, now, expires_at);
}
