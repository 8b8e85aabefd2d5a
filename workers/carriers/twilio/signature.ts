/** Verifies that a request comes from Twilio: its signature covers the exact address and fields (docs/telephony.md, "Signatures"). */
import { sameSecret } from "#app/platform/crypto.server.ts";

const utf8 = new TextEncoder();

/**
 * The value that Twilio puts into `X-Twilio-Signature`.
 * @param url exactly as it was configured, query included; `wss://…` for a relay socket
 * @param fields the fields of a form post; a repeated field counts once per distinct value
 */
export async function twilioSignature(
  authToken: string,
  url: string,
  fields?: URLSearchParams,
): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-1" };
  const key = await crypto.subtle.importKey("raw", utf8.encode(authToken), algorithm, false, ["sign"]);
  const mac = await crypto.subtle.sign("HMAC", key, utf8.encode(url + inOrder(fields)));
  return btoa(String.fromCharCode(...new Uint8Array(mac)));
}

function inOrder(fields: URLSearchParams | undefined): string {
  if (!fields) return "";
  const names = [...new Set(fields.keys())].sort();
  return names
    .flatMap((name) => [...new Set(fields.getAll(name))].sort().map((value) => name + value))
    .join("");
}

const defaultPorts: Record<string, string> = { "https:": "443", "wss:": "443", "http:": "80", "ws:": "80" };

/** The address as given, without its port, and with its scheme's default port: Twilio has been seen to sign each of these. */
function spellings(url: string): string[] {
  const parts = /^([a-z]+:)\/\/([^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)(:\d+)?(.*)$/is.exec(url);
  if (!parts) return [url];
  const [, scheme = "", user = "", host = "", port, rest = ""] = parts;
  const without = `${scheme}//${user}${host}${rest}`;
  const implied = defaultPorts[scheme];
  return port ? [url, without] : [url, ...(implied ? [`${scheme}//${user}${host}:${implied}${rest}`] : [])];
}

type Signed = {
  authToken: string;
  /** The header's value; null when it is absent. */
  signature: string | null;
  url: string;
};

/** Whether a form post, a GET (no fields) or a socket's handshake (no fields) is signed. */
export async function isSigned(
  { authToken, signature, url }: Signed,
  fields?: URLSearchParams,
): Promise<boolean> {
  if (!signature) return false;
  for (const spelling of spellings(url))
    if (sameSecret(signature, await twilioSignature(authToken, spelling, fields))) return true;
  return false;
}

/** Whether a JSON post is signed: its address carries the body's hash (`bodySHA256`), and both must hold. */
export async function isBodySigned(signed: Signed, body: string): Promise<boolean> {
  const claimed = new URL(signed.url).searchParams.get("bodySHA256") ?? "";
  const digest = await crypto.subtle.digest("SHA-256", utf8.encode(body));
  const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return sameSecret(claimed.toLowerCase(), hash) && (await isSigned(signed));
}
