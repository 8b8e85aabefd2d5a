/** Secrets: making, hashing, comparing and sealing them. */
import { timingSafeEqual } from "node:crypto";
import { encodeBase64urlNoPadding, encodeHexLowerCase } from "@oslojs/encoding";
import { derivedBits, type Keyring } from "./sealing.ts";

export { type Keyring, keyIdOf, open, seal } from "./sealing.ts";

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

/** Whether a MAC is of this purpose and text, by any secret of the ring. */
export async function isMac(keys: Keyring, given: string, purpose: string, text: string): Promise<boolean> {
  const right = await Promise.all(keys.map((secret) => mac(secret, purpose, text)));
  return right.some((one) => sameSecret(given, one));
}
