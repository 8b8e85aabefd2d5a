/** Passkeys: creating, listing, naming and removing them, and verifying assertions. Each is bound to the host it was made on. */

import { decodeBase64urlIgnorePadding, encodeBase64urlNoPadding } from "@oslojs/encoding";
import { and, asc, count, eq, sql } from "drizzle-orm";
import { auditRow } from "#app/accounts/audit.server.ts";
import type { SignedIn } from "#app/accounts/session.server.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import type { Context } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { auditEvents, passkeys, sessions, users } from "#drizzle/control/schema.ts";
import { promiseNotice } from "./notices.server.ts";
import { type Ceremony, isOurs, newChallenge, usingChallenge } from "./passkey-challenge.server.ts";
import { readAssertion, readAttestation } from "./passkey-shapes.server.ts";
import { dismissOthers, endingOthers, guarding } from "./step-up.server.ts";

/** More than a person has devices. */
const mostPasskeys = 20;
const library = () => import("@simplewebauthn/server");

/** The host that passkeys are bound to: the request's, without its port. */
export const passkeyHost = (request: Request): string => new URL(request.url).hostname;

/** A person's passkeys, oldest first: all of them, or those of one host. */
export const passkeysOf = (context: Context, userId: string, host?: string) =>
  platform(context.get(database))
    .select({
      id: passkeys.id,
      name: passkeys.name,
      host: passkeys.rp_id,
      created_at: passkeys.created_at,
      last_used_at: passkeys.last_used_at,
    })
    .from(passkeys)
    .where(and(eq(passkeys.user_id, userId), ...(host === undefined ? [] : [eq(passkeys.rp_id, host)])))
    .orderBy(asc(passkeys.created_at))
    .limit(mostPasskeys);

/** Whether an account has a passkey for this host: another host's could not be used here. */
export const hasPasskeyHere = async (request: Request, context: Context, userId: string): Promise<boolean> =>
  (await passkeysOf(context, userId, passkeyHost(request))).length > 0;

/** What an assertion is for: signing in, the two-factor step, or confirming identity. */
const ceremonyOf = (request: Request, who: SignedIn | null): Ceremony => ({
  purpose: who === null ? "sign-in" : who.kind === "full" ? "confirm" : "factor",
  host: passkeyHost(request),
  sessionId: who?.sessionId ?? null,
});

/** The options for the browser to answer with a passkey: any account's, or the one of the half or fully signed-in person. */
export async function requestOptions(request: Request, context: Context, who: SignedIn | null, now: number) {
  const host = passkeyHost(request);
  const ceremony = ceremonyOf(request, who);
  const known = who ? await passkeysOf(context, who.user.id, host) : [];
  // Written out: every view of the sign-in screen needs it, and the library is heavy.
  return {
    rpId: host,
    challenge: encodeBase64urlNoPadding(await newChallenge(context, ceremony, now)),
    userVerification: "required",
    allowCredentials: known.map(({ id }) => ({ id, type: "public-key" })),
  };
}

