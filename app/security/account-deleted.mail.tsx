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
      `Your account at ${brand.company_name} was deleted by someone who was signed in and confirmed it was you. All devices were signed out, and the account can no longer be opened.`,
      ...(went === ""
        ? []
        : [
            `Also deleted, because no one else belonged to ${organizations.length === 1 ? "it" : "them"}: ${went}. Everything in ${organizations.length === 1 ? "it" : "them"} will be permanently deleted after 30 days.`,
          ]),
      "If this wasn't you, reply to this email right away. You can sign up again with the same address:",
      { link: "Create an account", to: signUpUrl },
    ],
  });
}
