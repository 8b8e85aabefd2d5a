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
  const caution = "If it was not you, do nothing: without this link nothing changes.";
  switch (mail.kind) {
    case "old":
      return {
        title: "Confirm the change of your email address",
        texts: [
          `Somebody, probably you, asked that your account at ${brand.company_name} be reached at ${mail.next} from now on. A link went to that address too. Nothing changes before both links were used. They are good for ${mail.hours} hours.`,
          `${caution} Change your password then, because somebody was signed in as you.`,
        ],
        link: "Confirm the change",
      };
    case "new":
      return {
        title: "Confirm your new email address",
        texts: [
          `Somebody, probably you, asked that their account at ${brand.company_name} be reached at this address. A link went to their present address too. Nothing changes before both links were used. They are good for ${mail.hours} hours.`,
          caution,
        ],
        link: "Confirm the change",
      };
    case "taken":
      return {
        title: "This address has an account already",
        texts: [
          `Somebody, probably you, asked that another account at ${brand.company_name} be reached at this address. It has an account already, so nothing was changed.`,
          "If it was not you, there is nothing to do.",
        ],
        link: "Sign in",
      };
    case "changed":
      return {
        title: "Your email address was changed",
        texts: [
          `Your account at ${brand.company_name} is reached at ${mail.next} from now on, and signs in with it. Every other device was signed out.`,
          "If this was not you, somebody else reads your mail: change the password of your mailbox, and ask for help at once.",
        ],
        link: "Security of your account",
      };
  }
}

export function changeEmailMail(mail: ChangeEmailMail, { brand, url }: { brand: MailBrand; url: string }) {
  const { title, texts, link } = wordsOf(mail, brand);
  return mailOf({ brand, title, lines: [...texts, { link, to: url }] });
}
