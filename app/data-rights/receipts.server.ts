/**
 * Receipts: signed texts that prove a deletion. Ed25519 under a key that is derived from the application secret, so that
 * a receipt can be checked with the public key alone, also when it has left this system (docs/operating.md, "Receipts").
 */
import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding, encodeHexLowerCase } from "@oslojs/encoding";
import { eq } from "drizzle-orm";
import { isMac, mac, seedOf } from "#app/platform/crypto.server.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import { dataReceipts } from "#drizzle/control/schema.ts";
import type { SoughtPerson } from "./person.schema.ts";

const utf8 = new TextEncoder();
/** An Ed25519 private key in PKCS #8, up to its 32 bytes (RFC 8410, section 7). */
const pkcs8 = Uint8Array.of(48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32);

async function keysOf(secret: string): Promise<{ sign: CryptoKey; x: string }> {
  const seed = await seedOf(secret, "receipts");
  const bytes = new Uint8Array(pkcs8.length + seed.length);
  bytes.set(pkcs8);
  bytes.set(seed, pkcs8.length);
  const sign = await crypto.subtle.importKey("pkcs8", bytes, "Ed25519", true, ["sign"]);
  const jwk = await crypto.subtle.exportKey("jwk", sign);
  if (!("x" in jwk) || typeof jwk.x !== "string") throw new Error("no public key");
  return { sign, x: jwk.x };
}

/** An id that opens a receipt: 128 random bits, in lower case as addresses are. */
export const newReceiptId = (): string => encodeHexLowerCase(crypto.getRandomValues(new Uint8Array(16)));

export type Signed = { document: string; signature: string };

/** Signs a document: its text says under which public key. */
export async function signReceipt(env: Env, facts: Record<string, unknown>): Promise<Signed> {
  const { sign, x } = await keysOf(settings(env).APP_SECRET);
  const document = JSON.stringify({ ...facts, public_key: `ed25519:${x}` }, null, 2);
  const signature = new Uint8Array(await crypto.subtle.sign("Ed25519", sign, utf8.encode(document)));
  return { document, signature: encodeBase64urlNoPadding(signature) };
}

/** Whether a signature is of this text, under the public key that the text names. */
export async function isSigned({ document, signature }: Signed): Promise<boolean> {
  const x = /"public_key": "ed25519:([\w-]{43})"/.exec(document)?.[1];
  if (x === undefined) return false;
  const jwk = { kty: "OKP", crv: "Ed25519", x };
  const key = await crypto.subtle.importKey("jwk", jwk, "Ed25519", false, ["verify"]);
  const bytes = new Uint8Array(decodeBase64urlIgnorePadding(signature));
  return crypto.subtle.verify("Ed25519", key, bytes, utf8.encode(document));
}

/** The file of a receipt: the signed text, a line, and its signature. */
export const receiptFile = ({ document, signature }: Signed): string =>
  `${document}\n--\nsignature: ${signature}\n`;

const purpose = "receipt-subject";

/** What a receipt says of whom it is about: a keyed hash, which only this system can compare with a number or an address. */
export const subjectHash = (env: Env, receiptId: string, value: string): Promise<string> =>
  mac(settings(env).APP_SECRET, purpose, `${receiptId}:${value}`);

/** The hashes of a person, by kind. */
export async function subjectOf(env: Env, receiptId: string, { phone_number, email }: SoughtPerson) {
  return {
    ...(phone_number && { phone_number_hash: await subjectHash(env, receiptId, phone_number) }),
    ...(email && { email_hash: await subjectHash(env, receiptId, email) }),
  };
}

/** Whether a receipt's text is about this number or address. */
export async function isAbout(env: Env, id: string, document: string, value: string): Promise<boolean> {
  const hashes = [...document.matchAll(/"(?:phone_number|email)_hash": "([0-9a-f]{64})"/g)];
  for (const [, hash = ""] of hashes)
    if (await isMac(keyringOf(settings(env)), hash, purpose, `${id}:${value}`)) return true;
  return false;
}

/** A receipt that is complete, by its id, which is a secret of its own; null: there is none. */
export async function receiptById(db: Database, id: string): Promise<(Signed & { kind: string }) | null> {
  const row = await platform(db)
    .select({
      kind: dataReceipts.kind,
      document: dataReceipts.document,
      signature: dataReceipts.signature,
    })
    .from(dataReceipts)
    .where(eq(dataReceipts.id, id))
    .get();
  if (!row || row.document === null || row.signature === null) return null;
  return { kind: row.kind, document: row.document, signature: row.signature };
}
