/** The mail that invites a person to an organization. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";
import { asRole } from "#app/membership/permissions.ts";
import { unlinked } from "#app/platform/unlinked.ts";

type Props = {
  brand: MailBrand;
  organization: string;
  /** The inviter: a name or an address. */
  inviter: string;
  role: string;
  days: number;
  /** Where it is accepted. */
  url: string;
};

export function invitationMail({ brand, role, days, url, ...props }: Props) {
  // A stranger receives this unasked, perhaps from an account that is a minute old.
  const organization = unlinked(props.organization) || "an organization";
  const inviter = unlinked(props.inviter) || "A colleague";
  // An organization with its own brand is not named twice.
  const site = props.organization === brand.company_name ? "" : ` on ${brand.company_name}`;
  const asked = `${inviter} invited you to join ${organization}${site} as ${asRole(role)}.`;
  const lasts = `This invitation expires in ${days} days and only works for this address.`;
  const caution = "If you weren't expecting this, you can ignore this email.";
  return mailOf({
    brand,
    title: `Join ${organization}`,
    subject: `${inviter} invited you to join ${organization}`,
    lines: [asked, { link: "Accept invitation", to: url }, lasts, { quiet: caution }],
    why: `${inviter} invited this address`,
  });
}
