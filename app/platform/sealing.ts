/** Sealing: what is encrypted at rest, under keys that are derived from the application's secret (R44). */
import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding, encodeHexLowerCase } from "@oslojs/encoding";

const utf8 = new TextEncoder();

/** 256 bits derived from a secret for one purpose alone. */
export const derivedBits = async (secret: string, purpose: string): Promise<ArrayBuffer> => {
  const root = await crypto.subtle.importKey("raw", utf8.encode(secret), "HKDF", false, ["deriveBits"]);
  return crypto.subtle.deriveBits(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0), info: utf8.encode(purpose) },
    root,
    256,
  );
};

/** The secret that seals and signs now, then earlier ones that still open and verify for a time (R44). */
export type Keyring = readonly [current: string, ...previous: string[]];

const sealingKey = async (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", await derivedBits(secret, "seal:v1"), "AES-GCM", false, [
    "encrypt",
    "decrypt",
  ]);

/** The id of the secret that sealed something: eight hex digits, which do not reveal the secret. */
export const keyIdOf = async (secret: string): Promise<string> =>
  encodeHexLowerCase(new Uint8Array(await derivedBits(secret, "key-id"))).slice(0, 8);

/**
 * Encrypts with AES-256-GCM. `about` is authenticated and must be the same when the text is opened (R44). Format:
 * `v1.<iv>.<ciphertext>.<key id>`; the id comes last because earlier versions ignore that part.
 */
export async function seal(secret: string, about: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: utf8.encode(about) },
    await sealingKey(secret),
    utf8.encode(text),
  );
  const parts = [iv, new Uint8Array(sealed)].map((bytes) => encodeBase64urlNoPadding(bytes));
  return ["v1", ...parts, await keyIdOf(secret)].join(".");
}

/**
 * Opens what `seal` closed with any secret of the ring.
 * @throws Error on a secret that is not in it, another `about`, or a changed byte
 */
export async function open(keys: Keyring, about: string, sealed: string): Promise<string> {
  const [version, iv, ciphertext, id] = sealed.split(".");
  if (version !== "v1" || !iv || !ciphertext) throw new Error("not a sealed text");
  const parameters = {
    name: "AES-GCM",
    iv: new Uint8Array(decodeBase64urlIgnorePadding(iv)),
    additionalData: utf8.encode(about),
  };
  const bytes = new Uint8Array(decodeBase64urlIgnorePadding(ciphertext));
  let refusal: unknown = new Error("sealed with a secret that is not here");
  for (const secret of keys) {
    // Texts from before key ids may be sealed with any secret of the ring.
    if (id !== undefined && id !== (await keyIdOf(secret))) continue;
    try {
      return new TextDecoder().decode(
        await crypto.subtle.decrypt(parameters, await sealingKey(secret), bytes),
      );
    } catch (error) {
      refusal = error;
    }
  }
  throw refusal;
}
