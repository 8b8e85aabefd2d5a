/** What each client's calls use in a month, added in D1 as they finish: margins and lists read it instead of the calls. */
import { eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { billableSeconds } from "#app/billing/usage/usage-price.ts";
import type { factShapes } from "#app/object/events.schema.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { appliedEvents, clientMonths, organizations } from "#drizzle/control/schema.ts";
import { monthName } from "./client-months.ts";

type FinishedCall = Pick<
  z.output<(typeof factShapes)["call.finished"]>,
  "type" | "answered" | "started_at" | "ended_at" | "seconds" | "billable_seconds"
>;

/**
 * Adds a phone call of an agency's client, or of an agency itself, to its month. The same mark again adds nothing: both
 * statements are one transaction. Its month and agency are those of the terms that it ended in; without such terms the
 * client's zone and present agency decide.
 */
export async function addClientCall(
  db: Database,
  { mark, organization_id }: { mark: string; organization_id: string },
  call: FinishedCall,
  now: number,
): Promise<void> {
  if (call.type !== "phone") return;
  const all = platform(db);
  const whose = await all
    .select({ zone: organizations.time_zone })
    .from(organizations)
    .where(eq(organizations.id, organization_id))
    .get();
  if (!whose) return;
  const { ended_at } = call;
  const seconds =
    call.billable_seconds ??
    billableSeconds({
      type: call.type,
      answered_at: call.answered ? call.started_at : null,
      talk_seconds: call.seconds,
    });
  await all.batch([
    all
      .insert(clientMonths)
      .select(sql`
      select id, coalesce(covering_month, ${monthName(ended_at, whose.zone)}), agency_id, coalesce(covering_start, 0), 1, ${seconds}
      from (
        select o.id, t.month as covering_month, t.starts_at as covering_start, coalesce(t.agency_id, o.parent_organization_id,
          (select c.parent_organization_id from organizations c where c.parent_organization_id = o.id limit 1)) as agency_id
        from organizations o
        left join client_terms t on t.client_id = o.id and t.starts_at <= ${ended_at} and t.ends_at > ${ended_at}
        where o.id = ${organization_id} limit 1)
      where agency_id is not null and not exists (select 1 from applied_events where id = ${mark})`)
      .onConflictDoUpdate({
        target: [clientMonths.client_id, clientMonths.month, clientMonths.agency_id, clientMonths.starts_at],
        set: {
          calls: sql`${clientMonths.calls} + 1`,
          seconds: sql`${clientMonths.seconds} + excluded.seconds`,
        },
      }),
    all.insert(appliedEvents).values({ id: mark, organization_id, applied_at: now }).onConflictDoNothing(),
  ]);
}
