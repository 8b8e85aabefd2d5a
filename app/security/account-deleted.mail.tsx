/** The mail that tells a person that their account is deleted, and what was deleted with it. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

type Deleted = {
  brand: MailBrand;
  /** The names of the organizations that were deleted with it. */
  organizations: readonly string[];
  /** Where to sign up again, on the main host. */
  signUpUrl: string;
};

export function accountDeletedMail({ brand, organizations, signUpUrl }: Deleted) {
  const went = organizations.join(", ");
  return mailOf({
    brand,
    title: "Your account was deleted",
    lines: [
      `Your account at ${brand.company_name} was deleted by somebody who was signed in and confirmed that it was you. Every device is signed out, and nothing opens it any more.`,
      ...(went === ""
        ? []
        : [
            `Deleted with it, because nobody else belonged to ${organizations.length === 1 ? "it" : "them"}: ${went}. What was in ${organizations.length === 1 ? "it" : "them"} is gone for good after 30 days.`,
          ]),
      "If this was not you, answer this mail at once. This address is free for a new account:",
      { link: "Create an account", to: signUpUrl },
    ],
  });
}
