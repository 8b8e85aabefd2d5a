/** The mail that tells a client's owners whom their agency invited. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";
import { asRole } from "#app/membership/permissions.ts";

type Props = {
  brand: MailBrand;
  organization: string;
  agency: string;
  /** Who invited: a name or an address. */
  inviter: string;
  /** The invited address. */
  email: string;
  role: string;
  usersUrl: string;
};

export const personInvitedMail = ({ brand, organization, agency, inviter, email, role, usersUrl }: Props) =>
  mailOf({
    brand,
    title: `${agency} invited someone to ${organization}`,
    lines: [
      `${inviter} at ${agency} invited ${email} to join ${organization} as ${asRole(role)}.`,
      { link: "See your users", to: usersUrl },
      {
        quiet: `If you didn't expect this, revoke the invitation there. While support is off in your settings, ${agency} can't invite anyone.`,
      },
    ],
    why: `you're an owner of ${organization}`,
  });
