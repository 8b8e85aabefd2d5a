/** What an organization's calls take up: those that go on, and all that were talked. */
import { count, type SQL, sql, sum } from "drizzle-orm";
import { longestCall_s } from "#app/agents/agent-terms.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { callDays, liveCalls } from "#drizzle/organization/schema.ts";

/** The total duration of all finished calls. */
export const talkedSeconds = (db: OrganizationDatabase): number =>
  Number(
    db
      .select({ seconds: sum(callDays.seconds) })
      .from(callDays)
      .get()?.seconds ?? 0,
  );

/** The running calls and the total time they may last: a trial's minutes are reserved when a call is admitted, not when it ends. */
export const goingOn = (db: OrganizationDatabase, of?: SQL): { lines: number; reserved: number } =>
  db
    .select({
      lines: count(),
      reserved: sql<number>`coalesce(sum(coalesce(${liveCalls.longest_seconds}, ${longestCall_s})), 0)`,
    })
    .from(liveCalls)
    .where(of)
    .get() ?? { lines: 0, reserved: 0 };
