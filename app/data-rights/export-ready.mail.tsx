/** The mail that says that an export is ready. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

type Props = {
  brand: MailBrand;
  /** The recipient's. */
  name: string | null;
  organization: string;
  /** The day on which the file is deleted. */
  until: string;
  /** The page with the file. */
  url: string;
};

export const exportReadyMail = ({ brand, name, organization, until, url }: Props) =>
  mailOf({
    brand,
    title: "Your export is ready",
    subject: `Export ready: ${organization}`,
    name,
    lines: [
      `The data of ${organization} is ready to download. The file is deleted on ${until}.`,
      { link: "Open the export", to: url },
      "You need to be signed in to download it. It contains personal data of your callers: keep it safe.",
    ],
    why: `an export of ${organization} was requested`,
  });
