/** The mail that tells a member of a call: that an appointment was booked, or that a call was missed. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";
import type { NoticeEvent } from "./call-notices.schema.ts";

type Props = {
  brand: MailBrand;
  event: NoticeEvent;
  organization: string;
  /** A name or a number; null: withheld. */
  who: string | null;
  summary: string | null;
  /** When the call began, in the organization's zone. */
  when: string;
  /** The call's page. */
  url: string;
  /** Where these mails are turned off. */
  settingsUrl: string;
};

const titles: Record<NoticeEvent, (who: string) => string> = {
  booking: (who) => `Appointment booked by ${who}`,
  missed: (who) => `Missed call from ${who}`,
};

export function callNoticeMail(props: Props) {
  const { brand, event, organization, who, summary, when, url, settingsUrl } = props;
  return mailOf({
    brand,
    title: titles[event](who ?? "a withheld number"),
    subject: `${titles[event](who ?? "a withheld number")}: ${organization}`,
    lines: [
      ...(summary === null ? [] : [`${summary}.`]),
      `The call came in on ${when}.`,
      { link: "Open the call", to: url },
      { quiet: `You asked for these mails. They are turned off at ${settingsUrl}.` },
    ],
  });
}
