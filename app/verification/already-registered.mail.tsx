/** The mail to the owner of an account whose address was used to sign up; the page itself does not reveal the account. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

export function alreadyRegisteredMail({ brand, signInUrl }: { brand: MailBrand; signInUrl: string }) {
  const happened = `Someone tried to sign up for ${brand.company_name} with this address. It already has an account, so we didn't send a code and nothing was changed.`;
  return mailOf({
    brand,
    title: "You already have an account",
    subject: `You already have an account with ${brand.company_name}`,
    lines: [
      happened,
      { link: "Sign in", to: signInUrl },
      { quiet: "If this wasn't you, you can ignore this email." },
    ],
    why: "someone signed up with this address",
  });
}
