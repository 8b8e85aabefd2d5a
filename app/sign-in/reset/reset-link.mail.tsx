/** The mails that answer "Forgot password?": the link for an account, and a notice for an address without one, because the page gives both the same answer. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

export function resetLinkMail({
  brand,
  name,
  url,
  minutes,
}: {
  brand: MailBrand;
  name: string | null;
  /** Holds the token. */
  url: string;
  minutes: number;
}) {
  const title = "Reset your password";
  const asked = `We got a request to reset the password for your ${brand.company_name} account.`;
  const lasts = `The link works once and expires in ${minutes} minutes. Setting a new password signs you out on all devices.`;
  const caution = "If this wasn't you, you can ignore this email. Your password won't change.";
  return mailOf({
    brand,
    title,
    subject: `Reset your ${brand.company_name} password`,
    name,
    lines: [asked, { link: "Set a new password", to: url }, lasts, { quiet: caution }],
    why: "someone asked to reset your password",
  });
}

/** `signUpUrl`: null where accounts are by invitation. */
export function noAccountMail({ brand, signUpUrl }: { brand: MailBrand; signUpUrl: string | null }) {
  const title = "No account uses this address";
  const asked = `We got a request to reset a ${brand.company_name} password for this address, but no account uses it. You may have signed up with a different one.`;
  const caution = "If this wasn't you, you can ignore this email.";
  const wayIn =
    signUpUrl === null
      ? `Accounts are by invitation only. Ask the team at ${brand.company_name} to invite you.`
      : { link: "Sign up", to: signUpUrl };
  return mailOf({
    brand,
    title,
    subject: `No ${brand.company_name} account uses this address`,
    lines: [asked, wayIn, { quiet: caution }],
    why: "someone asked to reset a password for this address",
  });
}
