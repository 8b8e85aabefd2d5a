/** Turning two-factor on and off, replacing the authenticator, creating new recovery codes (R18, R19). */

import type { BatchItem } from "drizzle-orm/batch";
import { auditRow } from "#app/accounts/audit.server.ts";
import { beginSession } from "#app/accounts/begin-session.server.ts";
import type { SignedIn } from "#app/accounts/session.server.ts";
import { guardFailed, violates } from "#app/platform/constraints.ts";
import type { Context } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { auditEvents } from "#drizzle/control/schema.ts";
import { forgetAttempts, noteFailure, spendAttempt } from "./attempts.server.ts";
import { beginEnrolment, confirming, removingAuthenticators } from "./authenticator.server.ts";
import { promiseNotice } from "./notices.server.ts";
import { newRecoveryCodes, removingRecoveryCodes } from "./recovery-codes.server.ts";
import {
  dismissOthers,
  endingOthers,
  type Factor,
  guarding,
  type SteppedUp,
  stepUp,
} from "./step-up.server.ts";

type Refused = Exclude<SteppedUp, { ok: true }>;
export type Enrolled = { ok: true; cookies: string[]; codes: string[] } | Refused;

const eventOf = (request: Request, context: Context, who: SignedIn, action: string) =>
  auditRow(request, context, { action, actor_id: who.user.id });

/**
 * The first code of a new authenticator: this batch protects the account, creates ten recovery codes, starts a new
 * session here (R2) and ends all others.
 * @param now ms UTC
 */
export async function enrol(
  request: Request,
  context: Context,
  who: SignedIn,
  { factorId, code }: { factorId: string; code: string },
  now: number,
): Promise<Enrolled> {
  const attempt = await spendAttempt(context, who, now);
  if (!attempt.ok)
    return attempt.full === "account"
      ? { ok: false, reason: "locked", retryAfter: attempt.retryAfter }
      : { ok: false, reason: "over" };
  const confirmed = await confirming(context, who.user.id, factorId, code, now);
  if (confirmed === "unknown") return { ok: false, reason: "unknown" };
  if (confirmed === null) {
    await noteFailure(request, context, who, now);
    return { ok: false, reason: "wrong" };
  }
  const begun = await beginSession(request, context, who.user, "totp", now, { again: who });
  const recovery = await newRecoveryCodes(context, who.user.id, now);
  const notice = await promiseNotice(context, who.user.email, "enabled", now);
  const event = await eventOf(request, context, who, "factor.added");
  const [first, ...rest] = guarding(context, confirmed.guarded);
  const db = platform(context.get(database));
  try {
    await db.batch([
      first,
      ...rest,
      confirmed.after,
      endingOthers(context, who),
      ...begun.statements,
      ...recovery.statements,
      forgetAttempts(context, who),
      db.insert(auditEvents).values(event),
      notice.statement,
    ]);
  } catch (error) {
    if (violates(error, guardFailed)) return { ok: false, reason: "unknown" };
    throw error;
  }
  notice.send();
  dismissOthers(context, who);
  return { ok: true, cookies: begun.cookies, codes: recovery.codes };
}

/** Turns two-factor off, with a code; the caller has checked the password (R18). */
export async function turnOff(
  request: Request,
  context: Context,
  who: SignedIn,
  factor: Factor,
  now: number,
): Promise<SteppedUp> {
  const notice = await promiseNotice(context, who.user.email, "disabled", now);
  const event = await eventOf(request, context, who, "factor.removed");
  const also: BatchItem<"sqlite">[] = [
    removingAuthenticators(context, who.user.id),
    removingRecoveryCodes(context, who.user.id),
    endingOthers(context, who),
    platform(context.get(database)).insert(auditEvents).values(event),
    notice.statement,
  ];
  const outcome = await stepUp(request, context, who, factor, now, also);
  if (!outcome.ok) return outcome;
  notice.send();
  dismissOthers(context, who);
  return outcome;
}

/** Begins the enrolment of a new authenticator, with a code of the old one, which stays valid until the new one is verified. */
export async function replace(
  request: Request,
  context: Context,
  who: SignedIn,
  factor: Factor,
  now: number,
): Promise<SteppedUp> {
  const outcome = await stepUp(request, context, who, factor, now);
  if (outcome.ok) await beginEnrolment(context, who.user.id, now);
  return outcome;
}

/** Creates ten new recovery codes; the same batch ends the old ones and the other sessions (R19). */
export async function renewCodes(
  request: Request,
  context: Context,
  who: SignedIn,
  now: number,
): Promise<string[]> {
  const made = await newRecoveryCodes(context, who.user.id, now);
  const notice = await promiseNotice(context, who.user.email, "codes_replaced", now);
  const event = await eventOf(request, context, who, "recovery_codes.made");
  const db = platform(context.get(database));
  await db.batch([
    ...made.statements,
    endingOthers(context, who),
    db.insert(auditEvents).values(event),
    notice.statement,
  ]);
  notice.send();
  dismissOthers(context, who);
  return made.codes;
}
