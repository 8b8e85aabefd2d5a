/** Stored passwords: scrypt with its parameters beside the hash (R12, R13). */
import { randomBytes, scrypt } from "node:crypto";
import { decodeBase64IgnorePadding, encodeBase64NoPadding } from "@oslojs/encoding";
import { type Context, requestFacts } from "#app/platform/context.ts";
import { sameSecret } from "#app/platform/crypto.server.ts";

type Cost = { ln: number; r: number; p: number };

/** N = 2^15, r = 8, p = 3: allowed by OWASP's table and by workerd's own limit (N·r·p ≤ 2^20). */
const wanted: Cost = { ln: 15, r: 8, p: 3 };
const hashBytes = 32;
const saltBytes = 16;
const memoryLimit = 64 << 20;
/** workerd's limit; a stored text that asks for more is refused before the computation. */
const costLimit = 2 ** 20;

let computed = 0;
/** How many hashes this isolate has computed: a sign-in costs exactly one, known address or not. */
export const hashesComputed = (): number => computed;

function compute(
  password: string,
  salt: Uint8Array,
  { ln, r, p }: Cost,
  length: number,
): Promise<Uint8Array> {
  computed++;
  return new Promise((resolve, reject) =>
    scrypt(password, salt, length, { N: 2 ** ln, r, p, maxmem: memoryLimit }, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  );
}

type Stored = { cost: Cost; salt: Uint8Array; hash: Uint8Array };

function parse(stored: string): Stored | null {
  const found = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=(\d{1,3})\$([\w+/]{16,88})\$([\w+/]{22,88})$/.exec(
    stored,
  );
  if (!found) return null;
  const [, ln, r, p, salt = "", hash = ""] = found;
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) };
  const isPayable = 2 ** cost.ln * cost.r * cost.p <= costLimit && 128 * 2 ** cost.ln * cost.r < memoryLimit;
  if (!isPayable || cost.ln < 1 || cost.r < 1 || cost.p < 1) return null;
  return { cost, salt: decodeBase64IgnorePadding(salt), hash: decodeBase64IgnorePadding(hash) };
}

/**
 * The text that is stored for a password: `$scrypt$ln=15,r=8,p=3$<salt>$<hash>`. Takes about 170 ms of CPU.
 * @param like a stored text whose salt and work it shares, so that one computation compares with both
 */
export async function hashPassword(password: string, like: string | null = null): Promise<string> {
  const shared = like === null ? null : parse(like);
  const salt = shared?.salt ?? new Uint8Array(randomBytes(saltBytes));
  const cost = shared?.cost ?? wanted;
  const hash = await compute(password, salt, cost, shared?.hash.length ?? hashBytes);
  const { ln, r, p } = cost;
  return `$scrypt$ln=${ln},r=${r},p=${p}$${encodeBase64NoPadding(salt)}$${encodeBase64NoPadding(hash)}`;
}

/** Used for an unknown address, so that it takes as long as a known one (R13). */
const nobody = `$scrypt$ln=${wanted.ln},r=${wanted.r},p=${wanted.p}$${"A".repeat(22)}$${"A".repeat(43)}`;

/**
 * Whether the password is the stored one. Without a stored one the same work is done and the answer is no.
 * @throws Error when the stored text has another format, or asks for more work than allowed
 */
export const isPassword = async (password: string, stored: string | null): Promise<boolean> =>
  (await whichPassword(password, stored, null)) === "stored";

/**
 * Which of two a password is, with one computation: `decoy` was made with `hashPassword(…, stored)`, even where
 * nothing is stored because the account has another way in.
 * @throws Error when the stored text has another format, or asks for more work than allowed
 */
export async function whichPassword(
  password: string,
  stored: string | null,
  decoy: string | null,
): Promise<"stored" | "decoy" | null> {
  const known = parse(stored ?? decoy ?? nobody);
  if (!known) throw new Error("a stored password is not readable");
  const hash = await compute(password, known.salt, known.cost, known.hash.length);
  const other = decoy === null ? null : parse(decoy);
  const isOf = (one: Uint8Array) => sameSecret(encodeBase64NoPadding(hash), encodeBase64NoPadding(one));
  // A decoy with another salt was made for an earlier password of the account.
  const isDecoy = other !== null && sameBytes(other.salt, known.salt) && isOf(other.hash);
  return stored !== null && isOf(known.hash) ? "stored" : isDecoy ? "decoy" : null;
}

const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  encodeBase64NoPadding(one) === encodeBase64NoPadding(other);

/** Whether a stored password was made with less work than today's. */
export function needsRehash(stored: string): boolean {
  const known = parse(stored);
  if (!known) return true;
  const { ln, r, p } = known.cost;
  return 2 ** ln * r * p < 2 ** wanted.ln * wanted.r * wanted.p || known.hash.length < hashBytes;
}

/** `hashPassword`, counted in the request's `Server-Timing` as `hash`. */
export const countedHash = (context: Context, password: string, like: string | null = null) =>
  context.get(requestFacts).timing.measure("hash", () => hashPassword(password, like));

/** `whichPassword`, counted too. */
export const countedWhichPassword = (
  context: Context,
  password: string,
  stored: string | null,
  decoy: string | null,
) => context.get(requestFacts).timing.measure("hash", () => whichPassword(password, stored, decoy));
