/** Names that the words of the audit trail are made of: ways to sign in, pages of the platform, states of errors, commands. */

/** By which way someone signed in or proved who they are, after a verb. */
export const ways: Readonly<Record<string, string>> = {
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

/** Pages of the platform whose visits are noted, by path. */
const pages: Readonly<Record<string, string>> = {
  "/customer-management": "Customers",
  "/admin/audit": "Audit trail",
  "/admin/billing-events": "Billing events",
  "/admin/error-logs": "Errors",
  "/admin/incidents": "Incidents",
  "/admin/security": "Security",
  "/admin/web-vitals": "Web vitals",
  "/testing": "Checks",
};

/** What a member did with an error, by the state that it got. */
export const markedErrors: Readonly<Record<string, string>> = {
  open: "Reopened an error",
  resolved: "Marked an error as resolved",
  muted: "Muted an error",
};

/** What operators' commands ask for. */
export const commands: Readonly<Record<string, string>> = {
  "/functions/reconcile-usage": "Compared usage with its bills",
  "/functions/verify-audit": "Verified the audit trail",
};

/** The name of a page of the platform, as it stands in "the platform's … page"; "own" for a path without a name. */
export const pageOf = (target: string | null): string =>
  pages[target ?? ""] ?? (target?.startsWith("/customer-management/") ? "Customers" : "own");
