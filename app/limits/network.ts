/** The network of a request: the part that limits count by, and the shorter prefix that records keep. */

/** The network of every visitor whose address is unknown: on one machine no Cloudflare adds the address, so visitors cannot be told apart. */
export const crowd = "local";

const isLoopback = (ip: string): boolean => ip === "::1" || ip.startsWith("127.");

/** The first `count` groups of an IPv6 address, written out. */
function groups(ip: string, count: number): string {
  const [head = "", tail] = ip.split("::");
  const left = head ? head.split(":") : [];
  const right = tail ? tail.split(":") : [];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(missing).fill("0"), ...right]
    .slice(0, count)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ""))
    .join(":");
}

/** An IPv4 address, also one that is written as IPv6 (`::ffff:203.0.113.7`); null for others. */
const ipv4 = (ip: string): string | null => /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(ip)?.[1] ?? null;

/**
 * What limits count by: an IPv4 address, the /64 of an IPv6 one (R38), or `crowd`.
 * @param ip `CF-Connecting-IP`, which is the only header that a visitor cannot write
 */
export function networkOf(ip: string | null): string {
  if (!ip || isLoopback(ip)) return crowd;
  return ipv4(ip) ?? groups(ip, 4);
}

/** What records keep of an address: the /24 of IPv4, the /64 of IPv6 (R46). */
export function ipPrefix(ip: string | null): string | null {
  if (!ip) return null;
  return ipv4(ip)?.split(".").slice(0, 3).join(".") ?? groups(ip, 4);
}
