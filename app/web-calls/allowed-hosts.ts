/** The websites that may show a widget: how their hosts are typed, and whether a page is on one of them. */
import { asciiHost, isShared } from "#app/platform/host-names.ts";
import { hasLabels, hasTopLabel, isReserved } from "#app/platform/public-host.ts";

/** Hosts that one widget may have. */
export const mostHosts = 20;

/** Why a typed host is not taken. */
export type HostFault = "malformed" | "reserved" | "shared";

/** In front of a host: every host one label below it, and not the host itself. */
const wildcard = "*.";

/** A host as a person types it, with or without `*.` in front, or a whole address that is pasted. In ASCII and lower case. */
export function allowedHost(typed: string): { ok: true; host: string } | { ok: false; reason: HostFault } {
  const bare = typed.trim().replace(/^https?:\/\//i, "");
  const isWild = bare.startsWith(wildcard);
  const host = asciiHost(isWild ? bare.slice(wildcard.length) : bare);
  if (host !== null && hasLabels(host) && isWild && isShared(host)) return { ok: false, reason: "shared" };
  if (host === null || !host.includes(".") || !hasLabels(host) || !hasTopLabel(host))
    return { ok: false, reason: "malformed" };
  if (isReserved(host)) return { ok: false, reason: "reserved" };
  if (isShared(host)) return { ok: false, reason: "shared" };
  return { ok: true, host: isWild ? `${wildcard}${host}` : host };
}

/** Whether a host is one of those allowed. */
const isListed = (host: string, hosts: readonly string[]): boolean =>
  hosts.some((allowed) => {
    if (!allowed.startsWith(wildcard)) return allowed === host;
    const below = host.slice(0, -(allowed.length - 1));
    return host.endsWith(allowed.slice(1)) && below !== "" && !below.includes(".");
  });

/**
 * Whether the page of an `Origin` may show the widget: https on its usual port, on a host that is allowed.
 * @param isTrial on one machine, names that end in .test may have no certificate and any port
 */
export function isAllowedOrigin(origin: string | null, hosts: readonly string[], isTrial: boolean): boolean {
  const url = origin === null ? null : URL.parse(origin);
  if (!url || url.origin !== origin) return false;
  const isSecure = url.protocol === "https:" && url.port === "";
  const isOnTrial = isTrial && url.protocol === "http:" && url.hostname.endsWith(".test");
  return (isSecure || isOnTrial) && isListed(url.hostname, hosts);
}
