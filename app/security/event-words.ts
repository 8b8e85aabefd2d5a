/** The events of an account in its owner's words: one line for each audited action about a person. */

type Changes = Readonly<Record<string, string | number | boolean | null>> | null;
type Words = string | ((changes: Changes, target: string | null) => string);

const ways: Readonly<Record<string, string>> = {
  password: "with a password",
  google: "with Google",
  passkey: "with a passkey",
  cross_domain: "from another of our sites",
  email_code: "with an email code",
  invitation: "with an invitation",
  reset: "with a reset link",
  totp: "with an authenticator code",
  recovery_code: "with a recovery code",
  email_link: "with an email link",
};
const withWay = (words: string) => (changes: Changes) => {
  const way = ways[String(changes?.how)];
  return way === undefined ? words : `${words} ${way}`;
};

const words: Readonly<Record<string, Words>> = {
  "account.signed_up": "Account created",
  "account.renamed": "Name changed",
  "account.exported": "Your data was downloaded",
  "email.confirmed": "Email address verified",
  "email.code_refused": "Wrong verification code",
  "email.change_asked": "Email address change requested",
  "email.change_cancelled": "Email address change canceled",
  "email.change_confirmed": "Email address change confirmed from one of the two addresses",
  "email.changed": "Email address changed",
  "factor.added": "Two-factor authentication turned on",
  "factor.removed": "Two-factor authentication turned off",
  "factor.refused": "Wrong authentication code",
  "factor.locked": "Authentication codes locked for 15 minutes",
  "identity.linked": "Google connected",
  "identity.password_asked": "Google sign-in needed the password first",
  "identity.unlinked": "Google disconnected",
  "passkey.added": "Passkey added",
  "passkey.removed": "Passkey removed",
  "passkey.renamed": "Passkey renamed",
  "password.changed": "Password changed",
  "password.set": "First password set",
  "password.reset": "Password reset with an email link",
  "password.reset_asked": "Password reset requested",
  "recovery_code.used": "Recovery code used",
  "recovery_codes.made": "New recovery codes created",
  "session.started": withWay("Signed in"),
  "session.factor_asked": withWay("Two-factor authentication required after signing in"),
  "session.pending": "Signed in before verifying the email address",
  "session.confirmed": withWay("Confirmed identity"),
  "session.confirmation_refused": "Wrong password when confirming identity",
  "session.refused": "Sign-in failed",
  "session.ended": "Signed out",
  "session.revoked": "Another device was signed out",
  "sessions.revoked": "All other devices were signed out",
  "sessions.ended_by_organization": (changes) =>
    `${changes?.organization ?? "An organization"} signed you out on every device`,
  "session.crossing_allowed": (_, target) => `Signed in on ${target}`,
  "session.crossing_refused": "Sign-in on another site was refused",
};

/** The actions that belong to an account's history. */
export const accountActions: readonly string[] = Object.keys(words);

/** Refusals and locks, which may be a stranger's attempt. */
export const isWarning = (action: string): boolean => /(?:refused|locked)$/.test(action);

/** One event as a sentence without a full stop. */
export function eventWords(action: string, changes: Changes, target: string | null): string {
  const said = words[action];
  if (said === undefined) return action;
  return typeof said === "string" ? said : said(changes, target);
}
