/** The mails to owners about people who join with an address of a proven domain: that it is allowed now, and who joined. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

type Props = {
  brand: MailBrand;
  /** The recipient's. */
  name: string | null;
  organization: string;
  domain: string;
  /** Who joined; null: it was allowed just now, by `by`. */
  joined: string | null;
  by: string;
  /** The page of its people. */
  url: string;
};

export function joiningMail({ brand, name, organization, domain, joined, by, url }: Props) {
  const isAllowed = joined === null;
  return mailOf({
    brand,
    title: isAllowed ? "People can join without an invitation now" : `${joined} joined ${organization}`,
    name,
    lines: [
      isAllowed
        ? `${by} lets everyone with a ${domain} address join ${organization} as a member. You can turn this off on the page of your users.`
        : `${joined} signed up with a ${domain} address and is a member of ${organization} now. If they shouldn't be, remove them on the page of your users.`,
      { link: "Open users", to: url },
    ],
    why: `you're an owner of ${organization}`,
  });
}
