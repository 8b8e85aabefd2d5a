/** What a mail wears, and whom it is from: a tenant, or the platform. */
import type { Mail } from "#app/platform/mail.server.ts";
import { unlinked } from "#app/platform/unlinked.ts";
import type { Brand } from "./brand.schema.ts";

export type Letterhead = {
  /** The brand, with the whole address of its logo: a mail has no host that a path could belong to. */
  readonly brand: Brand & { readonly logo?: string };
  /** Who the mail is from, and where answers go. */
  readonly sender: Pick<Mail, "from_name" | "from_address" | "reply_to">;
};

type Writer = {
  readonly brand: Brand;
  /** The tenant in whose name it writes; null: in the platform's. */
  readonly name: string | null;
  /** The tenant's address on a verified sending domain; null: it has none. */
  readonly address: string | null;
  /** Where the brand's images are served. */
  readonly origin: string;
};

/** A tenant's name without web addresses (R42); mails go to strangers too, and a name that is only an address says nothing. */
const nameInMail = (name: string): string => unlinked(name) || "Voice agents";

/** The one place that says who a mail is from: every mail's sender and the name in its words are made here. */
export const letterhead = ({ brand, name, address, origin }: Writer): Letterhead => ({
  brand: {
    ...brand,
    company_name: nameInMail(brand.company_name),
    ...(brand.logo_url && { logo: new URL(brand.logo_url, origin).href }),
  },
  sender: {
    ...(name !== null && { from_name: nameInMail(name), ...(address !== null && { from_address: address }) }),
    ...(brand.support_email && { reply_to: brand.support_email }),
  },
});
