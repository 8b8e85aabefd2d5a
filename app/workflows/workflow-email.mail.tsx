/** The mail that a step of a workflow sends: the organization's own words, in its brand. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

type Props = {
  brand: MailBrand;
  organization: string;
  subject: string;
  /** Paragraphs are divided by empty lines. */
  text: string;
};

export const workflowEmail = ({ brand, organization, subject, text }: Props) =>
  mailOf({
    brand,
    title: subject,
    subject,
    lines: text.split(/\n{2,}/).filter((line) => line.trim() !== ""),
    why: `${organization} has your address`,
  });