/** The options for the browser to create a passkey. */
export async function creationOptions(request: Request, context: Context, who: SignedIn, now: number) {
  const { generateRegistrationOptions } = await library();
  const host = passkeyHost(request);
  const ceremony: Ceremony = { purpose: "add", host, sessionId: who.sessionId };
  const known = await passkeysOf(context, who.user.id, host);
  return generateRegistrationOptions({
    rpName: brandOf(context).company_name,
    rpID: host,
    userName: who.user.email,
    userDisplayName: who.user.name ?? who.user.email,
    userID: new TextEncoder().encode(who.user.id).slice(),
    challenge: await newChallenge(context, ceremony, now),
    attestationType: "none",
    excludeCredentials: known.map(({ id }) => ({ id })),
    // A passkey counts as both factors, device and person (docs/decisions/011-factors.md).
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** Stores a new passkey, and ends the other sessions; false when its answer is invalid or was used before. */
export async function addPasskey(
  request: Request,
  context: Context,
  who: SignedIn,
  credential: unknown,
  now: number,
): Promise<boolean> {
  const response = readAttestation(credential);
  if (!response) return false;
  const host = passkeyHost(request);
  const ceremony: Ceremony = { purpose: "add", host, sessionId: who.sessionId };
  const { verifyRegistrationResponse } = await library();
  let challenge = "";
  const checked = await verifyRegistrationResponse({
    response,
    expectedChallenge: (given) => {
      challenge = given;
      return isOurs(context, ceremony, given, now);
    },
    expectedOrigin: new URL(request.url).origin,
    expectedRPID: host,
    requireUserVerification: true,
  }).catch(() => ({ verified: false }) as const);
  if (!checked.verified) return false;
  const { credential: made } = checked.registrationInfo;
  const db = platform(context.get(database));
  const known = await db
    .select({ all: count() })
    .from(passkeys)
    .where(eq(passkeys.user_id, who.user.id))
    .get();
  const already = await db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.id, made.id)).get();
  if (already || (known?.all ?? 0) >= mostPasskeys) return false;
  const { guarded } = await usingChallenge(context, who.user.id, challenge, now);
  const notice = await promiseNotice(context, who.user.email, "passkey_added", now);
  const event = await auditRow(request, context, { action: "passkey.added", actor_id: who.user.id });
  const [first, ...rest] = guarding(context, guarded);
  await db.batch([
    first,
    ...rest,
    db.insert(passkeys).values({
      id: made.id,
      user_id: who.user.id,
      name: `Passkey ${(known?.all ?? 0) + 1}`,
      public_key: encodeBase64urlNoPadding(made.publicKey),
      counter: made.counter,
      transports: response.response.transports,
      rp_id: host,
      created_at: now,
    }),
    endingOthers(context, who),
    db.insert(auditEvents).values(event),
    notice.statement,
  ]);
  notice.send();
  dismissOthers(context, who);
  return true;
}

/** Renames a passkey; another person's is not found. */
export async function renamePasskey(
  request: Request,
  context: Context,
  who: SignedIn,
  id: string,
  name: string,
): Promise<boolean> {
  const db = platform(context.get(database));
  const event = await auditRow(request, context, { action: "passkey.renamed", actor_id: who.user.id });
  const [renamed] = await db.batch([
    db
      .update(passkeys)
      .set({ name })
      .where(and(eq(passkeys.id, id), eq(passkeys.user_id, who.user.id)))
      .returning({ id: passkeys.id }),
    db.insert(auditEvents).values(event),
  ]);
  return renamed.length > 0;
}

/**
 * After a passkey was removed: the session no longer has it as its second factor, unless a remaining passkey was used
 * since the session began. The organization's requirement is then checked again.
 */
const forgettingPasskey = (context: Context, { sessionId, user }: SignedIn) =>
  platform(context.get(database))
    .update(sessions)
    .set({ factor: null, factor_proven_at: null })
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.factor, "passkey"),
        sql`not exists (select 1 from passkeys p where p.user_id = ${user.id} and p.last_used_at >= sessions.created_at)`,
      ),
    );

/** Removes a passkey, and ends the other sessions; another person's is not found. */
export async function removePasskey(
  request: Request,
  context: Context,
  who: SignedIn,
  id: string,
  now: number,
): Promise<boolean> {
  const db = platform(context.get(database));
  const isTheirs = and(eq(passkeys.id, id), eq(passkeys.user_id, who.user.id));
  const found = await db.select({ id: passkeys.id }).from(passkeys).where(isTheirs).get();
  if (!found) return false;
  const notice = await promiseNotice(context, who.user.email, "passkey_removed", now);
  const event = await auditRow(request, context, { action: "passkey.removed", actor_id: who.user.id });
  await db.batch([
    db.delete(passkeys).where(isTheirs),
    forgettingPasskey(context, who),
    endingOthers(context, who),
    db.insert(auditEvents).values(event),
    notice.statement,
  ]);
  notice.send();
  dismissOthers(context, who);
  return true;
}

/**
 * The account whose passkey answered, if the answer is valid, and the statements of its use for the caller's batch;
 * `guarded` writes no row when this challenge was answered before.
 * @param who the half signed-in person at the two-factor step, or the signed-in person who confirms; null at sign-in
 */
export async function asserted(
  request: Request,
  context: Context,
  who: SignedIn | null,
  credential: unknown,
  now: number,
) {
  const response = readAssertion(credential);
  if (!response) return null;
  const host = passkeyHost(request);
  const db = platform(context.get(database));
  const known = await db
    .select({
      public_key: passkeys.public_key,
      counter: passkeys.counter,
      user_id: users.id,
      email: users.email,
      email_confirmed_at: users.email_confirmed_at,
    })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.user_id))
    .where(and(eq(passkeys.id, response.id), eq(passkeys.rp_id, host)))
    .get();
  if (!known || (who && who.user.id !== known.user_id)) return null;
  const ceremony = ceremonyOf(request, who);
  const { verifyAuthenticationResponse } = await library();
  let challenge = "";
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (given) => {
      challenge = given;
      return isOurs(context, ceremony, given, now);
    },
    expectedOrigin: new URL(request.url).origin,
    expectedRPID: host,
    credential: {
      id: response.id,
      publicKey: decodeBase64urlIgnorePadding(known.public_key).slice(),
      counter: known.counter,
    },
    requireUserVerification: true,
  }).catch(() => null);
  if (!checked?.verified) return null;
  const { guarded } = await usingChallenge(context, known.user_id, challenge, now);
  return {
    user: { id: known.user_id, email: known.email, email_confirmed_at: known.email_confirmed_at },
    guarded,
    used: db
      .update(passkeys)
      .set({ counter: checked.authenticationInfo.newCounter, last_used_at: now })
      .where(eq(passkeys.id, response.id)),
  };
}
