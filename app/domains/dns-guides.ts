/** How each DNS provider wants records to be entered: where, under which labels, and what it takes for the name. */
import { registeredDomain } from "./domain-host.ts";

export type DnsGuide = {
  readonly id: string;
  readonly name: string;
  /** How to get to the place where records are added. */
  readonly steps: readonly string[];
  /** What the provider calls a record's name, and the value of each type. */
  readonly labels: { readonly name: string; readonly cname: string; readonly txt: string };
  /** The record that a registered domain itself may have in place of a CNAME; null: the provider has none. */
  readonly apex: string | null;
  /** Whether a text stands in quotation marks. */
  readonly quotesText?: boolean;
  readonly note?: string;
};

export const dnsGuides: readonly DnsGuide[] = [
  {
    id: "cloudflare",
    name: "Cloudflare",
    steps: [
      "Open your domain in the Cloudflare dashboard.",
      "Go to DNS, then Records.",
      "Select Add record for each record above.",
    ],
    labels: { name: "Name", cname: "Target", txt: "Content" },
    apex: "CNAME",
    note: "Set Proxy status to DNS only (gray cloud) for the CNAME record.",
  },
  {
    id: "godaddy",
    name: "GoDaddy",
    steps: [
      "Sign in and open My Products.",
      "Choose DNS next to your domain.",
      "Select Add New Record for each record above.",
    ],
    labels: { name: "Name", cname: "Value", txt: "Value" },
    apex: null,
  },
  {
    id: "namecheap",
    name: "Namecheap",
    steps: [
      "Open Domain List and choose Manage.",
      "Open the Advanced DNS tab.",
      "Select Add New Record for each record above.",
    ],
    labels: { name: "Host", cname: "Value", txt: "Value" },
    apex: "ALIAS",
    note: "Delete the parking records (a CNAME for www and a URL redirect) if they use the same name.",
  },
  {
    id: "route53",
    name: "Route 53",
    steps: [
      "Open Hosted zones in the Route 53 console.",
      "Choose your domain.",
      "Select Create record for each record above, with Alias turned off.",
    ],
    labels: { name: "Record name", cname: "Value", txt: "Value" },
    apex: null,
    quotesText: true,
  },
  {
    id: "squarespace",
    name: "Google (Squarespace)",
    steps: [
      "Google Domains moved to Squarespace: sign in there and open Domains.",
      "Choose your domain, then DNS, then DNS Settings.",
      "Under Custom records, select Add record for each record above.",
    ],
    labels: { name: "Host", cname: "Data", txt: "Data" },
    apex: null,
  },
  {
    id: "ionos",
    name: "IONOS",
    steps: [
      "Open Domains & SSL.",
      "Choose the gear next to your domain, then DNS.",
      "Select Add record for each record above.",
    ],
    labels: { name: "Host name", cname: "Points to", txt: "Value" },
    apex: null,
  },
];

const [firstGuide] = dnsGuides;

/** The guide of an address's `provider`, or the first one. */
export const guideOf = (id: string | null): DnsGuide | undefined =>
  dnsGuides.find((guide) => guide.id === id) ?? firstGuide;

/** A record's name as providers take it: without the registered domain, which they add by themselves; "@" for that itself. */
export function nameInZone(full: string, host: string): string {
  const zone = registeredDomain(host);
  if (full === zone) return "@";
  return full.endsWith(`.${zone}`) ? full.slice(0, -zone.length - 1) : full;
}
