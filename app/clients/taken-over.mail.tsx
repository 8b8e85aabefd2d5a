/** The mail that tells a client's owners that another agency looks after their organization now. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

type Props = {
  brand: MailBrand;
  client: string;
  /** The agency that handed it over. */
  before: string;
  /** The agency that took it over. */
  agency: string;
  signInUrl: string;
};

export const takenOverMail = ({ brand, client, before, agency, signInUrl }: Props) =>
  mailOf({
    brand,
    title: `${agency} now manages ${client}`,
    lines: [
      `${before} handed ${client} over to ${agency}. Your agents, calls, numbers and members are unchanged, and ${before} can't open it anymore.`,
      `Support access is off. ${agency} can open ${client} only if you turn it on.`,
      { link: "Sign in", to: signInUrl },
    ],
    why: `you're an owner of ${client}`,
  });
