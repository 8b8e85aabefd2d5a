/** The mail that proves that an organization's data was deleted for good. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

type Props = {
  brand: MailBrand;
  /** The recipient's. */
  name: string | null;
  organization: string;
  /** The receipt's page. */
  url: string;
};

export const deletionMail = ({ brand, name, organization, url }: Props) =>
  mailOf({
    brand,
    title: "Everything was deleted",
    subject: `Permanently deleted: ${organization}`,
    name,
    lines: [
      `The 30 days are over, and all data of ${organization} was permanently deleted: agents, calls, contacts, files and settings.`,
      { link: "View the receipt", to: url },
      "The receipt is signed. Keep its address or download it: it proves what was deleted and when.",
    ],
    why: `you owned ${organization}`,
  });
