/** DNS as the world sees it, by Cloudflare's resolver over HTTPS (developers.cloudflare.com/1.1.1.1/encryption/dns-over-https). */
import { z } from "zod";
import { second_ms } from "#app/platform/durations.ts";
import { log } from "#app/platform/log.ts";
import { outbound } from "#app/platform/outbound.server.ts";
import { registeredDomain } from "./domain-host.ts";
import type { Pointing } from "./hostname-news.schema.ts";

/** The numbers of the record types (RFC 1035, RFC 8659). */
const types = { A: 1, CNAME: 5, TXT: 16, CAA: 257 } as const;
type RecordType = keyof typeof types;

const answerShape = z.object({
  /** 0: answered, 3: no such name; everything else is a failure of the resolver or of the domain's servers. */
  Status: z.number(),
  Answer: z
    .array(z.object({ type: z.number(), data: z.string().max(10_000) }))
    .max(200)
    .default([]),
});

const patience_ms = 3 * second_ms;
const longestBody = 65_536;

type Records = Record<RecordType, string[]>;

/** The records that answer a question; null: could not be asked. */
async function resolve(name: string, type: RecordType): Promise<Records | null> {
  try {
    const address = new URL("https://cloudflare-dns.com/dns-query");
    address.search = new URLSearchParams({ name, type }).toString();
    const request = { method: "GET", headers: { accept: "application/dns-json" } };
    const response = await outbound(address, request, patience_ms);
    const body = await response.text();
    if (!response.ok || body.length > longestBody) throw new Error(`status ${response.status}`);
    const { Status, Answer } = answerShape.parse(JSON.parse(body));
    if (Status !== 0 && Status !== 3) throw new Error(`the resolver answered ${Status}`);
    const of = (wanted: number) => Answer.filter((one) => one.type === wanted).map(({ data }) => data);
    return { A: of(types.A), CNAME: of(types.CNAME), TXT: of(types.TXT), CAA: of(types.CAA) };
  } catch (error) {
    log("warn", "dns_silent", { message: String(error) });
    return null;
  }
}

const bareName = (name: string): string => name.toLowerCase().replace(/\.$/, "");

/** A text as it was set: DNS cuts it into quoted strings of at most 255 bytes. */
const textOf = (data: string): string =>
  data.startsWith('"') ? data.slice(1, -1).replaceAll('" "', "").replaceAll('\\"', '"') : data;

/** Where our own record of a domain stands. */
export const proofName = (host: string): string => `_verify.${host}`;

/** The texts at a domain's `_verify`; null: could not be asked. */
export async function textsAt(host: string): Promise<string[] | null> {
  const found = await resolve(proofName(host), "TXT");
  return found === null ? null : found.TXT.map(textOf);
}

/** Cloudflare's own networks (cloudflare.com/ips-v4), whose zones hide the record that leads here. */
const cloudflareNetworks = (
  "173.245.48.0/20 103.21.244.0/22 103.22.200.0/22 103.31.4.0/22 141.101.64.0/18 108.162.192.0/18 " +
  "190.93.240.0/20 188.114.96.0/20 197.234.240.0/22 198.41.128.0/17 162.158.0.0/15 104.16.0.0/13 " +
  "104.24.0.0/14 172.64.0.0/13 131.0.72.0/22"
)
  .split(" ")
  .map((network) => {
    const [base = "", bits = "32"] = network.split("/");
    return { base: numberOf(base), size: 2 ** (32 - Number(bits)) };
  });

function numberOf(address: string): number {
  return address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
}

const isCloudflare = (address: string): boolean => {
  const number = numberOf(address);
  return cloudflareNetworks.some(({ base, size }) => number >= base && number < base + size);
};

/** Where a host leads, and to which names or addresses; null: could not be asked. */
export async function pointingOf(
  host: string,
  target: string,
): Promise<{ points: Pointing; found: string[] } | null> {
  const found = await resolve(host, "A");
  if (!found) return null;
  const names = found.CNAME.map(bareName);
  const isTarget = (name: string) => name === target || name.endsWith(`.${target}`);
  if (names.some(isTarget)) return { points: "here", found: [] };
  if (names.length === 0 && found.A.length === 0) return { points: "nowhere", found: [] };
  // A flattened name shows the addresses of its target instead of the record.
  const own = await resolve(target, "A");
  if (!own) return null;
  if (found.A.some((address) => own.A.includes(address))) return { points: "here", found: [] };
  const shown = (names.length > 0 ? names.slice(0, 1) : found.A).slice(0, 5);
  const isHidden = names.length === 0 && found.A.every(isCloudflare);
  return { points: isHidden ? "proxied" : "elsewhere", found: shown };
}

/** The authorities that Cloudflare orders certificates from (reference/certificate-authorities). */
const authorities = ["pki.goog", "letsencrypt.org", "ssl.com"];

/** The name that an `issue` record allows; resolvers may show the record as bytes (RFC 3597). */
function issuerOf(data: string): string | null {
  const [first = "", second = "", ...rest] = data.trim().split(/\s+/);
  if (first !== "\\#")
    return second.toLowerCase() === "issue" ? authorityIn(rest.join(" ").replaceAll('"', "")) : null;
  // A byte of flags, the length of the property's name, the name, the value.
  const codes = (rest.join("").match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  const plain = String.fromCharCode(...codes.slice(2));
  const length = codes[1] ?? 0;
  return plain.slice(0, length).toLowerCase() === "issue" ? authorityIn(plain.slice(length)) : null;
}

/** Without the parameters that may follow; empty: no authority may issue. */
const authorityIn = (value: string): string => (value.split(";")[0] ?? "").trim().toLowerCase();

/**
 * The authorities that a host's CAA records allow, where ours are not among them; null: nothing forbids a certificate, or
 * it could not be asked. The nearest name with such records decides (RFC 8659).
 */
export async function forbiddingIssuers(host: string): Promise<string[] | null> {
  const end = registeredDomain(host).split(".").length;
  const labels = host.split(".");
  for (let at = 0; at <= labels.length - end; at++) {
    const found = await resolve(labels.slice(at).join("."), "CAA");
    if (!found) return null;
    if (found.CAA.length === 0) continue;
    const issuers = found.CAA.map(issuerOf).filter((one) => one !== null);
    const isFree = issuers.length === 0 || issuers.some((one) => authorities.includes(one));
    return isFree ? null : issuers.filter((one) => one !== "");
  }
  return null;
}
