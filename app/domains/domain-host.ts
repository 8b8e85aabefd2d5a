/** Which host a person means who types a custom domain, and why one cannot be one (docs/product.md, "Validation"). */
import { asciiHost, isBelow, isHosting, registryLabels } from "#app/platform/host-names.ts";
import { hasLabels, hasTopLabel, isReserved } from "#app/platform/public-host.ts";

/** Why a typed text is no custom domain. */
export type HostRefusal =
  | "empty"
  | "malformed"
  | "address"
  | "single_label"
  | "reserved"
  | "hosting"
  | "public_suffix"
  | "own";

export type TypedHost =
  | {
      ok: true;
      /** Lower case, ASCII, without www. */
      host: string;
      /** It was typed with www., which then leads to it. */
      hasWww: boolean;
    }
  | { ok: false; reason: HostRefusal };

/** People may paste a whole address. */
const longestTyped = 2000;

/** The domain that was registered: the last label before the registry's, with the registry's. */
export function registeredDomain(host: string): string {
  const labels = host.split(".");
  return labels.slice(-(registryLabels(labels) + 1)).join(".");
}

/** Whether a host is a registered domain itself, where DNS allows no CNAME (RFC 1034, section 3.6.2). */
export const isApex = (host: string): boolean => registeredDomain(host) === host;

/**
 * The custom domain in a typed text: a host, or a whole address that is pasted.
 * @param ownHosts the platform's own hosts, whose whole domains are its own
 */
export function hostFrom(typed: string, ownHosts: readonly string[]): TypedHost {
  const refuse = (reason: HostRefusal): TypedHost => ({ ok: false, reason });
  if (typed.trim() === "") return refuse("empty");
  if (typed.length > longestTyped) return refuse("malformed");
  const full = asciiHost(typed);
  if (full === null) return refuse("malformed");
  if (/^\[|^\d+(?:\.\d+){3}$/.test(full)) return refuse("address");
  const hasWww = /^www\..+\./.test(full);
  const host = hasWww ? full.slice(4) : full;
  const labels = host.split(".");
  if (!hasLabels(host)) return refuse("malformed");
  if (isReserved(host)) return refuse("reserved");
  if (labels.length === 1) return refuse("single_label");
  if (!hasTopLabel(host)) return refuse("malformed");
  if (isHosting(host)) return refuse("hosting");
  if (labels.length === registryLabels(labels)) return refuse("public_suffix");
  const isOwn = ownHosts.some((own) => {
    const name = own.toLowerCase().replace(/:\d+$/, "");
    return name.includes(".") ? isBelow(host, registeredDomain(name)) : host === name;
  });
  return isOwn ? refuse("own") : { ok: true, host, hasWww };
}

/** What is said at the field. */
export const refusalWords: Record<HostRefusal, string> = {
  empty: "Enter a domain, like voice.yourcompany.com",
  malformed: "That's not a domain. Enter one like voice.yourcompany.com",
  address: "That's an IP address. Enter a domain, like voice.yourcompany.com",
  single_label: "Enter the whole domain, like voice.yourcompany.com",
  reserved: "That name can't be used on the internet. Enter a domain you own.",
  hosting: "That name belongs to a hosting service. Use a domain you own.",
  public_suffix: "That's only a domain extension, like .com or .co.uk. Enter your full domain.",
  own: "That domain belongs to this platform. Use a domain you own.",
};
