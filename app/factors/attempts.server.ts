/** How often a second factor may be tried, and the lock after too many failures (R18). */

import { and, eq, gt, gte, inArray, sql } from "drizzle-orm";
import { auditRow } from "#app/accounts/audit.server.ts";
import type { SignedIn } from "#app/accounts/session.server.ts";
import { type Limit, spend } from "#app/limits/rate-limits.server.ts";
import { guardFailed, violates } from "#app/platform/constraints.ts";
import type { Context } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { day_ms, minute_ms } from "#app/platform/durations.ts";
import { assertOk, auditEvents, rateCounters } from "#drizzle/control/schema.ts";
import { promiseNotice } from "./notices.server.ts";

/** R18: 5 tries for each challenge, which is a session's; 10 failures lock the account's factors for 15 minutes. */
const triesPerChallenge = 5;
const challengeLasts_ms = 5 * minute_ms;
const failuresPerAccount = 10;
const lockLasts_ms = 15 * minute_ms;
/** Failures are forgotten after a day, or by a success. */
const failuresLast_ms = day_ms;

const challengeOf = (who: SignedIn): Limit => ({
  key: `factor-challenge:${who.sessionId}`,
  most: triesPerChallenge,
  within_ms: challengeLasts_ms,
});
/** Failures of one account's factors: used up, they are locked. */
export const factorFailures = (userId: string): Limit => ({
  key: `factor-failures:${userId}`,
  most: failuresPerAccount,
  within_ms: failuresLast_ms,
});
const failuresOf = (who: SignedIn): Limit => factorFailures(who.user.id);

/** `challenge`: this session has used its tries. `account`: locked, `retryAfter` in seconds. */
export type Attempt = { ok: true } | { ok: false; full: "challenge" | "account"; retryAfter: number };

/** Spends one try before the comparison, so that parallel ones cannot slip through. `now`: ms UTC */
export async function spendAttempt(context: Context, who: SignedIn, now: number): Promise<Attempt> {
  const account = failuresOf(who);
  const spent = await spend(context.get(database), [challengeOf(who), account], now);
  if (spent.ok) return { ok: true };
  const full = spent.full.includes(account.key) ? "account" : "challenge";
  return { ok: false, full, retryAfter: spent.retryAfter };
}

/** For the batch of a right code: earlier failures no longer count. */
export const forgetAttempts = (context: Context, who: SignedIn) =>
  platform(context.get(database))
    .delete(rateCounters)
    .where(inArray(rateCounters.key, [challengeOf(who).key, failuresOf(who).key]));

/** Records a wrong code; the tenth locks the account's factors and notifies its owner by mail. */
export async function noteFailure(
  request: Request,
  context: Context,
  who: SignedIn,
  now: number,
): Promise<void> {
  const db = platform(context.get(database));
  const { key } = failuresOf(who);
  const event = { action: "factor.refused", actor_id: who.user.id };
  await db.insert(auditEvents).values(await auditRow(request, context, event));
  // A window whose beginning is chosen so that it ends together with the lock.
  const lockedSince = now - failuresLast_ms + lockLasts_ms;
  const isTenth = and(
    eq(rateCounters.key, key),
    gte(rateCounters.count, failuresPerAccount),
    gt(rateCounters.window_start, lockedSince),
  );
  const tenth = await db.select({ key: rateCounters.key }).from(rateCounters).where(isTenth).limit(1).get();
  if (!tenth) return;
  const notice = await promiseNotice(context, who.user, "locked", now);
  const locked = await auditRow(request, context, { action: "factor.locked", actor_id: who.user.id });
  try {
    await db.batch([
      db.update(rateCounters).set({ window_start: lockedSince }).where(isTenth),
      db.run(sql`insert into assert_ok (ok) select case when changes() > 0 then 1 end`),
      db.delete(assertOk).where(eq(assertOk.ok, 1)),
      db.insert(auditEvents).values(locked),
      notice.statement,
    ]);
  } catch (error) {
    // Of two tenth failures at the same moment one locks.
    if (violates(error, guardFailed)) return;
    throw error;
  }
  notice.send();
}
