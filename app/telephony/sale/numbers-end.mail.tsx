/** The warning that an organization's numbers are given back because its plan is not paid. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

type Props = {
  brand: MailBrand;
  organization: string;
  numbers: number;
  /** The plan is its agency's to pay. */
  isClient: boolean;
  /** "Tuesday, November 24" */
  day: string;
  url: string;
};

export function numbersEndMail({ brand, organization, numbers, isClient, day, url }: Props) {
  const what = numbers === 1 ? "its phone number" : `its ${numbers} phone numbers`;
  return mailOf({
    brand,
    title: `${organization} will lose ${numbers === 1 ? "its phone number" : "its phone numbers"} on ${day}`,
    lines: [
      `The plan of ${organization} isn't paid, so calls aren't answered. Unless that changes, ${what} will be returned to the carrier on ${day}, and someone else may get ${numbers === 1 ? "it" : "them"}.`,
      isClient
        ? "Ask your provider to renew the plan."
        : "Choose a plan or pay the open invoice to keep what you have.",
      { link: isClient ? "See numbers" : "Go to Plan and usage", to: url },
    ],
    why: `you're an owner of ${organization}`,
  });
}
