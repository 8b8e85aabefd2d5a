/** The mail that reminds a member of a callback whose time has come. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";
import { asSentence } from "#app/calls/in-sentence.ts";

type Props = {
  brand: MailBrand;
  /** The recipient's name. */
  name: string | null;
  organization: string;
  /** A name or a number. */
  who: string;
  /** Null: no number is known. */
  phone: string | null;
  text: string;
  /** The time that was agreed, in the organization's zone. */
  when: string;
  /** The page of the call in which it was promised. */
  url: string;
  /** Where these emails are turned off. */
  settingsUrl: string;
};

export function dueCallBackMail({
  brand,
  name,
  organization,
  who,
  phone,
  text,
  when,
  url,
  settingsUrl,
}: Props) {
  return mailOf({
    brand,
    title: `Call back ${who} now`,
    subject: `Call back ${who} now: ${organization}`,
    name,
    lines: [
      `A callback was promised for ${when}, and no one has marked it as done.`,
      ...(phone === null ? [] : [`Number: ${phone}.`]),
      asSentence(text),
      { link: "Open the call", to: url },
    ],
    why: `you turned on call notifications for ${organization}`,
    off: { words: "Change your notifications", to: settingsUrl },
  });
}
