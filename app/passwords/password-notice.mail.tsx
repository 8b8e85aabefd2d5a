/** The mail that tells people that their account has a new password. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

const events = {
  changed: [
    "Your password was changed",
    "The password of your account was changed by somebody who was signed in. Every other device was signed out.",
  ],
  set: [
    "Your account has a password now",
    "A first password was set for your account by somebody who was signed in. Every other device was signed out.",
  ],
  reset: [
    "Your password was reset",
    "A new password was set for your account with a link that was mailed to this address. Every device was signed out.",
  ],
} as const;
export type PasswordEvent = keyof typeof events;

export function passwordNoticeMail({
  brand,
  event,
  forgotUrl,
}: {
  brand: MailBrand;
  event: PasswordEvent;
  /** Where a new link can be asked for, on the main host. */
  forgotUrl: string;
}) {
  const [title, happened] = events[event];
  const caution = "If this was not you, take your account back with a new password now:";
  return mailOf({ brand, title, lines: [happened, caution, { link: "Set a new password", to: forgotUrl }] });
}
