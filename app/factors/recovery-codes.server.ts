/** Recovery codes: ten for a person who lost the authenticator, shown once, each valid once (R19). */

import { encodeBase32NoPadding } from "@oslojs/encoding";
import { and, count, eq, isNull } from "drizzle-orm";
import type { Context } from "#app/platform/context.ts";
import { sha256 } from "#app/platform/crypto.server.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { recoveryCodes } from "#drizzle/control/schema.ts";
import { inFours } from "./totp.ts";

/** R19: each is long enough that a plain hash protects it. */
const codesMade = 10;
const codeBytes = 15;

/**
 * Ten new codes, and the statements for the caller's batch that make them the only ones.
 * @returns `codes` as they are shown, once
 */
export async function newRecoveryCodes(context: Context, userId: string, now: number) {
  const db = platform(context.get(database));
  const codes = Array.from({ length: codesMade }, () =>
    encodeBase32NoPadding(crypto.getRandomValues(new Uint8Array(codeBytes))),
  );
  const rows = await Promise.all(
    codes.map(async (code) => ({ code_hash: await sha256(code), user_id: userId, created_at: now })),
  );
  return {
    codes: codes.map((code) => inFours(code, "-")),
    statements: [removingRecoveryCodes(context, userId), db.insert(recoveryCodes).values(rows)] as const,
  };
}

/** Consumes a code (24 characters, upper case, no separators), for the caller's batch: matches no row when it is unknown, another person's or used. */
export async function usingRecoveryCode(context: Context, userId: string, code: string, now: number) {
  const code_hash = await sha256(code);
  const isTheirs = and(
    eq(recoveryCodes.code_hash, code_hash),
    eq(recoveryCodes.user_id, userId),
    isNull(recoveryCodes.used_at),
  );
  // Wrapped in an object, because awaiting a statement runs it.
  return {
    guarded: platform(context.get(database)).update(recoveryCodes).set({ used_at: now }).where(isTheirs),
  };
}

/** Deletes all codes, for the caller's batch. */
export const removingRecoveryCodes = (context: Context, userId: string) =>
  platform(context.get(database)).delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId));

/** How many are left, for the caller's batch. */
export const recoveryCodesLeft = (context: Context, userId: string) =>
  platform(context.get(database))
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.user_id, userId), isNull(recoveryCodes.used_at)));
