/** What cron does for custom domains: it looks at those that are due. */
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { checkDomain } from "./check-domain.server.ts";
import { dueDomains, writeDomain } from "./domain-rows.server.ts";

/** Each look takes up to ten requests, and an invocation has a thousand. */
const oneRun = 50;

/**
 * Looks at the domains that are due, those that waited longest first. One that fails does not stop the others.
 * @param now ms UTC
 * @returns how many were looked at
 */
export async function checkDueDomains(env: Env, now: number): Promise<number> {
  const db = new Database(env.DB, new Timing());
  const later: Promise<unknown>[] = [];
  const due = await dueDomains(db, oneRun, now);
  for (const row of due) {
    try {
      await checkDomain({ env, db, after: (work) => later.push(work) }, row, now);
    } catch (error) {
      const where = { url: "/cron/domains", route: "cron/domains", organization_id: row.organization_id };
      await recordError(env, { error, ...where, request_id: newId(), severity: "error" });
      // Otherwise it would stand first in every run.
      await writeDomain(db, row, { check_at: now + hour_ms }, {}, now);
    }
  }
  await Promise.all(later);
  return due.length;
}
