/** The usage of organizations, summed in D1 as their calls finish. */
import { inArray, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { Database, platform, tenant } from "#app/platform/d1.server.ts";
import { day_ms, minute_ms } from "#app/platform/durations.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { appliedEvents, usageRollups } from "#drizzle/control/schema.ts";

const quarter_ms = 15 * minute_ms;

/** What usage takes from a finished call. */
export const callUsage = z.object({
  started_at: z.int(),
  answered: z.boolean(),
  booked: z.boolean(),
  seconds: z.int().min(0),
  cost_micros: z.int().min(0),
});
export type CallUsage = z.infer<typeof callUsage>;

/** Adds a call to its quarter of an hour. The same mark again adds nothing: both statements are one transaction. */
export async function addCallUsage(
  db: Database,
  { mark, organization_id }: { mark: string; organization_id: string },
  usage: CallUsage,
  now: number,
): Promise<void> {
  const quarter = Math.floor(usage.started_at / quarter_ms) * quarter_ms;
  const own = tenant(db, organization_id);
  await own.batch([
    own
      .insert(usageRollups)
      .select(
        sql`select ${organization_id}, ${quarter}, 1, ${Number(usage.answered)}, ${Number(usage.booked)}, ${usage.seconds}, ${usage.cost_micros}
          where not exists (select 1 from ${appliedEvents} where ${appliedEvents.id} = ${mark})`,
      )
      .onConflictDoUpdate({
        target: [usageRollups.organization_id, usageRollups.quarter_start],
        set: {
          calls: sql`${usageRollups.calls} + excluded.calls`,
          answered: sql`${usageRollups.answered} + excluded.answered`,
          bookings: sql`${usageRollups.bookings} + excluded.bookings`,
          seconds: sql`${usageRollups.seconds} + excluded.seconds`,
          cost_micros: sql`${usageRollups.cost_micros} + excluded.cost_micros`,
        },
      }),
    own.insert(appliedEvents).values({ id: mark, organization_id, applied_at: now }).onConflictDoNothing(),
  ]);
}

/** How long a mark stays. The queue `outbox` tells no subscriber of a fact that is older, so that no fact outlives its mark. */
export const appliedKept_ms = 90 * day_ms;
const oneStep = 5000;

/** Deletes ids of events that were applied long ago, at most 5,000 at a time (R35). `now` in ms UTC. */
export async function forgetApplied(env: Env, now: number): Promise<void> {
  const db = platform(new Database(env.DB, new Timing()));
  const old = db
    .select({ id: appliedEvents.id })
    .from(appliedEvents)
    .where(lt(appliedEvents.applied_at, now - appliedKept_ms))
    .limit(oneStep);
  await db.delete(appliedEvents).where(inArray(appliedEvents.id, old));
}
