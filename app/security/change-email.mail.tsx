/** The mails of a change of address: a link to each address, and a notice of the result. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

type Words = { title: string; texts: string[]; link: string };

export type ChangeEmailMail =
  /** A link to the account's present address. */
  | { kind: "old"; next: string; hours: number }
  /** A link to the account's new address. */
  | { kind: "new"; hours: number }
  /** To an address that already has an account; the page does not reveal it. */
  | { kind: "taken" }
  | { kind: "changed"; next: string };

function wordsOf(mail: ChangeEmailMail, brand: MailBrand): Words {
  const caution = "If this wasn't you, you can ignore this email. Nothing changes without this link.";
  switch (mail.kind) {
    case "old":
      return {
        title: "Confirm your email address change",
        texts: [
          `Someone, probably you, asked to change the email address of your account at ${brand.company_name} to ${mail.next}. We sent a link to that address too. Nothing changes until both links are opened. They expire in ${mail.hours} hours.`,
          "If this wasn't you, don't open the link: nothing changes without it. Change your password, because someone was signed in as you.",
        ],
        link: "Confirm change",
      };
    case "new":
      return {
        title: "Confirm your new email address",
        texts: [
          `Someone, probably you, asked to use this address for their account at ${brand.company_name}. We sent a link to their current address too. Nothing changes until both links are opened. They expire in ${mail.hours} hours.`,
          caution,
        ],
        link: "Confirm change",
      };
    case "taken":
      return {
        title: "This address already has an account",
        texts: [
          `Someone, probably you, asked to use this address for another account at ${brand.company_name}. It already has an account, so nothing was changed.`,
          "If this wasn't you, you can ignore this email.",
        ],
        link: "Sign in",
      };
    case "changed":
      return {
        title: "Your email address was changed",
        texts: [
          `The email address of your account at ${brand.company_name} is now ${mail.next}. Use it to sign in from now on. All other devices were signed out.`,
          "If this wasn't you, someone else can read your email. Change your mailbox password and ask for help right away.",
        ],
        link: "Account security",
      };
  }
}

export function changeEmailMail(mail: ChangeEmailMail, { brand, url }: { brand: MailBrand; url: string }) {
  const { title, texts, link } = wordsOf(mail, brand);
  return mailOf({ brand, title, lines: [...texts, { link, to: url }] });
}
