/** The mail about a number that was paid for and could not be had: the money goes back. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

type Props = {
  brand: MailBrand;
  /** The number, formatted. */
  shown: string;
  /** What goes back, formatted. */
  amount: string;
  /** Why it could not be had, as a sentence. */
  why: string;
  organization: string;
  url: string;
};

export const refundedMail = ({ brand, shown, amount, why, organization, url }: Props) =>
  mailOf({
    brand,
    title: `We refunded ${amount} for ${shown}`,
    lines: [
      `${why} We've refunded your whole payment of ${amount}. Depending on your bank, it's back on your card within 5 to 10 days.`,
      { link: "Choose another number", to: url },
    ],
    why: `you ordered this number for ${organization}`,
  });
