/** The mail that invites a person to an organization. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";
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
  const asked = `${inviter} invites you to ${organization} at ${brand.company_name}. Your role there will be ${role}.`;
  const lasts = `The invitation is good for ${days} days and works once, for this address alone.`;
  const caution = "If you do not know what this is about, ignore this mail: without you nothing happens.";
  return mailOf({
    brand,
    title: `Join ${organization}`,
    subject: `${inviter} invites you to ${organization}`,
    lines: [asked, { link: "Accept the invitation", to: url }, lasts, { quiet: caution }],
  });
}
