/** Which addresses that a person types may be requested: public web pages, and nothing inside a network. */

/** Why an address is not requested. */
export type AddressRefusal = "malformed" | "not_https" | "private_address";

/** Names that public DNS never has (RFC 2606, RFC 6761, RFC 6762, RFC 8375). */
const inward = new Set(
  "localhost local internal invalid onion arpa lan home corp intranet private".split(" "),
);

const longest = 2000;

const numbersOf = (ip: string): number[] => ip.split(".").map(Number);

/** Whether an IPv4 address is one of the public network (RFC 6890). */
function isPublic4(ip: string): boolean {
  const [a = 0, b = 0, c = 0] = numbersOf(ip);
  if (a === 0 || a === 10 || a === 127 || a >= 224) return false;
  if (a === 100 && b >= 64 && b < 128) return false;
  if ((a === 169 && b === 254) || (a === 172 && b >= 16 && b < 32) || (a === 192 && b === 168)) return false;
  if (a === 192 && b === 0 && (c === 0 || c === 2)) return false;
  if (a === 198 && (b === 18 || b === 19 || (b === 51 && c === 100))) return false;
  return !(a === 203 && b === 0 && c === 113);
}

/** Whether an address of DNS leads to the public network: of IPv6, only what is routed there (2000::/3), and nothing that holds an IPv4 address. */
export function isPublicIp(ip: string): boolean {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(ip)) return isPublic4(ip);
  const low = ip.toLowerCase();
  return (
    /^[23][\da-f]{0,3}:/.test(low) &&
    !/^(?:2001:0?:|2001::|2001:0?db8:|2002:|3fff:)/.test(low) &&
    !low.includes(".")
  );
}

/**
 * The address of a public page, or why it is none: https on its usual port, a name and no IP address, no password.
 * @param typed with or without https://
 */
export function publicAddress(typed: string): { ok: true; url: URL } | { ok: false; reason: AddressRefusal } {
  const text = typed.trim();
  const url =
    text.length > longest ? null : URL.parse(/^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`);
  if (!url || text === "") return { ok: false, reason: "malformed" };
  if (url.protocol !== "https:") return { ok: false, reason: "not_https" };
  const host = url.hostname.replace(/\.$/, "");
  const last = host.split(".").at(-1) ?? "";
  const isName = host.includes(".") && !/^\d+$/.test(last) && !host.startsWith("[");
  if (!isName || inward.has(last)) return { ok: false, reason: "private_address" };
  if (url.port !== "" || url.username !== "" || url.password !== "")
    return { ok: false, reason: "malformed" };
  url.hash = "";
  return { ok: true, url };
}
