/** Watches over the dialers: which organizations have campaigns that run, and whether each still wakes. */
import { asc, eq, lte } from "drizzle-orm";
import { calledById } from "#app/calls/answering.server.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { Database, platform, tenant } from "#app/platform/d1.server.ts";
import { minute_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { dialers } from "#drizzle/control/schema.ts";
import { standingOf } from "./dial-standing.ts";

/** Organizations that one run of cron looks at, and how long after a look the next is due. */
const oneRun = 50;
const again_ms = 5 * minute_ms;

/** Handles the task `dialer_noted`: from now on cron looks after the organization. */
export async function noteDialer(env: Env, organization_id: string, now: number): Promise<void> {
  await tenant(new Database(env.DB, new Timing()), organization_id)
    .insert(dialers)
    .values({ organization_id, check_at: now + again_ms })
    .onConflictDoNothing();
}

/** Wakes each dialer whose alarm was lost, and tells it what the plan says now; one that has nothing more to do is left alone from then on. For cron. */
export async function watchDialers(env: Env, now: number): Promise<void> {
  const db = new Database(env.DB, new Timing());
  const due = await platform(db)
    .select({ id: dialers.organization_id })
    .from(dialers)
    .where(lte(dialers.check_at, now))
    .orderBy(asc(dialers.check_at))
    .limit(oneRun);
  for (const { id } of due) {
    const own = tenant(db, id);
    try {
      const called = await calledById(db, id);
      const { campaigns } = storeOf(organizationObject({ id, region: null }, env));
      const runs = await campaigns.rouse(now, called && standingOf(called));
      if (!runs) {
        await own.delete(dialers).where(eq(dialers.organization_id, id));
        continue;
      }
    } catch (error) {
      const where = { url: "/cron/dialers", route: "cron/dialers", organization_id: id };
      await recordError(env, { error, ...where, request_id: newId(), severity: "error" });
    }
    await own
      .update(dialers)
      .set({ check_at: now + again_ms })
      .where(eq(dialers.organization_id, id));
  }
}
