/** The warning that an organization's numbers are given back because nothing pays for them. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

type Props = {
  brand: MailBrand;
  organization: string;
  /** How many are given back. */
  numbers: number;
  /** How many stay: those of a trial; 0: the plan is not paid, so none. */
  kept: number;
  /** The plan is its agency's to pay. */
  isClient: boolean;
  /** "Tuesday, November 24" */
  day: string;
  url: string;
};

export function numbersEndMail({ brand, organization, numbers, kept, isClient, day, url }: Props) {
  if (kept > 0) return beyondTrial({ brand, organization, numbers, kept, day, url });
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

/** Of an organization without a plan, which has more numbers than a trial includes. */
function beyondTrial({ brand, organization, numbers, kept, day, url }: Omit<Props, "isClient">) {
  const what = numbers === 1 ? "a phone number" : `${numbers} phone numbers`;
  return mailOf({
    brand,
    title: `${organization} will lose ${what} on ${day}`,
    lines: [
      `${organization} has no plan, and its trial includes ${kept} phone numbers. The ${numbers === 1 ? "newest one" : `newest ${numbers}`} beyond those will be returned to the carrier on ${day}, and someone else may get ${numbers === 1 ? "it" : "them"}.`,
      "Choose a plan to keep them all.",
      { link: "Go to Plan and usage", to: url },
    ],
    why: `you're an owner of ${organization}`,
  });
}
