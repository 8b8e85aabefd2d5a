/** Every outgoing request: which hosts the product calls, and how. */

import { publicAddress } from "./public-address.ts";
import { isPublicHost } from "./public-host.ts";

/** Every host that the Worker sends requests to, and why; docs/security.md lists what is sent. */
export const outboundHosts = {
  "api.twilio.com": "numbers and calls",
  "messaging.twilio.com": "whether numbers are registered for texts",
  "api.telnyx.com": "numbers and calls",
  "s3.amazonaws.com": "recordings of calls at Telnyx",
  "s3.eu-central-1.amazonaws.com": "recordings of calls at Telnyx",
  "api.resend.com": "mail",
  "oauth2.googleapis.com": "signing in with Google, and connections to Google's services",
  "www.googleapis.com": "the connected Google Calendar",
  "sheets.googleapis.com": "the connected spreadsheet",
  "slack.com": "messages in the connected Slack",
  "api.hubapi.com": "contacts in the connected HubSpot",
  "api.stripe.com": "payments",
  "api.cloudflare.com": "custom domains and their certificates",
  "cloudflare-dns.com": "the DNS records of custom domains",
  "api.openai.com": "language models",
  "api.anthropic.com": "language models",
  "api.elevenlabs.io": "previews of voices",
  "texttospeech.googleapis.com": "previews of voices",
  "polly.us-east-1.amazonaws.com": "previews of voices",
} as const;

const isListed = (host: string): boolean => Object.hasOwn(outboundHosts, host);

/** https on its usual port, without a name and a password in the address. */
const isUsual = ({ protocol, port, username, password }: URL): boolean =>
  protocol === "https:" && port === "" && username === "" && password === "";

/**
 * Whether an organization may have the product send requests to an address of its choice: https, its usual port, a name
 * that public DNS can have. Cloudflare connects such requests to public addresses only (`global_fetch_strictly_public`).
 */
export const isOwnAddress = (address: string): boolean => {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url !== null && isUsual(url) && isPublicHost(url.hostname);
};

type Outgoing = Omit<RequestInit, "redirect" | "signal">;

/** The other side answered with a redirect. */
class RedirectError extends Error {
  readonly status: number;

  constructor(host: string, status: number) {
    super(`${host} answered with a redirect (${status}).`);
    this.status = status;
  }
}

export const isRedirect = (error: unknown): error is RedirectError => error instanceof RedirectError;

/** Sends a request. A redirect is not followed and counts as a failure: the other side chooses its target, and the request carries our credentials. */
async function send(url: URL, init: Outgoing, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: "manual", signal });
  if (response.status < 300 || response.status > 399) return response;
  await response.body?.cancel();
  throw new RedirectError(url.hostname, response.status);
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

const unlisted = (): Error => new Error("That address is on no list of outbound hosts.");

/**
 * Sends a request to a listed host, over https on its usual port.
 * @param patience ms until the answer must have begun
 * @throws Error for an address that is not listed and for a redirect, and what `fetch` throws
 */
export async function outbound(address: string | URL, init: Outgoing, patience: number): Promise<Response> {
  const url = new URL(address);
  if (!isUsual(url) || !isListed(url.hostname)) throw unlisted();
  return send(url, init, AbortSignal.timeout(patience));
}

/**
 * Sends a request whose answer is read as it comes, to a listed host or to an address that an organization chose. The
 * caller's signal ends it at any time; an answer that has begun may last.
 * @param patience ms until the answer must have begun
 * @throws DOMException TimeoutError when it has not, and what `outbound` throws
 */
export async function outboundStream(
  address: string | URL,
  init: Outgoing,
  { patience, signal }: { patience: number; signal: AbortSignal },
): Promise<Response> {
  const url = new URL(address);
  if (!(isUsual(url) && isListed(url.hostname)) && !isOwnAddress(url.href)) throw unlisted();
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new DOMException("The answer did not begin in time.", "TimeoutError")),
    patience,
  );
  try {
    return await send(url, init, AbortSignal.any([signal, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}
