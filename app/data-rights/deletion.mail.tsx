/** The mail that proves that an organization's data was deleted for good. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

type Props = {
  brand: MailBrand;
  /** The recipient's. */
  name: string | null;
  organization: string;
  receipt: { id: string; signature: string };
  /** The receipt's page; null: no host is left that could show it in the organization's name. */
  url: string | null;
};

export const deletionMail = ({ brand, name, organization, receipt, url }: Props) =>
  mailOf({
    brand,
    title: "Everything was deleted",
    subject: `Permanently deleted: ${organization}`,
    name,
    lines: [
      `The 30 days are over, and all data of ${organization} was permanently deleted: agents, calls, contacts, files and settings.`,
      ...(url === null ? [] : [{ link: "View the receipt", to: url }]),
      "The receipt is signed. Keep this email: it proves what was deleted and when.",
      `Receipt ${receipt.id}, signature ${receipt.signature}.`,
    ],
    why: `you owned ${organization}`,
  });
