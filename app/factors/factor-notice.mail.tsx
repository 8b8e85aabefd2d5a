/** The mails that tell people about changes to the protection of their account. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

const notices = {
  locked: [
    "Authentication codes are locked for 15 minutes",
    "Someone who knows your password entered ten wrong authentication codes. No codes will be accepted for 15 minutes.",
  ],
  recovery_code_used: [
    "A recovery code was used",
    "One of your recovery codes was used instead of your authenticator app. It can't be used again.",
  ],
  enabled: [
    "Two-factor authentication is on",
    "Signing in to your account now requires a code from your authenticator app. All other devices were signed out.",
  ],
  disabled: [
    "Two-factor authentication was turned off",
    "Signing in to your account no longer requires a code from an authenticator app. All other devices were signed out.",
  ],
  codes_replaced: [
    "New recovery codes were created",
    "Your account has ten new recovery codes. The old ones no longer work. All other devices were signed out.",
  ],
  passkey_added: [
    "A passkey was added",
    "A new passkey can now sign in to your account. All other devices were signed out.",
  ],
  passkey_removed: [
    "A passkey was removed",
    "One of your account's passkeys no longer works. All other devices were signed out.",
  ],
  reset: [
    "Two-factor authentication was reset",
    "Support removed your authenticator app, passkeys and recovery codes, and signed you out on every device. Sign in again, then set up two-factor authentication anew.",
  ],
  signed_out: [
    "You were signed out on every device",
    "Support signed you out on every device. Your account and password haven't changed.",
  ],
} as const;
export type Notice = keyof typeof notices;

/** A lockout or a used recovery code leaves the account's settings as they were. */
const isChange = (notice: Notice): boolean => notice !== "locked" && notice !== "recovery_code_used";

const isSupports = (notice: Notice): boolean => notice === "reset" || notice === "signed_out";

export function factorNoticeMail({
  brand,
  name,
  notice,
  setupUrl,
}: {
  brand: MailBrand;
  name: string | null;
  notice: Notice;
  /** /mfa-setup on the main host. */
  setupUrl: string;
}) {
  const [title, happened] = notices[notice];
  const doubt = isSupports(notice) ? "If you didn't ask for this" : "If this wasn't you";
  const caution = `${doubt}, change your password now and check your two-factor authentication.`;
  return mailOf({
    brand,
    title,
    name,
    lines: [happened, caution, { link: "Review your sign-in", to: setupUrl }],
    why: `there was ${isChange(notice) ? "a change to your account's security" : "security activity on your account"}`,
  });
}
