/** Stored authenticators: enrolling one, and consuming its codes (R17, R18). */
import { decodeBase32IgnorePadding, encodeBase32NoPadding } from "@oslojs/encoding";
import { and, eq, gt, isNotNull, isNull, lt, or } from "drizzle-orm";
import { brandOf } from "#app/branding/tenant.server.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { type Keyring, keyIdOf, open, seal } from "#app/platform/crypto.server.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { log } from "#app/platform/log.ts";
import { userFactors } from "#drizzle/control/schema.ts";
import { inFours, keyUri, matchingSteps, secretBytes } from "./totp.ts";

/** After this an unfinished enrolment no longer shows its secret. */
const enrolmentLasts_ms = 30 * minute_ms;

const keysOf = (context: Context): Keyring => keyringOf(settings(context.get(cloudflare).env));
/** What the secret is bound to: in another user's row it cannot be opened. */
const about = (userId: string, id: string): string => `totp:${userId}:${id}`;

type Sealed = { id: string; user_id: string; secret: string };

/**
 * The secret of an authenticator; null when none of the keys opens it, for example after a key was lost: then it lets
 * no one in, and does not block another factor.
 */
async function openSecret(keys: Keyring, { id, user_id, secret }: Sealed): Promise<string | null> {
  try {
    return await open(keys, about(user_id, id), secret);
  } catch (error) {
    log("error", "factor_unreadable", { factor_id: id, message: innermostMessage(error) });
    return null;
  }
}

/**
 * An authenticator's row with its secret sealed by the current key (R44).
 * @returns null when none of the keys opens it
 */
export async function resealed(keys: Keyring, row: Sealed): Promise<string | null> {
  const [current] = keys;
  if (row.secret.endsWith(`.${await keyIdOf(current)}`)) return row.secret;
  const secret = await openSecret(keys, row);
  return secret === null ? null : seal(current, about(row.user_id, row.id), secret);
}

/** The factor that sign-in asks for, or null. */
export async function verifiedFactor(context: Context, userId: string) {
  const found = await platform(context.get(database))
    .select()
    .from(userFactors)
    .where(and(eq(userFactors.user_id, userId), isNotNull(userFactors.verified_at)))
    .limit(1)
    .get();
  return found ?? null;
}

/** Creates a new secret in place of an unfinished one; a verified one stays until the new one is verified. */
export async function beginEnrolment(context: Context, userId: string, now: number): Promise<void> {
  const db = platform(context.get(database));
  const id = newId(now);
  const secret = encodeBase32NoPadding(crypto.getRandomValues(new Uint8Array(secretBytes)));
  await db.batch([
    db.delete(userFactors).where(and(eq(userFactors.user_id, userId), isNull(userFactors.verified_at))),
    db.insert(userFactors).values({
      id,
      user_id: userId,
      type: "totp",
      secret: await seal(keysOf(context)[0], about(userId, id), secret),
      created_at: now,
    }),
  ]);
}

/** Deletes an unfinished enrolment. */
export async function cancelEnrolment(context: Context, userId: string): Promise<void> {
  await platform(context.get(database))
    .delete(userFactors)
    .where(and(eq(userFactors.user_id, userId), isNull(userFactors.verified_at)));
}

export type Enrolment = {
  factorId: string;
  /** For typing: base32, in groups of four. */
  secret: string;
  qr: Qr;
};

/** The row of the current enrolment, for the caller's batch: none when there is none, or it is half an hour old. */
export const enrolmentRow = (context: Context, userId: string, now: number) =>
  platform(context.get(database))
    .select()
    .from(userFactors)
    .where(
      and(
        eq(userFactors.user_id, userId),
        isNull(userFactors.verified_at),
        gt(userFactors.created_at, now - enrolmentLasts_ms),
      ),
    )
    .limit(1);

/** What the app needs to know of the enrolment in a row of `enrolmentRow`; null when no key opens it. */
export async function enrolmentOf(context: Context, email: string, row: Sealed): Promise<Enrolment | null> {
  const secret = await openSecret(keysOf(context), row);
  if (secret === null) return null;
  const uri = keyUri(brandOf(context).company_name, email, secret);
  return { factorId: row.id, secret: inFours(secret), qr: await qrOf(uri) };
}

/** A QR code as one SVG path in a square of `size` units, its quiet border included. */
type Qr = { size: number; path: string };

async function qrOf(text: string): Promise<Qr> {
  const { encode } = await import("uqr");
  const { size, data } = encode(text, { ecc: "L", border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return { size, path };
}

/**
 * The first right code of an enrolment: the statement that makes it the account's one authenticator must match a row,
 * and it consumes the code's step.
 * @returns null when the code is wrong or the enrolment over; `unknown` when it is not the person's enrolment (B9)
 */
export async function confirming(
  context: Context,
  userId: string,
  factorId: string,
  code: string,
  now: number,
) {
  const row = await enrolmentRow(context, userId, now).get();
  if (row?.id !== factorId) return "unknown";
  const secret = await openSecret(keysOf(context), row);
  if (secret === null) return "unknown";
  const step = matchingSteps(decodeBase32IgnorePadding(secret), code, now)[0];
  if (step === undefined) return null;
  const db = platform(context.get(database));
  return {
    guarded: db
      .update(userFactors)
      .set({ verified_at: now, last_step: step })
      .where(and(eq(userFactors.id, row.id), isNull(userFactors.verified_at))),
    /** Replaces the previous one. */
    after: db
      .delete(userFactors)
      .where(
        and(
          eq(userFactors.user_id, userId),
          isNotNull(userFactors.verified_at),
          lt(userFactors.created_at, row.created_at),
        ),
      ),
  };
}

/**
 * A code of a verified authenticator, as the statement that consumes its time step: it matches no row when this step
 * or a later one was accepted before, so a code never works twice (R17).
 * @param factorId the one that the form names; absent: the account's own
 * @returns null when the code is wrong, `unknown` when the factor is another person's or unverified (B9)
 */
export async function usingCode(
  context: Context,
  userId: string,
  factorId: string | null,
  code: string,
  now: number,
) {
  const row = await verifiedFactor(context, userId);
  if (!row || (factorId !== null && factorId !== row.id)) return "unknown";
  const secret = await openSecret(keysOf(context), row);
  if (secret === null) return null;
  const steps = matchingSteps(decodeBase32IgnorePadding(secret), code, now);
  const step = steps.find((at) => row.last_step === null || at > row.last_step);
  if (step === undefined) return null;
  const anew = await resealed(keysOf(context), row);
  // Wrapped in an object, because awaiting a statement runs it.
  return {
    guarded: platform(context.get(database))
      .update(userFactors)
      .set({ last_step: step, ...(anew !== null && { secret: anew }) })
      .where(
        and(
          eq(userFactors.id, row.id),
          isNotNull(userFactors.verified_at),
          or(isNull(userFactors.last_step), lt(userFactors.last_step, step)),
        ),
      ),
  };
}

/** Deletes every authenticator, for the caller's batch. */
export const removingAuthenticators = (context: Context, userId: string) =>
  platform(context.get(database)).delete(userFactors).where(eq(userFactors.user_id, userId));
