/** The mails that answer "Forgot password?": the link for an account, and a notice for an address without one, because the page gives both the same answer. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

export function resetLinkMail({
  brand,
  url,
  minutes,
}: {
  brand: MailBrand;
  /** Holds the token. */
  url: string;
  minutes: number;
}) {
  const title = "Set a new password";
  const asked = `Somebody, probably you, asked for a new password for your account at ${brand.company_name}.`;
  const lasts = `The link is good for ${minutes} minutes and works once. The new password signs every device out.`;
  const caution =
    "If it was not you, ignore this mail: without the link nothing happens, and your password stays as it is.";
  return mailOf({
    brand,
    title,
    subject: `Set a new password at ${brand.company_name}`,
    lines: [asked, { link: title, to: url }, lasts, { quiet: caution }],
  });
}

export function noAccountMail({ brand, signUpUrl }: { brand: MailBrand; signUpUrl: string }) {
  const title = "There is no account with this address";
  const asked = `Somebody, probably you, asked for a new password at ${brand.company_name}. No account has this address: perhaps you signed up with another one.`;
  const caution = "If it was not you, there is nothing to do.";
  return mailOf({
    brand,
    title,
    subject: `No account at ${brand.company_name} has this address`,
    lines: [asked, { link: "Create an account", to: signUpUrl }, { quiet: caution }],
  });
}
