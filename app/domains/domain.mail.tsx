/** The mails that tell an organization's owners what became of a custom domain. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

/** `lost`, `won`: another organization has proven that the domain is its own. `fallen_back`: it pointed elsewhere for a week. */
export type DomainEvent = "live" | "failing" | "fallen_back" | "lost" | "won";

type Props = {
  brand: MailBrand;
  event: DomainEvent;
  host: string;
  organization: string;
  /** The page of custom domains. */
  url: string;
};

const told: Record<DomainEvent, (host: string, organization: string) => { title: string; line: string }> = {
  live: (host, organization) => ({
    title: `${host} is live`,
    line: `People can now sign in to ${organization} at ${host}. It can take up to 2 minutes to work everywhere.`,
  }),
  failing: (host, organization) => ({
    title: `${host} stopped working`,
    line: `${host} no longer points to ${organization}: its DNS records were changed or removed. If you fix them within 7 days, there's nothing else to do. Until then, everyone can still sign in at the main address.`,
  }),
  fallen_back: (host, organization) => ({
    title: `${host} was disconnected`,
    line: `${host} pointed elsewhere for 7 days, so ${organization} doesn't use it anymore. Everyone signs in at the main address now. You can connect it again at any time.`,
  }),
  lost: (host, organization) => ({
    title: `${host} was moved to another organization`,
    line: `Someone with access to the domain's DNS proved that it belongs to another organization, so ${organization} doesn't use it anymore. If you didn't expect this, check who can change your DNS records.`,
  }),
  won: (host, organization) => ({
    title: `${host} is yours`,
    line: `We found your record, so ${host} belongs to ${organization} now. No other organization can use it.`,
  }),
};

export function domainMail({ brand, event, host, organization, url }: Props) {
  const { title, line } = told[event](host, organization);
  return mailOf({
    brand,
    title,
    lines: [line, { link: "Open custom domains", to: url }],
    why: `you're an owner of ${organization}`,
  });
}
