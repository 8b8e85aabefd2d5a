/** The mail that tells a member of a call: that an appointment was booked, a message was left, or a call was missed. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";
import { asSentence } from "#app/calls/in-sentence.ts";
import type { NoticeEvent } from "./call-notices.schema.ts";

type Props = {
  brand: MailBrand;
  /** The recipient's name. */
  name: string | null;
  event: NoticeEvent;
  organization: string;
  /** A name or a number; null: withheld. */
  who: string | null;
  summary: string | null;
  /** What the caller left; names and numbers as far as known. */
  messages: readonly {
    kind: "message" | "call_back";
    text: string;
    name: string | null;
    phone: string | null;
  }[];
  /** When the call began, in the organization's zone. */
  when: string;
  /** The call's page. */
  url: string;
  /** Where these emails are turned off. */
  settingsUrl: string;
};

const titles: Record<NoticeEvent, (who: string) => string> = {
  booking: (who) => `Appointment booked by ${who}`,
  message: (who) => `Message from ${who}`,
  missed: (who) => `Missed call from ${who}`,
};

/** "We promised Hank Sorensen a callback (+1 415 555 0198). …" */
function messageLine({ kind, text, name, phone }: Props["messages"][number]): string {
  const person = name ?? "the caller";
  const at = phone === null ? "no number given" : phone;
  return kind === "call_back"
    ? `We promised ${person} a callback (${at}). ${asSentence(text)}`
    : `Message from ${person} (${at}): ${text}`;
}

export function callNoticeMail(props: Props) {
  const { brand, name, event, organization, who, summary, messages, when, url, settingsUrl } = props;
  return mailOf({
    brand,
    title: titles[event](who ?? "a private number"),
    subject: `${titles[event](who ?? "a private number")}: ${organization}`,
    name,
    lines: [
      ...(summary === null ? [] : [`${summary}.`]),
      ...messages.map(messageLine),
      `The call came in on ${when}.`,
      { link: "Open the call", to: url },
    ],
    why: `you turned on call notifications for ${organization}`,
    off: { words: "Change your notifications", to: settingsUrl },
  });
}
