/** The mails that tell people that Google now opens their account, or no longer does. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

const events = {
  joined: [
    "Google was connected to your account",
    "A Google account can now sign in to your account, in addition to the ways you already have. All other devices were signed out.",
  ],
  disconnected: [
    "Google was disconnected from your account",
    "You can no longer sign in with Google. All other devices were signed out.",
  ],
} as const;
export type GoogleEvent = keyof typeof events;

export function googleNoticeMail({
  brand,
  name,
  event,
  securityUrl,
}: {
  brand: MailBrand;
  name: string | null;
  event: GoogleEvent;
  /** /security on the main host. */
  securityUrl: string;
}) {
  const [title, happened] = events[event];
  const caution = "If this wasn't you, change your password now and check what's connected:";
  return mailOf({
    brand,
    title,
    name,
    lines: [happened, caution, { link: "Review your sign-in", to: securityUrl }],
    why: "there was a change to your account's security",
  });
}
