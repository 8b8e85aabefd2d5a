/** What Cloudflare and DNS said last about a custom domain, as `custom_domains.provider` keeps it. */
import { z } from "zod";

/** A record that the domain's owner sets. */
const wantedRecord = z.object({ name: z.string(), value: z.string() });

const hostnameNews = z.object({
  id: z.string(),
  /** Of the host: "active" and about a dozen others; new ones may come. */
  status: z.string(),
  /** Of its certificate. */
  ssl_status: z.string(),
  ownership: wantedRecord.nullable(),
  /** What the certificate's authority looks for; empty until Cloudflare has asked it. */
  challenges: z.array(wantedRecord),
  errors: z.array(z.string()),
});
export type HostnameNews = z.infer<typeof hostnameNews>;

/**
 * Where DNS leads the host. `here`: to us. `proxied`: to Cloudflare's own addresses, behind which the record is not seen.
 * `elsewhere`: to another address. `nowhere`: it has no record.
 */
export const pointings = ["here", "proxied", "elsewhere", "nowhere"] as const;
export type Pointing = (typeof pointings)[number];

export const domainNews = z.object({
  host: hostnameNews.nullable().default(null),
  www: hostnameNews.nullable().default(null),
  points: z.enum(pointings).nullable().default(null),
  www_points: z.enum(pointings).nullable().default(null),
  /** What DNS has in place of our record: other texts, other targets, and the authorities that CAA records allow. */
  found_texts: z.array(z.string()).default([]),
  found_targets: z.array(z.string()).default([]),
  /** Null: no CAA record forbids a certificate. */
  caa: z.array(z.string()).nullable().default(null),
  /** Why no hostname could be created: the operator's quota is used up, or Cloudflare refuses the name. */
  refusal: z.enum(["quota", "refused"]).nullable().default(null),
  www_refusal: z.enum(["quota", "refused"]).nullable().default(null),
});
export type DomainNews = z.infer<typeof domainNews>;

export const noNews: DomainNews = domainNews.parse({});
