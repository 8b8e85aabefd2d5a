import { domainToUnicode } from "node:url";
import { hostFrom, type TypedHost } from "./domain-host.ts";

/** Whether every label with the prefix of punycode stands for other characters (RFC 5890, section 2.3.2.1). */
const decodes = (host: string): boolean =>
  host.split(".").every((label) => !label.startsWith("xn--") || domainToUnicode(label) !== label);

/** `hostFrom`, which also refuses punycode that stands for nothing: no browser opens such a host. */
export function typedHost(typed: string, ownHosts: readonly string[]): TypedHost {
  const found = hostFrom(typed, ownHosts);
  return found.ok && !decodes(found.host) ? { ok: false, reason: "malformed" } : found;
}
