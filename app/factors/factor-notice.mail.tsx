/** The mails that tell people about changes to the protection of their account. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

const notices = {
  locked: [
    "Authentication codes are locked for 15 minutes",
    "Somebody who knows your password entered ten wrong authentication codes. No code is accepted for 15 minutes.",
  ],
  recovery_code_used: [
    "A recovery code was used",
    "One of your recovery codes was used in place of your authenticator app. It is not good any more.",
  ],
  enabled: [
    "Two-factor authentication is on",
    "From now on signing in to your account asks for a code of your authenticator app. Every other device was signed out.",
  ],
  disabled: [
    "Two-factor authentication was turned off",
    "Signing in to your account asks for the password alone now. Every other device was signed out.",
  ],
  codes_replaced: [
    "New recovery codes were made",
    "Your account has ten new recovery codes. The ones before are not good any more. Every other device was signed out.",
  ],
  passkey_added: [
    "A passkey was added",
    "Your account can be opened with a new passkey. Every other device was signed out.",
  ],
  passkey_removed: [
    "A passkey was removed",
    "One of the passkeys of your account is not good any more. Every other device was signed out.",
  ],
} as const;
export type Notice = keyof typeof notices;

export function factorNoticeMail({
  brand,
  notice,
  setupUrl,
}: {
  brand: MailBrand;
  notice: Notice;
  /** /mfa-setup on the main host. */
  setupUrl: string;
}) {
  const [title, happened] = notices[notice];
  const caution = "If this was not you, change your password now and look at your two-factor authentication.";
  return mailOf({
    brand,
    title,
    lines: [happened, caution, { link: "Two-factor authentication", to: setupUrl }],
  });
}
