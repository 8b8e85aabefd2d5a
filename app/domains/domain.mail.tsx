/** The mails that tell an organization's owners what became of a custom domain. */
import { type MailBrand, mailOf } from "#app/branding/mail-frame.tsx";

/** `lost`, `won`: another organization has proven that the domain is its own. `fallen_back`: it failed for a week. */
export type DomainEvent =
  | "live"
  | "failing"
  | "fallen_back"
  | "lost"
  | "won"
  /** Of the address that mail comes from, which is then the `host`. */
  | "sender_lost"
  | "sender_given_up";

/** Why a domain fails. `routing`: its records are right, and Cloudflare does not lead visitors here. */
export type FailureCause = "records" | "routing" | "blocked" | "certificate";

type Props = {
  brand: MailBrand;
  event: DomainEvent;
  host: string;
  /** Of the event `failing`. */
  cause: FailureCause;
  organization: string;
  /** The page of custom domains. */
  url: string;
};

const mainAddress = "In the meantime, everyone can still sign in at the main address.";

const failures: Record<FailureCause, (host: string, organization: string) => string> = {
  records: (host, organization) =>
    `${host} no longer points to ${organization}: its DNS records were changed or removed. If you fix them within 7 days, there's nothing else to do. ${mainAddress}`,
  routing: (host, organization) =>
    `Cloudflare no longer sends visitors from ${host} to ${organization}, even though its DNS records are correct. We'll ask it to reconnect every hour for 7 days, so there's nothing for you to do. ${mainAddress}`,
  blocked: (host) =>
    `Cloudflare is blocking ${host}, usually because another Cloudflare account holds it or it was reported for abuse. Remove the hold there within 7 days; we'll try again every hour. ${mainAddress}`,
  certificate: (host) =>
    `${host} has no valid certificate, so browsers won't open it. Check its DNS records within 7 days; we'll ask for a new certificate every hour. ${mainAddress}`,
};

/** A subject names no host: there it would be cut apart, as every address that could become a link. */
type Telling = (
  host: string,
  organization: string,
  cause: FailureCause,
) => { subject: string; title: string; line: string };

const told: Record<DomainEvent, Telling> = {
  live: (host, organization) => ({
    subject: "Your custom domain is live",
    title: `${host} is live`,
    line: `People can now sign in to ${organization} at ${host}. It can take up to 2 minutes to work everywhere.`,
  }),
  failing: (host, organization, cause) => ({
    subject: "Your custom domain stopped working",
    title: `${host} stopped working`,
    line: failures[cause](host, organization),
  }),
  fallen_back: (host, organization) => ({
    subject: "Your custom domain was disconnected",
    title: `${host} was disconnected`,
    line: `${host} hasn't worked for 7 days, so ${organization} doesn't use it anymore. Everyone signs in at the main address now. You can connect it again at any time.`,
  }),
  lost: (host, organization) => ({
    subject: "Your custom domain was moved to another organization",
    title: `${host} was moved to another organization`,
    line: `Someone with access to the domain's DNS proved that it belongs to another organization, so ${organization} doesn't use it anymore. If you didn't expect this, check who can change your DNS records.`,
  }),
  won: (host, organization) => ({
    subject: "Your custom domain is verified",
    title: `${host} is yours`,
    line: `We found your record, so ${host} belongs to ${organization} now. No other organization can use it.`,
  }),
  sender_lost: (address, organization) => ({
    subject: "Email no longer comes from your own address",
    title: `Email no longer comes from ${address}`,
    line: `The DNS records that let ${organization} send email from ${address} can't be found anymore. Put them back and we'll use the address again. Until then, email goes out from our address, under your name.`,
  }),
  sender_given_up: (address, organization) => ({
    subject: "Your email address wasn't verified",
    title: `${address} wasn't verified`,
    line: `We looked for the DNS records of ${address} for 7 days and didn't find them, so we stopped. ${organization}'s email is sent from our address, under your name. You can add the address again at any time.`,
  }),
};

export function domainMail({ brand, event, host, cause, organization, url }: Props) {
  const { subject, title, line } = told[event](host, organization, cause);
  return mailOf({
    brand,
    title,
    subject: `${subject}: ${brand.company_name}`,
    lines: [line, { link: "Open custom domains", to: url }],
    why: `you're an owner of ${organization}`,
  });
}
