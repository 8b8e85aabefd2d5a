/** Tells owners that numbers which their plan included will cost something, and from when. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

type Props = {
  brand: MailBrand;
  organization: string;
  /** "+1 415 555 0100: $2 a month" */
  numbers: readonly string[];
  /** "Tuesday, November 24" */
  day: string;
  url: string;
};

export function numbersCostMail({ brand, organization, numbers, day, url }: Props) {
  const isOne = numbers.length === 1;
  return mailOf({
    brand,
    title: `${organization}: ${isOne ? "a phone number" : `${numbers.length} phone numbers`} will be charged from ${day}`,
    lines: [
      `${organization} and its clients have more phone numbers than the plan includes. From ${day} on, ${isOne ? "this one is" : "these are"} added to your invoices:`,
      ...numbers,
      `Release ${isOne ? "it" : "a number"} before ${day} and you pay nothing for it. A plan that includes more numbers has room for ${isOne ? "it" : "them"} again.`,
      { link: "See numbers", to: url },
    ],
    why: `you're an owner of ${organization}`,
  });
}
