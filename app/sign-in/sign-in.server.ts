/** Signs in with a password: the same answer for an unknown address and a wrong password (R13, R38). */

import { eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { auditRow } from "#app/accounts/audit.server.ts";
import { type Beginning, beginSession } from "#app/accounts/begin-session.server.ts";
import { knownNetwork, networkMacs } from "#app/accounts/known-networks.server.ts";
import { entrance } from "#app/accounts/may-enter.server.ts";
import { hasVerifiedFactor } from "#app/accounts/session-row.server.ts";
import { beginsOnPlatform } from "#app/accounts/start.server.ts";
import { comesForTrial } from "#app/billing/checkout/trial-intent.server.ts";
import { sessionHostOf } from "#app/branding/hosts.server.ts";
import {
  failingClosed,
  type Limit,
  limits,
  networkSubject,
  passEdgeLimit,
  refund,
  spend,
  spending,
  subjectOf,
  verdictOn,
} from "#app/limits/rate-limits.server.ts";
import { countedHash, countedWhichPassword, needsRehash } from "#app/passwords/password-hash.server.ts";
import { guardFailed, violates } from "#app/platform/constraints.ts";
import type { Context } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { folded } from "#app/platform/email-address.ts";
import { newId } from "#app/platform/id.ts";
import { holdingCookie } from "#app/sign-in/verification/held-mail.server.ts";
import { maySend, promiseCode, promiseNotice } from "#app/verification/email-codes.server.ts";
import { assertOk, auditEvents, users } from "#drizzle/control/schema.ts";
import type { SignInValues } from "./account-forms.server.ts";

export type SignInOutcome =
  | {
      ok: true;
      step: Beginning["step"];
      userId: string;
      sessionId: string;
      cookies: string[];
      /** `beginsOnPlatform` */
      isOnPlatform: boolean;
    }
  | { ok: false; reason: "wrong" }
  /** The password is right, but nothing that the account opens lives on this host. */
  | { ok: false; reason: "outside" }
  | { ok: false; reason: "too_many"; retryAfter: number };

type Attempt = { ok: true; spent: Limit[] } | { ok: false; retryAfter: number };

/**
 * Spends an attempt, and reads the account in the same batch: 5 in 5 minutes for one network on one account, 10 in 15
 * minutes on the account. When only the account's are used up, networks that its owner has signed in from before have
 * ten of their own, and strangers one a minute: guessing is slowed down, and cannot lock the owner out.
 */
async function spendAttempt(request: Request, context: Context, email: string, now: number) {
  const db = context.get(database);
  const subject = await subjectOf(context, folded(email));
  const own = limits.signIn(await networkSubject(request, context), subject);
  const account = limits.signInAccount(subject);
  const wanted = [...own, account];
  const macs = await networkMacs(request, context, email);
  const [rows, users, networks] = await failingClosed(() =>
    platform(db).batch([
      spending(db, wanted, now),
      accountOf(request, context, email, now),
      knownNetwork(context, macs),
    ]),
  );
  const all = await failingClosed(() => verdictOn(rows, db, wanted, now));
  const isOnlyAccounts = !all.ok && all.full.every((key) => key === account.key);
  const attempt: Attempt = all.ok
    ? { ok: true, spent: wanted }
    : isOnlyAccounts
      ? await spendRest(context, own, subject, networks.length > 0, now)
      : all;
  return { attempt, user: users[0] };
}

/** Spends from the limits that remain when an account's attempts are used up. */
async function spendRest(
  context: Context,
  own: readonly Limit[],
  subject: string,
  isKnown: boolean,
  now: number,
): Promise<Attempt> {
  const db = context.get(database);
  const known = limits.signInKnown(subject);
  if (isKnown) {
    const wanted = [...own, known];
    const spent = await spend(db, wanted, now);
    if (spent.ok) return { ok: true, spent: wanted };
    if (spent.full.some((key) => key !== known.key)) return spent;
  }
  const wanted = [...own, limits.signInSlow(subject)];
  const slow = await spend(db, wanted, now);
  return slow.ok ? { ok: true, spent: wanted } : slow;
}

/** The account of an address, and whether it may have a session on this host: used only once its password is right. */
const accountOf = (request: Request, context: Context, email: string, now: number) =>
  platform(context.get(database))
    .select({
      id: users.id,
      password_hash: users.password_hash,
      decoy_password_hash: users.decoy_password_hash,
      email_confirmed_at: users.email_confirmed_at,
      has_factor: hasVerifiedFactor("users.id").as("has_factor"),
      begins_on_platform: beginsOnPlatform("users.id").as("begins_on_platform"),
      may_enter: entrance(request, context, sql`users.id`, email, now).as("may_enter"),
    })
    .from(users)
    .where(eq(users.email_folded, folded(email)));

type Who = { id: string; password_hash: string | null; email_confirmed_at: number | null };

/** The session for the password of a sign-up with a taken address: it belongs to no account, as at that sign-up, and can open none. */
const nobodyWith = (decoy: string | null, now: number): Who & { isNobody: true } => ({
  id: newId(now),
  password_hash: decoy,
  email_confirmed_at: null,
  isNobody: true,
});

/**
 * Refuses the batch when the password was changed while this one was being computed: a session with the old one would
 * outlive the change that ends them all (R2, R34).
 */
function whileUnchanged(
  context: Context,
  { id, password_hash }: Who,
): [BatchItem<"sqlite">, BatchItem<"sqlite">] {
  const db = platform(context.get(database));
  return [
    db.insert(assertOk).select(
      sql`select case when exists (
        select 1 from users where id = ${id} and password_hash is ${password_hash}) then 1 end as ok`,
    ),
    db.delete(assertOk).where(eq(assertOk.ok, 1)),
  ];
}

/**
 * The mail of a sign-in before the address is proven: a code, or for a session without an account the notice in its
 * place. None when one was just sent, or, for `wait` seconds, when the address has had enough.
 */
async function promiseMore(
  request: Request,
  context: Context,
  who: Who & { isNobody?: true },
  email: string,
  now: number,
) {
  const purpose = who.isNobody ? "notice" : "code";
  const { may, retryAfter } = await maySend(request, context, purpose, email, now);
  const wait = may === "later" || may === "no" ? retryAfter : null;
  if (may !== "yes" || who.password_hash === null) return { promised: null, wait };
  if (who.isNobody) return { promised: await promiseNotice(context, email, now), wait };
  const unproven = { userId: who.id, email, passwordHash: who.password_hash };
  const isTrial = await comesForTrial(request, context, now);
  return { promised: await promiseCode(context, unproven, now, isTrial), wait };
}

/**
 * Signs a person in. An unproven address gets a pending session and a new code instead (docs/product.md, "Sign-in
 * flows"), an account with an authenticator the two-factor step. Every sign-in starts a new session and ends the one
 * of the request, in the same batch (R2). The password of a sign-up with a taken address visibly does what it would
 * for a free address, so trying both reveals nothing.
 */
export async function signIn(
  request: Request,
  context: Context,
  values: SignInValues,
): Promise<SignInOutcome> {
  await passEdgeLimit(request, context);
  const now = Date.now();
  const { attempt, user } = await spendAttempt(request, context, values.email, now);
  if (!attempt.ok) return { ok: false, reason: "too_many", retryAfter: attempt.retryAfter };

  const db = platform(context.get(database));
  const stored = user?.password_hash ?? null;
  const decoy = user?.decoy_password_hash ?? null;
  const which = await countedWhichPassword(context, values.password, stored, decoy);
  if (!user || which === null) {
    const event = { action: "session.refused", ...(user && { target: user.id }) };
    await db.insert(auditEvents).values(await auditRow(request, context, event));
    return { ok: false, reason: "wrong" };
  }

  const who = which === "decoy" ? nobodyWith(decoy, now) : user;
  // An unproven address continues as on every host: the check comes after its code.
  const isProven = who.email_confirmed_at !== null;
  if (isProven && user.may_enter !== 1) {
    const target = new URL(request.url).hostname;
    const event = { action: "session.crossing_refused", actor_id: who.id, target };
    await db.batch([
      refund(context.get(database), attempt.spent),
      db.insert(auditEvents).values(await auditRow(request, context, event)),
    ]);
    return { ok: false, reason: "outside" };
  }
  const { step, statements, cookies, sessionId } = await beginSession(
    request,
    context,
    { ...who, email: values.email, hasFactor: Boolean(user.has_factor) },
    "password",
    now,
  );
  // Pending sessions and codes are matched by the stored hash, so it stays unchanged until the address is proven.
  const rehashed =
    step !== "verify" && stored !== null && needsRehash(stored)
      ? await countedHash(context, values.password)
      : null;
  // A code less than a minute old is still valid, and works for this session too.
  const { promised, wait } =
    step === "verify"
      ? await promiseMore(request, context, who, values.email, now)
      : { promised: null, wait: null };
  const batch: [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]] = [
    ...whileUnchanged(context, user),
    ...statements,
    refund(context.get(database), attempt.spent),
    ...(promised ? promised.statements : []),
    ...(rehashed
      ? [db.update(users).set({ password_hash: rehashed, updated_at: now }).where(eq(users.id, user.id))]
      : []),
  ];
  try {
    await db.batch(batch);
  } catch (error) {
    // Now it is compared with the account's current password.
    if (violates(error, guardFailed)) return signIn(request, context, values);
    throw error;
  }
  // Awaited, so that the next step can say whether the mail was sent.
  if (promised) await promised.mail.send();
  if (wait !== null) cookies.push(await holdingCookie(request, context, sessionId, wait, now));
  const isOnPlatform = user.begins_on_platform === 1 && sessionHostOf(request, context) === null;
  return { ok: true, step, userId: who.id, sessionId, cookies, isOnPlatform };
}
