/** What admission asks of usage: whether the organization has spent what it allows itself, and what is left of its plan's trial. */
import { eq, sql } from "drizzle-orm";
import type { PlanTrial } from "#app/membership/plan-limits.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { liveCalls, settings } from "#drizzle/organization/schema.ts";
import type { CapAction } from "./cap-terms.schema.ts";
import { type CopiedCap, copiedCap } from "./spending-cap.schema.ts";
import { termsAt, usedIn } from "./usage-period.store.ts";
import { periodPrice } from "./usage-price.ts";
import { webSeconds } from "./web-talk.store.ts";

/** The stored name of the copy. */
const name = "spending_cap";

/** The cap as D1 had it last; null: there was never one. */
function copied(db: OrganizationDatabase): CopiedCap | null {
  const row = db.select().from(settings).where(eq(settings.name, name)).get();
  return row ? copiedCap.parse(row.value) : null;
}

/** Copies the cap of the organization's row in D1. A copy that is older than what is known changes nothing. */
export function setCap(db: OrganizationDatabase, cap: CopiedCap): void {
  const known = copied(db);
  if (known && known.updated_at > cap.updated_at) return;
  db.insert(settings)
    .values({ name, value: cap })
    .onConflictDoUpdate({ target: settings.name, set: { value: cap } })
    .run();
}

/** How long the running calls have lasted so far, together. */
const runningSeconds = (db: OrganizationDatabase, now: number): number =>
  db
    .select({
      seconds: sql<number>`coalesce(sum(max(0, (${now} - ${liveCalls.started_at}) / 1000)), 0)`,
    })
    .from(liveCalls)
    .get()?.seconds ?? 0;

/** Whether a cap that is reached stops calls of a direction. */
export const isStoppedBy = (
  action: CapAction | null | undefined,
  direction: "inbound" | "outbound",
): boolean => action === "stop_all" || (action === "stop_outbound" && direction === "outbound");

/**
 * Whether a new call is refused because the period's minutes beyond the plan cost as much as the organization allows
 * itself, the running calls included. Those go on.
 */
export function isCapReached(
  db: OrganizationDatabase,
  direction: "inbound" | "outbound",
  now: number,
): boolean {
  const cap = copied(db)?.cap ?? null;
  return cap !== null && isStoppedBy(cap.action, direction) && (capSpent(db, now) ?? 0) >= 1;
}

/** Which part of the cap is spent by the organization's own calls, the running ones included: 1 is all of it. Null: there is no cap, or it says nothing of this period. */
export function capSpent(db: OrganizationDatabase, now: number): number | null {
  const cap = copied(db)?.cap ?? null;
  const terms = cap && termsAt(db, now);
  if (!cap || !terms || terms.currency !== cap.currency) return null;
  const { period_start } = terms;
  const ended = usedIn(db, period_start).seconds + webSeconds(db, period_start);
  const seconds = ended + runningSeconds(db, now);
  return periodPrice(terms, seconds).amount_micros / cap.amount_micros;
}

/** The trial that the organization's plan is in; null: it is in none. */
export function planTrial(db: OrganizationDatabase, now: number): PlanTrial | null {
  const terms = termsAt(db, now);
  if (!terms?.is_trial) return null;
  return {
    included_seconds: terms.included_seconds,
    used_seconds: usedIn(db, terms.period_start).seconds + webSeconds(db, terms.period_start),
  };
}
