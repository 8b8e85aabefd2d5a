/** The mail to the owner of an account whose address was used to sign up; the page itself does not reveal the account. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

export function alreadyRegisteredMail({ brand, signInUrl }: { brand: MailBrand; signInUrl: string }) {
  const happened = `Somebody, probably you, tried to sign up at ${brand.company_name} with this address. It has an account already, so no code was sent and nothing was changed.`;
  return mailOf({
    brand,
    title: "You already have an account",
    subject: `You already have an account at ${brand.company_name}`,
    lines: [
      happened,
      { link: "Sign in with your password", to: signInUrl },
      { quiet: "If it was not you, there is nothing to do." },
    ],
  });
}
