/**
 * Turns a half session into a full one with a second factor: the attempt is counted before it is checked, and the
 * factor is consumed with the session that it opens (R2, R17, R18).
 */
import { and, eq, ne, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { auditRow } from "#app/accounts/audit.server.ts";
import { beginSession } from "#app/accounts/begin-session.server.ts";
import type { SignedIn } from "#app/accounts/session.server.ts";
import { dismissListeners } from "#app/membership/live-listeners.server.ts";
import { guardFailed, violates } from "#app/platform/constraints.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { assertOk, auditEvents, sessions } from "#drizzle/control/schema.ts";
import { forgetAttempts, noteFailure, spendAttempt } from "./attempts.server.ts";
import { usingCode } from "./authenticator.server.ts";
import { promiseNotice } from "./notices.server.ts";
import { usingRecoveryCode } from "./recovery-codes.server.ts";

type Statement = BatchItem<"sqlite">;

export type Factor =
  /** `factorId`: the authenticator that the form names, if any. */
  | { how: "totp"; code: string; factorId: string | null }
  | { how: "recovery_code"; code: string }
  /** A valid assertion; the statement consumes its challenge. */
  | { how: "passkey"; guarded: Statement; used: Statement };

export type SteppedUp =
  | { ok: true; sessionId: string; cookies: string[] }
  /** `unknown`: the factor is another person's or unverified (B9). `over`: this challenge has used its 5 tries. */
  | { ok: false; reason: "wrong" | "unknown" | "over" }
  | { ok: false; reason: "locked"; retryAfter: number };

/** A guard that matches no row does not stop a batch; this row does (R34). */
export const hasMatched = sql`insert into assert_ok (ok) select case when changes() > 0 then 1 end`;

/** A statement that must match a row, or the whole batch fails. */
export const guarding = (context: Context, guarded: Statement): [Statement, Statement, Statement] => {
  const db = platform(context.get(database));
  return [guarded, db.run(hasMatched), db.delete(assertOk).where(eq(assertOk.ok, 1))];
};

/** Ends a person's other sessions, for the batch in which their password or factors change. */
export const endingOthers = (context: Context, who: SignedIn) =>
  platform(context.get(database))
    .delete(sessions)
    .where(and(eq(sessions.user_id, who.user.id), ne(sessions.id, who.sessionId)));

/** After that batch: closes the live feeds of the other sessions. */
export function dismissOthers(context: Context, who: SignedIn): void {
  const { env, ctx } = context.get(cloudflare);
  ctx.waitUntil(dismissListeners(env, who.memberships, { user_id: who.user.id }));
}

/** R18: a challenge ends after 5 tries, and the half session with it. */
async function challengeOver(context: Context, { sessionId }: SignedIn): Promise<SteppedUp> {
  await platform(context.get(database))
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.kind, "factor")));
  return { ok: false, reason: "over" };
}

async function statementOf(context: Context, who: SignedIn, factor: Factor, now: number) {
  if (factor.how === "passkey") return factor;
  return factor.how === "totp"
    ? usingCode(context, who.user.id, factor.factorId, factor.code, now)
    : usingRecoveryCode(context, who.user.id, factor.code, now);
}

/**
 * Takes a second factor of a half signed-in person, or of a signed-in person who confirms. Their session ends and a
 * new one begins in the batch that consumes the factor, so that of parallel tries exactly one succeeds.
 * @param also further statements, before the new session is written
 * @param now ms UTC
 */
export async function stepUp(
  request: Request,
  context: Context,
  who: SignedIn,
  factor: Factor,
  now: number,
  also: readonly Statement[] = [],
): Promise<SteppedUp> {
  const attempt = await spendAttempt(context, who, now);
  if (!attempt.ok)
    return attempt.full === "account"
      ? { ok: false, reason: "locked", retryAfter: attempt.retryAfter }
      : challengeOver(context, who);
  const found = await statementOf(context, who, factor, now);
  if (found === "unknown") return { ok: false, reason: "unknown" };
  if (found === null) {
    await noteFailure(request, context, who, now);
    return { ok: false, reason: "wrong" };
  }
  const isConfirming = who.kind === "full";
  const begun = await beginSession(request, context, who.user, factor.how, now, {
    ref_host: who.refHost,
    crossed_from: who.crossedFrom,
    ...(isConfirming && { again: who }),
  });
  const db = platform(context.get(database));
  const used =
    factor.how === "recovery_code"
      ? await promiseNotice(context, who.user.email, "recovery_code_used", now)
      : null;
  const event = { action: "recovery_code.used", actor_id: who.user.id };
  const isAlive = db.delete(sessions).where(and(eq(sessions.id, who.sessionId), eq(sessions.kind, who.kind)));
  const [first, ...rest] = [...guarding(context, found.guarded), ...guarding(context, isAlive)];
  try {
    await db.batch([
      first ?? found.guarded,
      ...rest,
      ...(factor.how === "passkey" ? [factor.used] : []),
      ...also,
      ...begun.statements,
      forgetAttempts(context, who),
      ...(used
        ? [used.statement, db.insert(auditEvents).values(await auditRow(request, context, event))]
        : []),
    ]);
  } catch (error) {
    if (!violates(error, guardFailed)) throw error;
    await noteFailure(request, context, who, now);
    return { ok: false, reason: "wrong" };
  }
  used?.send();
  return { ok: true, sessionId: begun.sessionId, cookies: begun.cookies };
}
