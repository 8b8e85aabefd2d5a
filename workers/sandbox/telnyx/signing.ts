/** Telnyx' signature of a webhook as the carrier makes it (docs/telephony.md, "Telnyx"). The product has its own verifier; the two meet only on the wire. */

const bytes = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
const base64 = (given: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(given)));

/** @param signing_key base64 of the PKCS 8 envelope; `at`: ms UTC */
export async function telnyxHeaders(
  signing_key: string,
  body: string,
  at = Date.now(),
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1000));
  const algorithm = { name: "Ed25519" };
  const key = await crypto.subtle.importKey("pkcs8", bytes(signing_key), algorithm, false, ["sign"]);
  const signed = new TextEncoder().encode(`${timestamp}|${body}`);
  return {
    "telnyx-timestamp": timestamp,
    "telnyx-signature-ed25519": base64(await crypto.subtle.sign(algorithm, key, signed)),
  };
}

/** A key pair for an account that is made while the sandbox runs. */
export async function newSigningKeys(): Promise<{ signing_key: string; public_key: string }> {
  const pair = await crypto.subtle.generateKey({ name: "Ed25519" }, true, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new Error("no key pair");
  const [own, shown] = await Promise.all([
    crypto.subtle.exportKey("pkcs8", pair.privateKey),
    crypto.subtle.exportKey("raw", pair.publicKey),
  ]);
  if (!(own instanceof ArrayBuffer) || !(shown instanceof ArrayBuffer)) throw new Error("no key bytes");
  return { signing_key: base64(own), public_key: base64(shown) };
}
