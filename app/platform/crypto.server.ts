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

/** HMAC-SHA-256 in hex, under a key derived from the application secret for one purpose alone. */
export async function mac(secret: string, purpose: string, text: string): Promise<string> {
  const bits = await derivedBits(secret, `mac:${purpose}`);
  const key = await crypto.subtle.importKey("raw", bits, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return encodeHexLowerCase(new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8.encode(text))));
}

/** Encrypts with AES-256-GCM; `about` is bound in and must be the same when opened (R44). Form: `v1.<iv>.<ciphertext>`. */
export async function seal(secret: string, about: string, text: string): Promise<string> {
  const key = await crypto.subtle.importKey("raw", await derivedBits(secret, "seal:v1"), "AES-GCM", false, [
    "encrypt",
  ]);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: utf8.encode(about) },
    key,
    utf8.encode(text),
  );
  return `v1.${encodeBase64urlNoPadding(iv)}.${encodeBase64urlNoPadding(new Uint8Array(sealed))}`;
}

/** Opens what `seal` closed. Throws on another secret, another `about`, or a changed byte. */
export async function open(secret: string, about: string, sealed: string): Promise<string> {
  const [version, iv, ciphertext] = sealed.split(".");
  if (version !== "v1" || !iv || !ciphertext) throw new Error("not a sealed text");
  const key = await crypto.subtle.importKey("raw", await derivedBits(secret, "seal:v1"), "AES-GCM", false, [
    "decrypt",
  ]);
  const text = await crypto.subtle.decrypt(
    {
      name: "AES-GCM",
      iv: new Uint8Array(decodeBase64urlIgnorePadding(iv)),
      additionalData: utf8.encode(about),
    },
    key,
    new Uint8Array(decodeBase64urlIgnorePadding(ciphertext)),
  );
  return new TextDecoder().decode(text);
}
