/** Deletes what is over: sessions, codes, counters and old records, by cron (R35: in bounded steps). The audit trail has its own way (`forgetAudit`). */
import { and, inArray, lt, or, sql } from "drizzle-orm";
import { errorStates, errorsKept_days } from "#app/monitoring/error-kinds.ts";
import { Database, platform } from "#app/platform/d1.server.ts";
import { day_ms } from "#app/platform/durations.ts";
import { firstIdAt } from "#app/platform/id.ts";
import { Timing } from "#app/platform/server-timing.ts";
import {
  callShares,
  emailCodes,
  errorGroups,
  errorLogs,
  knownCountries,
  knownNetworks,
  mailOutbox,
  oneTimeTokens,
  rateCounters,
  referralClicks,
  securityAlerts,
  sessions,
} from "#drizzle/control/schema.ts";

/** The longest window of any limit. */
const countersKept_ms = 2 * day_ms;
const codesKept_ms = day_ms;
/** Rows of sent or failed mail; their content was removed when the mail went. */
const mailKept_ms = 30 * day_ms;
const errorsKept_ms = errorsKept_days * day_ms;
/** As the privacy policy says. */
const clicksKept_ms = 400 * day_ms;
const networksKept_ms = 90 * day_ms;
const countriesKept_ms = 365 * day_ms;
/** What was unusual is told at once; its list is for looking back. */
const alertsKept_ms = 400 * day_ms;
const oneStep = 5000;

/**
 * Deletes at most 5,000 rows of each kind.
 * @param now ms UTC
 */
export async function forgetExpired(env: Env, now: number): Promise<void> {
  const db = platform(new Database(env.DB, new Timing()));
  const oldSessions = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(lt(sessions.expires_at, now))
    .limit(oneStep);
  const oldShares = db
    .select({ id: callShares.id })
    .from(callShares)
    .where(lt(callShares.expires_at, now))
    .limit(oneStep);
  const oldCodes = db
    .select({ id: emailCodes.id })
    .from(emailCodes)
    .where(lt(emailCodes.expires_at, now - codesKept_ms))
    .limit(oneStep);
  const oldTokens = db
    .select({ id: oneTimeTokens.id })
    .from(oneTimeTokens)
    .where(lt(oneTimeTokens.expires_at, now - codesKept_ms))
    .limit(oneStep);
  const oldMail = db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(or(lt(mailOutbox.sent_at, now - mailKept_ms), lt(mailOutbox.failed_at, now - mailKept_ms)))
    .limit(oneStep);
  // Ids contain the creation time, so the oldest rows are found without another index.
  const oldErrors = db
    .select({ id: errorLogs.id })
    .from(errorLogs)
    .where(lt(errorLogs.id, firstIdAt(now - errorsKept_ms)))
    .limit(oneStep);
  const oldGroups = db
    .select({ id: errorGroups.id })
    .from(errorGroups)
    .where(
      and(inArray(errorGroups.state, [...errorStates]), lt(errorGroups.last_seen_at, now - errorsKept_ms)),
    )
    .limit(oneStep);
  const oldClicks = db
    .select({ id: referralClicks.id })
    .from(referralClicks)
    .where(lt(referralClicks.id, firstIdAt(now - clicksKept_ms)))
    .limit(oneStep);
  const oldNetworks = db
    .select({ network: knownNetworks.network })
    .from(knownNetworks)
    .where(lt(knownNetworks.last_used_at, now - networksKept_ms))
    .limit(oneStep);
  const oldCountries = db
    .select({ row: sql`rowid` })
    .from(knownCountries)
    .where(lt(knownCountries.last_used_at, now - countriesKept_ms))
    .limit(oneStep);
  const oldAlerts = db
    .select({ id: securityAlerts.id })
    .from(securityAlerts)
    .where(lt(securityAlerts.id, firstIdAt(now - alertsKept_ms)))
    .limit(oneStep);
  const oldCounters = db
    .select({ row: sql`rowid` })
    .from(rateCounters)
    .where(lt(rateCounters.window_start, now - countersKept_ms))
    .limit(oneStep);
  await db.batch([
    db.delete(sessions).where(inArray(sessions.id, oldSessions)),
    db.delete(callShares).where(inArray(callShares.id, oldShares)),
    db.delete(emailCodes).where(inArray(emailCodes.id, oldCodes)),
    db.delete(oneTimeTokens).where(inArray(oneTimeTokens.id, oldTokens)),
    db.delete(mailOutbox).where(inArray(mailOutbox.id, oldMail)),
    db.delete(errorLogs).where(inArray(errorLogs.id, oldErrors)),
    db.delete(errorGroups).where(inArray(errorGroups.id, oldGroups)),
    db.delete(referralClicks).where(inArray(referralClicks.id, oldClicks)),
    db.delete(knownNetworks).where(inArray(knownNetworks.network, oldNetworks)),
    db.delete(knownCountries).where(inArray(sql`rowid`, oldCountries)),
    db.delete(securityAlerts).where(inArray(securityAlerts.id, oldAlerts)),
    db.delete(rateCounters).where(inArray(sql`rowid`, oldCounters)),
  ]);
}
