/** The mails that tell people that Google now opens their account, or no longer does. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

const events = {
  joined: [
    "Google was joined to your account",
    "From now on a Google account can sign in to your account too, besides every way that there was before. Every other device was signed out.",
  ],
  disconnected: [
    "Google was disconnected from your account",
    "Google does not open your account any more. Every other device was signed out.",
  ],
} as const;
export type GoogleEvent = keyof typeof events;

export function googleNoticeMail({
  brand,
  event,
  securityUrl,
}: {
  brand: MailBrand;
  event: GoogleEvent;
  /** /security on the main host. */
  securityUrl: string;
}) {
  const [title, happened] = events[event];
  const caution = "If this was not you, change your password now and look at what is connected:";
  return mailOf({
    brand,
    title,
    lines: [happened, caution, { link: "Security of your account", to: securityUrl }],
  });
}
