/** How much of its plan an organization uses: what it holds now, and its calls. */
import { and, count, gte, isNull, lte, sql, sum } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { agents, callDays, numbers } from "#drizzle/organization/schema.ts";

export type PlanUse = {
  agents: number;
  /** Bought or being bought. */
  numbers: number;
  /** From the first day to the last, local dates included. */
  calls: number;
  seconds: number;
  /** Since the organization was founded: a trial is counted by it. */
  talked_seconds: number;
};

/** `first` and `last` are local dates (YYYY-MM-DD). */
export function use(db: OrganizationDatabase, first: string, last: string): PlanUse {
  const held = db.select({ held: count() }).from(agents).where(isNull(agents.archived_at)).get();
  const kept = db
    .select({ kept: count() })
    .from(numbers)
    .where(sql`${numbers.status} in ('buying', 'active')`)
    .get();
  const month = db
    .select({ calls: sum(callDays.calls), seconds: sum(callDays.seconds) })
    .from(callDays)
    .where(and(gte(callDays.day, first), lte(callDays.day, last)))
    .get();
  const ever = db
    .select({ seconds: sum(callDays.seconds) })
    .from(callDays)
    .get();
  return {
    agents: held?.held ?? 0,
    numbers: kept?.kept ?? 0,
    calls: Number(month?.calls ?? 0),
    seconds: Number(month?.seconds ?? 0),
    talked_seconds: Number(ever?.seconds ?? 0),
  };
}
