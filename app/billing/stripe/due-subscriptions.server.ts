/** Which subscriptions cron reads, and what it notes of them. */
import { and, eq, isNull, lte, sql } from "drizzle-orm";
import { auditLine, noTrace } from "#app/accounts/audit.server.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { day_ms, minute_ms } from "#app/platform/durations.ts";
import { log } from "#app/platform/log.ts";
import { auditEvents, subscriptions } from "#drizzle/control/schema.ts";
import type { Refreshed } from "./subscription-state.server.ts";

/** A subscription that was not read for so long is read anew (R29). */
const unread_ms = 30 * minute_ms;
const firstWait_ms = 10 * minute_ms;
const longestWait_ms = day_ms;

export type Due = { organization_id: string; subscription_id: string };

/**
 * Living subscriptions that were not read for 30 minutes, or whose period ended since they were read: the longest unread
 * first. One whose last readings failed waits.
 * @param now ms UTC
 */
export async function dueSubscriptions(db: Database, most: number, now: number): Promise<Due[]> {
  const { organization_id, subscription_id, refreshed_at, period_end, ended_at, read_after } = subscriptions;
  const all = platform(db);
  const waits = sql`(${read_after} is null or ${read_after} <= ${now})`;
  const columns = { organization_id, subscription_id, refreshed_at };
  const [unread, over] = await all.batch([
    all
      .select(columns)
      .from(subscriptions)
      .where(and(isNull(ended_at), lte(refreshed_at, now - unread_ms), waits))
      .orderBy(refreshed_at)
      .limit(most),
    all
      .select(columns)
      .from(subscriptions)
      .where(and(isNull(ended_at), lte(period_end, now), sql`${refreshed_at} < ${period_end}`, waits))
      .orderBy(period_end)
      .limit(most),
  ]);
  const found = new Map([...unread, ...over].map((one) => [one.subscription_id, one]));
  return [...found.values()].sort((a, b) => a.refreshed_at - b.refreshed_at).slice(0, most);
}

/** A subscription that can't be read waits longer each time, and keeps none of the others from being read. */
export const noteUnreadable = (db: Database, subscription_id: string, now: number) =>
  platform(db)
    .update(subscriptions)
    .set({
      failures: sql`${subscriptions.failures} + 1`,
      read_after: sql`${now} + min(${longestWait_ms}, ${firstWait_ms} << min(${subscriptions.failures}, 8))`,
    })
    .where(eq(subscriptions.subscription_id, subscription_id));

/** Notes that cron found another state than ours: an event was lost, or late. A period that went on is no correction. */
export async function noteCorrection(db: Database, { row, before }: Refreshed): Promise<void> {
  if (before?.status === row.status && before.tier === row.tier) return;
  const { organization_id, subscription_id, status, tier } = row;
  const was = before ? { tier_before: before.tier, status_before: before.status } : {};
  log("info", "subscription_corrected", { organization_id, subscription_id, status, tier, ...was });
  const changes = { tier, status, ...was };
  const event = { action: "subscription.corrected", organization_id, target: subscription_id, changes };
  await platform(db).insert(auditEvents).values(auditLine(noTrace, event));
}
