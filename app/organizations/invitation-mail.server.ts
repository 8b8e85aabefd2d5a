/** The invitation mail: in the organization's own brand, with a link to its own host or the platform's. */
import { eq } from "drizzle-orm";
import { type Brand, brandColumns, platformBrand } from "#app/branding/brand.schema.ts";
import { mainOrigin } from "#app/branding/hosts.server.ts";
import { brandOf, customHostOf } from "#app/branding/tenant.server.ts";
import { type PromisedMail, promiseMail } from "#app/mail/mail-outbox.server.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, tenant } from "#app/platform/d1.server.ts";
import { hostOrigin, settings } from "#app/platform/env.server.ts";
import { organizationBranding } from "#drizzle/control/schema.ts";
import { invitationMail } from "./invitation.mail.tsx";

/** The organization's brand and sign-in host; an organization without a brand wears that of the request's host. */
async function senderOf(context: Context, id: string): Promise<{ brand: Brand; origin: string }> {
  const row = await tenant(context.get(database), id)
    .select()
    .from(organizationBranding)
    .where(eq(organizationBranding.organization_id, id))
    .get();
  const host = row?.custom_domain ? await customHostOf(context, row.custom_domain) : null;
  const known = settings(context.get(cloudflare).env);
  return {
    brand: row ? { ...platformBrand, ...brandColumns.parse(row) } : brandOf(context),
    origin: host === null ? mainOrigin(context) : hostOrigin(known, host),
  };
}

type Invitation = { email: string; role: string; token: string; days: number; expires_at: number };

/**
 * The mail with an invitation's link, for the caller's batch; it is not sent once the invitation is over.
 * @param now ms UTC
 */
export async function promiseInvitation(
  context: Context,
  member: Member,
  { email, role, token, days, expires_at }: Invitation,
  now: number,
): Promise<PromisedMail> {
  const { brand, origin } = await senderOf(context, member.id);
  const words = invitationMail({
    brand,
    organization: member.name,
    inviter: member.user.name ?? member.user.email,
    role,
    days,
    url: `${origin}/auth?${new URLSearchParams({ token })}`,
  });
  const mail = { to: email, from_name: brand.company_name, ...words };
  return promiseMail(context.get(cloudflare).env, mail, now, expires_at);
}
