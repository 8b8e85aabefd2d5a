/** The mail that tells a client's owners that their organization stands alone now. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

type Props = { brand: MailBrand; organization: string; agency: string; signInUrl: string };

export const movedOutMail = ({ brand, organization, agency, signInUrl }: Props) =>
  mailOf({
    brand,
    title: `${organization} is now independent`,
    lines: [
      `${agency} no longer manages ${organization}. Your agents, calls, numbers and members are unchanged, and ${agency} can't open it anymore.`,
      "Choose a plan to keep answering calls.",
      { link: "Sign in", to: signInUrl },
    ],
    why: `you're an owner of ${organization}`,
  });
