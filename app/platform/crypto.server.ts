/** Secrets: making, hashing, comparing and sealing them. */
import { timingSafeEqual } from "node:crypto";
import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding, encodeHexLowerCase } from "@oslojs/encoding";

const utf8 = new TextEncoder();

/** `bytes` random bytes as base64url without padding. */
export const randomToken = (bytes: number): string =>
  encodeBase64urlNoPadding(crypto.getRandomValues(new Uint8Array(bytes)));

/** A uniform random number of `digits` decimal digits, leading zeros kept (R15: no modulo bias). */
export function randomDigits(digits: number): string {
  const span = 10 ** digits;
  const limit = Math.floor(2 ** 32 / span) * span;
  const draw = new Uint32Array(1);
  do crypto.getRandomValues(draw);
  while ((draw[0] ?? limit) >= limit);
  return String((draw[0] ?? 0) % span).padStart(digits, "0");
}

/** SHA-256 in lower-case hex. */
export async function sha256(text: string): Promise<string> {
  return encodeHexLowerCase(new Uint8Array(await crypto.subtle.digest("SHA-256", utf8.encode(text))));
}

/** Constant-time comparison of two texts; lengths may be known, contents not. */
export function sameSecret(a: string, b: string): boolean {
  const left = utf8.encode(a);
  const right = utf8.encode(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

const derivedBits = async (secret: string, purpose: string): Promise<ArrayBuffer> => {
  const root = await crypto.subtle.importKey("raw", utf8.encode(secret), "HKDF", false, ["deriveBits"]);
  return crypto.subtle.deriveBits(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0), info: utf8.encode(purpose) },
    root,
    256,
  );
};

/** 32 bytes derived from the application secret for one purpose alone: the seed of a key pair. */
export const seedOf = async (secret: string, purpose: string): Promise<Uint8Array> =>
  new Uint8Array(await derivedBits(secret, `seed:${purpose}`));

/** Makes MACs of one purpose; the key is derived once. */
export async function signerOf(secret: string, purpose: string): Promise<(text: string) => Promise<string>> {
  const bits = await derivedBits(secret, `mac:${purpose}`);
  const key = await crypto.subtle.importKey("raw", bits, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (text) =>
    encodeHexLowerCase(new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8.encode(text))));
}

/** HMAC-SHA-256 in hex, under a key derived from the application secret for one purpose alone. */
export const mac = async (secret: string, purpose: string, text: string): Promise<string> =>
  (await signerOf(secret, purpose))(text);

/** The secret that seals and signs now, then earlier ones that still open and verify for a time (R44). */
export type Keyring = readonly [current: string, ...previous: string[]];

/** Whether a MAC is of this purpose and text, by any secret of the ring. */
export async function isMac(keys: Keyring, given: string, purpose: string, text: string): Promise<boolean> {
  const right = await Promise.all(keys.map((secret) => mac(secret, purpose, text)));
  return right.some((one) => sameSecret(given, one));
}

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
