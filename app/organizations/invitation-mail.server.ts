/** The invitation mail: in the organization's own brand, with a link to its own host or the platform's. */
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { type PromisedMail, promiseMail } from "#app/mail/mail-outbox.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { invitationMail } from "./invitation.mail.tsx";

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
  const { brand, origin, sender } = await brandOfOrganization(deps.db, deps.env, organization.id);
  const words = invitationMail({
    brand,
    organization: organization.name,
    inviter: by.name,
    role,
    days,
    url: `${origin}/auth?${new URLSearchParams({ token })}`,
  });
  const mail = { to: email, ...sender, ...words };
  return promiseMail(deps.env, mail, now, expires_at);
}
