/** The mail that tells a person that their account is deleted, and what was deleted with it. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

type Deleted = {
  brand: MailBrand;
  name: string | null;
  /** The names of the organizations that were deleted with it. */
  organizations: readonly string[];
  /** Where to sign up again, on the main host. */
  signUpUrl: string;
};

export function accountDeletedMail({ brand, name, organizations, signUpUrl }: Deleted) {
  const went = new Intl.ListFormat("en-US").format(organizations);
  const [were, them] = organizations.length === 1 ? ["was", "it"] : ["were", "them"];
  return mailOf({
    brand,
    title: "Your account was deleted",
    name,
    lines: [
      `Your ${brand.company_name} account was deleted by someone who was signed in and confirmed their identity. All devices were signed out, and the account can no longer be used.`,
      ...(went === ""
        ? []
        : [
            `${went} ${were} also deleted because no one else belonged to ${them}. Everything in ${them} will be permanently deleted after 30 days.`,
          ]),
      "If this wasn't you, reply to this email right away. You can sign up again with the same address at any time.",
      { link: "Sign up again", to: signUpUrl },
    ],
    why: "this was the address of the deleted account",
  });
}
