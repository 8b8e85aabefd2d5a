/** The mail that tells a member that their organization signed them out on every device. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

type Props = { brand: MailBrand; organization: string; by: string; signInUrl: string };

export const signedOutMail = ({ brand, organization, by, signInUrl }: Props) =>
  mailOf({
    brand,
    title: "You were signed out on every device",
    lines: [
      `${by} signed you out of ${organization} on every device. Your account, password and role haven't changed.`,
      { link: "Sign in again", to: signInUrl },
    ],
  });
