/** Signs messages as Standard Webhooks describes (standardwebhooks.com): an HMAC over id, time and body, by one secret or two. */

const prefix = "whsec_";
const utf8 = new TextEncoder();

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** Whose secret it is: a sealed one opens for its own endpoint alone. */
export const secretFor = (organizationId: string, endpointId: string): string =>
  `webhook secret:${organizationId}:${endpointId}`;

/** A new secret: 32 random bytes. */
export const newSecret = (): string => prefix + base64(crypto.getRandomValues(new Uint8Array(32)));

async function signatureBy(secret: string, text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(secret.slice(prefix.length)), (letter) => letter.charCodeAt(0));
  const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return `v1,${base64(new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8.encode(text))))}`;
}

/**
 * The headers of a message.
 * @param secrets one signature each: while a secret is replaced, receivers verify by either
 * @param now ms UTC: of this attempt, so that a receiver can refuse what was kept and sent again by others
 */
export async function signedHeaders(
  { id, body }: { id: string; body: string },
  secrets: readonly string[],
  now: number,
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = await Promise.all(
    secrets.map((secret) => signatureBy(secret, `${id}.${timestamp}.${body}`)),
  );
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
