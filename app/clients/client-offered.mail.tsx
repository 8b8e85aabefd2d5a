/** The mail that offers an agency another agency's client. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

type Props = {
  brand: MailBrand;
  client: string;
  /** The agency that offers it. */
  agency: string;
  /** Who offers it there: a name or an address. */
  offerer: string;
  /** The agency that is asked. */
  asked: string;
  days: number;
  url: string;
};

export const clientOfferedMail = ({ brand, client, agency, offerer, asked, days, url }: Props) =>
  mailOf({
    brand,
    title: `${agency} wants to transfer ${client} to you`,
    lines: [
      `${offerer} at ${agency} wants to hand ${client} over to you. Its people, agents, calls and numbers come along, and it counts toward your plan.`,
      { link: "See the offer", to: url },
      { quiet: `Only you can accept it, within ${days} days. If you didn't expect this, ignore it.` },
    ],
    why: `you manage clients at ${asked}`,
  });
