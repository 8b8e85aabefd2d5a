/** The mails of a change of address: a link to each address, and a notice of the result. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

type Words = { title: string; texts: string[]; link: string; why: string };

export type ChangeEmailMail =
  /** A link to the account's present address. */
  | { kind: "old"; name: string | null; next: string; hours: number }
  /** A link to the account's new address. */
  | { kind: "new"; hours: number }
  /** To an address that already has an account; the page does not reveal it. */
  | { kind: "taken" }
  | { kind: "changed"; name: string | null; next: string };

function wordsOf(mail: ChangeEmailMail, brand: MailBrand): Words {
  const caution = "If this wasn't you, you can ignore this email. Nothing changes without this link.";
  switch (mail.kind) {
    case "old":
      return {
        title: "Change your email address?",
        texts: [
          `We got a request to change the email address for your ${brand.company_name} account to ${mail.next}. We sent a link to that address too. Nothing changes until both links are opened. They expire in ${mail.hours} hours.`,
          "If this wasn't you, don't open the link: nothing changes without it. Change your password, because someone was signed in as you.",
        ],
        link: "Confirm change",
        why: "this is the email address for your account",
      };
    case "new":
      return {
        title: "Your new email address",
        texts: [
          `We got a request to use this address for a ${brand.company_name} account. We sent a link to the account's current address too. Nothing changes until both links are opened. They expire in ${mail.hours} hours.`,
          caution,
        ],
        link: "Confirm this address",
        why: "someone wants to use this address for their account",
      };
    case "taken":
      return {
        title: "This address already has an account",
        texts: [
          `We got a request to use this address for another ${brand.company_name} account. It already has an account, so nothing was changed.`,
          "If this wasn't you, you can ignore this email.",
        ],
        link: "Sign in",
        why: "someone wants to use this address for their account",
      };
    case "changed":
      return {
        title: "Your email address was changed",
        texts: [
          `The email address for your ${brand.company_name} account is now ${mail.next}. Use it to sign in from now on. All other devices were signed out.`,
          "If this wasn't you, someone else can read your email. Change your mailbox password and ask for help right away.",
        ],
        link: "Review your sign-in",
        why: "there was a change to your account's security",
      };
  }
}

export function changeEmailMail(mail: ChangeEmailMail, { brand, url }: { brand: MailBrand; url: string }) {
  const { title, texts, link, why } = wordsOf(mail, brand);
  // An address that is not proven to be the person's is told nothing of them.
  const name = "name" in mail ? mail.name : null;
  return mailOf({ brand, title, name, lines: [...texts, { link, to: url }], why });
}
