/** Every outgoing request: which hosts the product calls, and how. */

import { publicAddress } from "./public-address.ts";

/** Every host that the Worker sends requests to, and why; docs/security.md lists what is sent. */
export const outboundHosts = {
  "api.twilio.com": "numbers and calls",
  "api.resend.com": "mail",
  "oauth2.googleapis.com": "signing in with Google",
  "api.stripe.com": "payments",
  "api.cloudflare.com": "custom domains and their certificates",
  "cloudflare-dns.com": "the DNS records of custom domains",
} as const;

const isListed = (host: string): boolean => Object.hasOwn(outboundHosts, host);

/**
 * Sends a request to a listed host, over https on its usual port. A redirect is not followed and counts as a failure:
 * the other side chooses its target, and the request carries our credentials.
 * @param patience ms until the answer must have begun
 * @throws Error for an address that is not listed and for a redirect, and what `fetch` throws
 */
export async function outbound(
  address: string | URL,
  init: Omit<RequestInit, "redirect" | "signal">,
  patience: number,
): Promise<Response> {
  const url = new URL(address);
  const isUsual = url.protocol === "https:" && url.port === "" && url.username === "" && url.password === "";
  if (!isUsual || !isListed(url.hostname)) throw new Error("That address is on no list of outbound hosts.");
  const signal = AbortSignal.timeout(patience);
  const response = await fetch(url, { ...init, redirect: "manual", signal });
  if (response.status < 300 || response.status > 399) return response;
  await response.body?.cancel();
  throw new Error(`${url.hostname} answered with a redirect (${response.status}).`);
}

/**
 * Asks for a page whose address a person typed; nothing of ours travels along. A redirect is answered as it is: the
 * caller asks for its target by this function, so that each is looked at.
 * @param signal ends the request, with all that is read of its body
 * @throws Error for an address that is no public page, and what `fetch` throws
 */
export async function visit(address: URL, accept: string, signal: AbortSignal): Promise<Response> {
  if (!publicAddress(address.href).ok) throw new Error("That address is no public page.");
  return fetch(address, {
    headers: { accept, "user-agent": "KnowledgeImport/1.0" },
    redirect: "manual",
    signal,
  });
}
