/** The receipt of a number that was bought: what was paid, and what it costs from when on. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

type Props = {
  brand: MailBrand;
  /** The number, formatted. */
  shown: string;
  /** What was paid, formatted. */
  paid: string;
  /** "$3 for the first month + $1 setup" */
  parts: string;
  /** "$3 a month" */
  rent: string;
  /** The day from which the rent is charged. */
  from: string;
  organization: string;
  url: string;
};

export const boughtMail = ({ brand, shown, paid, parts, rent, from, organization, url }: Props) =>
  mailOf({
    brand,
    title: `Receipt: ${paid} for ${shown}`,
    lines: [
      `${shown} is yours. You paid ${paid}: ${parts}.`,
      `From ${from} its rent of ${rent} is on your plan's invoice. It ends when you release the number.`,
      { link: "See your numbers", to: url },
    ],
    why: `you bought this number for ${organization}`,
  });
