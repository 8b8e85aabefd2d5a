/** The mail that tells people that their account has a new password. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

const events = {
  changed: [
    "Your password was changed",
    "Your account's password was changed by someone who was signed in. All other devices were signed out.",
  ],
  set: [
    "Your account now has a password",
    "A first password was set for your account by someone who was signed in. All other devices were signed out.",
  ],
  reset: [
    "Your password was reset",
    "A new password was set for your account with a link emailed to this address. All devices were signed out.",
  ],
} as const;
export type PasswordEvent = keyof typeof events;

export function passwordNoticeMail({
  brand,
  name,
  event,
  forgotUrl,
}: {
  brand: MailBrand;
  name: string | null;
  event: PasswordEvent;
  /** Where a new link can be asked for, on the main host. */
  forgotUrl: string;
}) {
  const [title, happened] = events[event];
  const caution = "If this wasn't you, secure your account by setting a new password now:";
  return mailOf({
    brand,
    title,
    name,
    lines: [happened, caution, { link: "Set a new password", to: forgotUrl }],
    why: "there was a change to your account's security",
  });
}
