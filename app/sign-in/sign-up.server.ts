/** Signing up: a user and a code on its way, or an answer that looks the same (R13). */

import { and, eq, inArray } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { auditRow } from "#app/accounts/audit.server.ts";
import { endingStatements, newSession, type Visitor, visitor } from "#app/accounts/session.server.ts";
import { comesForTrial } from "#app/billing/checkout/trial-intent.server.ts";
import { referredTo, sessionHostOf } from "#app/branding/hosts.server.ts";
import { limits, networkSubject, passEdgeLimit, spend } from "#app/limits/rate-limits.server.ts";
import { placeFor } from "#app/membership/client-places.server.ts";
import { agreedVersions } from "#app/pages/legal-pages.server.ts";
import { countedHash } from "#app/passwords/password-hash.server.ts";
import { violates } from "#app/platform/constraints.ts";
import type { Context } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { folded } from "#app/platform/email-address.ts";
import { newId } from "#app/platform/id.ts";
import { arrivalOf } from "#app/referrals/arrival.server.ts";
import { holdingCookie } from "#app/sign-in/verification/held-mail.server.ts";
import { maySend, promiseCode, promiseNotice, type Unproven } from "#app/verification/email-codes.server.ts";
import { auditEvents, emailCodes, sessions, users } from "#drizzle/control/schema.ts";
import type { SignUpValues } from "./account-forms.server.ts";
import { agencyHere } from "./agency-newcomers.server.ts";
import { newcomer } from "./newcomer.server.ts";

type Statements = BatchItem<"sqlite">[];
type Batch = [BatchItem<"sqlite">, ...Statements];

/** `retryAfter` in seconds: this network has signed up too often. */
export type SignUpOutcome =
  | { ok: true; userId: string; cookies: string[] }
  | { ok: false; retryAfter: number }
  /** This is an agency's host, and it takes no newcomer now. */
  | { ok: false; place: "full" | "closed" };

/**
 * Signs a person up. Neither the answer nor its time shows whether the address already has an account: each case
 * computes one hash, starts a pending session and sends a mail. Only a code mailed to the address completes it. An
 * address that has had enough mail continues without one, and the step says when there can be one: a stranger who
 * requests mail to the address must not keep its owner out (R38).
 * Nothing is founded yet: anyone can type any address, and who proves it decides where its organization belongs
 * (`ownOrganization`).
 * @param isInvited a newcomer with an invitation joins only the inviting organization (docs/product.md, "Sign-in
 * flows")
 */
export async function signUp(
  request: Request,
  context: Context,
  values: Omit<SignUpValues, "terms" | "confirm_password">,
  isInvited = false,
): Promise<SignUpOutcome> {
  await passEdgeLimit(request, context);
  const now = Date.now();
  const { email } = values;
  const db = platform(context.get(database));
  const agencyId = isInvited ? null : agencyHere(context);
  // Asked before anything of the address, so that the answer says nothing about it.
  const place = agencyId === null ? "room" : await placeFor(context.get(database), agencyId);
  if (place !== "room") return { ok: false, place };
  const known = await db
    .select({
      id: users.id,
      email_confirmed_at: users.email_confirmed_at,
      password_hash: users.password_hash,
    })
    .from(users)
    .where(eq(users.email_folded, folded(email)))
    .get();
  const isProven = known !== undefined && known.email_confirmed_at !== null;
  const sending = await maySend(request, context, isProven ? "notice" : "code", email, now);
  if (sending.may === "no") return { ok: false, retryAfter: sending.retryAfter };
  if (sending.may !== "yes") {
    const unsent = limits.signUp(await networkSubject(request, context));
    const spent = await spend(context.get(database), [unsent], now);
    if (!spent.ok) return { ok: false, retryAfter: spent.retryAfter };
  }

  const like = isProven ? known.password_hash : null;
  const passwordHash = await countedHash(context, values.password, like);
  // A session of a sign-up with a proven address gets an unused id: it belongs to no account and can open none.
  const userId = known && !isProven ? known.id : newId(now);
  const unproven: Unproven = { userId, email, passwordHash };
  const isMailed = sending.may === "yes";
  // Read whether or not it is needed: a difference in work would reveal whether the address has an account.
  const before = isMailed ? null : await visitor(request, context);
  const promised = isProven
    ? isMailed && (await promiseNotice(context, email, now))
    : isMailed && (await promiseCode(context, unproven, now, await comesForTrial(request, context, now)));
  const session = await newSession(request, userId, "pending", now, {
    email,
    password_hash: passwordHash,
    host: sessionHostOf(request, context),
    ref_host: referredTo(request, context),
  });
  const event = isProven ? "account.sign_up_repeated" : "account.signed_up";
  const audit = await auditRow(request, context, { action: event, target: isProven ? known.id : userId });

  const arriving = { id: userId, email, password_hash: passwordHash };
  const account: Statements = isProven
    ? [db.update(users).set({ decoy_password_hash: passwordHash }).where(eq(users.id, known.id))]
    : known
      ? chosenAgain(context, unproven, before, now)
      : newcomer(db, arriving, await arrivalOf(request, context), agreedVersions(context), now);
  const batch: Batch = [
    db.insert(sessions).values(session.row),
    db.insert(auditEvents).values(audit),
    ...account,
    ...(promised ? promised.statements : []),
    ...(await endingStatements(request, context.get(database))),
  ];
  try {
    await db.batch(batch);
  } catch (error) {
    // Another request signed up with this address at the same moment: now it is a known one.
    if (violates(error, "UNIQUE constraint failed: users.email_folded"))
      return signUp(request, context, values, isInvited);
    throw error;
  }
  // Awaited, so that the next step can say whether the mail was sent.
  if (promised) await promised.mail.send();
  const held =
    sending.may === "later"
      ? [await holdingCookie(request, context, session.row.id, sending.retryAfter, now)]
      : [];
  return { ok: true, userId, cookies: [...session.cookies, ...held] };
}

/**
 * A repeated sign-up with an unproven address, perhaps by another person: the last password signs in to the
 * verification step, and the password of the session that is proven becomes the account's. A code that was sent stays
 * with the sign-up that it was mailed for; it moves along only when the same browser signs up again so soon that no
 * second code is sent, and its pending session proves that it is the same.
 * @param before the browser's previous sign-up, when no second code is sent; null when one is
 */
function chosenAgain(
  context: Context,
  { userId, passwordHash }: Unproven,
  before: Visitor | null,
  now: number,
): Statements {
  const db = platform(context.get(database));
  const chosen = db
    .update(users)
    .set({ password_hash: passwordHash, terms_accepted_at: now, ...agreedVersions(context), updated_at: now })
    .where(eq(users.id, userId));
  if (before?.kind !== "pending" || before.user.id !== userId) return [chosen];
  const own = db
    .select({ password_hash: sessions.password_hash })
    .from(sessions)
    .where(eq(sessions.id, before.sessionId));
  return [
    chosen,
    db
      .update(emailCodes)
      .set({ password_hash: passwordHash })
      .where(and(eq(emailCodes.user_id, userId), inArray(emailCodes.password_hash, own))),
  ];
}
