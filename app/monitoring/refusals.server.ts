/**
 * Refusals for safety's sake: a log line for each, and hourly counts by kind for operators.
 * The count is kept in memory and written to D1 at most every five seconds by each isolate, as one row for each kind
 * and hour: a flood of refusals increases numbers, never rows.
 */
import { env, waitUntil } from "cloudflare:workers";
import { and, eq, gt, sql } from "drizzle-orm";
import { innermostMessage } from "#app/platform/constraints.ts";
import { Database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { hour_ms, second_ms } from "#app/platform/durations.ts";
import { log } from "#app/platform/log.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { rateCounters } from "#drizzle/control/schema.ts";

/** Each kind with its name on /admin/security. */
const refusalKinds = {
  origin: "Form posts from other sites",
  webhook: "Webhooks without a valid signature",
  relay: "Call connections without a valid signature",
  live: "Live feeds refused",
  browser_call: "Calls from browsers without a valid ticket",
  widget: "Widgets on websites that are not allowed",
  limit: "Attempts over a limit",
  admin: "Visits to admin pages by non-admins",
  plain_http: "API requests without TLS",
} as const;
type RefusalKind = keyof typeof refusalKinds;

const writtenEvery_ms = 5 * second_ms;

/** Stored among the counters of limits, which cron deletes after two days. */
const keyPrefix = "refused:";

/** By kind, and for `limit` by the name of the limit too: "limit.sign-in". */
let waiting = new Map<string, number>();
let writtenAt = 0;
/** When a pending write was scheduled; 0: none. */
let promisedAt = 0;

/**
 * Counts a refusal. Only during a request.
 * @param facts details for operators; no page address, nothing that a visitor typed
 */
export function noteRefusal(kind: RefusalKind, facts: Record<string, string | number | null> = {}): void {
  log("warn", "refused", { kind, ...facts });
  const names =
    kind === "limit"
      ? String(facts.limit ?? "")
          .split(" ")
          .filter(Boolean)
      : [];
  countUp([kind, ...names.map((one) => `${kind}.${one}`)]);
}

const webhooksOf = (organization_id: string): string => `webhook_of.${organization_id}`;

/**
 * Counts a webhook that was refused or answered with an error, for the organization whose it is. Only during a request.
 * Who posts it must have known the organization's account, or be its carrier: anyone can name a number.
 */
export const noteFailedWebhook = (organization_id: string): void => countUp([webhooksOf(organization_id)]);

/** How many of an organization's webhooks failed in about the last day, in whole hours; 0 when the counts cannot be read. `now`: ms UTC */
export async function failedWebhooks(db: Database, organization_id: string, now: number): Promise<number> {
  try {
    const row = await platform(db)
      .select({ count: sql<number>`coalesce(sum(${rateCounters.count}), 0)`.as("times") })
      .from(rateCounters)
      .where(
        and(
          eq(rateCounters.key, `${keyPrefix}${webhooksOf(organization_id)}`),
          gt(rateCounters.window_start, now - 24 * hour_ms),
        ),
      )
      .get();
    return row?.count ?? 0;
  } catch (error) {
    // The page is worth more than one of its alerts.
    log("error", "webhook_counts_unread", { organization_id, message: innermostMessage(error) });
    return 0;
  }
}

function countUp(names: readonly string[]): void {
  for (const name of names) waiting.set(name, (waiting.get(name) ?? 0) + 1);
  const now = Date.now();
  // A scheduled write can be lost with the request that carried it; a clock that is set back must not put the next one off.
  if (Math.abs(now - promisedAt) < 2 * writtenEvery_ms) return;
  promisedAt = now;
  waitUntil(writeSoon(Math.min(writtenEvery_ms, Math.max(0, writtenAt + writtenEvery_ms - now))));
}

async function writeSoon(pause: number): Promise<void> {
  if (pause > 0) await scheduler.wait(pause);
  const counted = waiting;
  waiting = new Map();
  promisedAt = 0;
  writtenAt = Date.now();
  const window_start = writtenAt - (writtenAt % hour_ms);
  const rows = [...counted].map(([kind, count]) => ({ key: `${keyPrefix}${kind}`, window_start, count }));
  if (rows.length === 0) return;
  try {
    await platform(new Database(env.DB, new Timing()))
      .insert(rateCounters)
      .values(rows)
      .onConflictDoUpdate({
        target: [rateCounters.key, rateCounters.window_start],
        set: { count: sql`${rateCounters.count} + excluded.count` },
      })
      .run();
  } catch (error) {
    log("error", "refusals_not_counted", { message: innermostMessage(error) });
  }
}

/** The counts of about the last day, in whole hours, by what follows the prefix. `now`: ms UTC */
async function countsOf(db: PlatformDb, now: number): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ key: rateCounters.key, count: sql<number>`sum(${rateCounters.count})`.as("times") })
    .from(rateCounters)
    .where(
      and(
        sql`${rateCounters.key} >= ${keyPrefix} and ${rateCounters.key} < ${`${keyPrefix}~`}`,
        gt(rateCounters.window_start, now - 24 * hour_ms),
      ),
    )
    .groupBy(rateCounters.key);
  return new Map(rows.map(({ key, count }) => [key.slice(keyPrefix.length), count]));
}

export type Refusals = {
  kinds: { kind: string; words: string; count: number }[];
  /** The limits that were hit, by their names in counters, the most frequent first. */
  limits: { limit: string; count: number }[];
};

/** How often each kind was refused in about the last day. `now`: ms UTC */
export async function refusalsOf(db: PlatformDb, now: number): Promise<Refusals> {
  const counts = await countsOf(db, now);
  return {
    kinds: Object.entries(refusalKinds).map(([kind, words]) => ({
      kind,
      words,
      count: counts.get(kind) ?? 0,
    })),
    limits: [...counts]
      .filter(([name]) => name.startsWith("limit."))
      .map(([name, count]) => ({ limit: name.slice("limit.".length), count }))
      .sort((a, b) => b.count - a.count),
  };
}
