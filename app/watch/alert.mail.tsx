/** The mail about something unusual: to the person, to an organization's owners, or to the platform's admins. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

type Props = {
  brand: MailBrand;
  /** The recipient's. */
  name: string | null;
  title: string;
  line: string;
  link: string;
  url: string;
  why: string;
};

export const alertMail = ({ brand, name, title, line, link, url, why }: Props) =>
  mailOf({ brand, title, name, lines: [line, { link, to: url }], why });
