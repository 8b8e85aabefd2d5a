/** Writes into the audit trail that a version was taken back by itself. What a person takes back, the verb records. */
import { and, eq } from "drizzle-orm";
import { auditLine, noTrace } from "#app/accounts/audit.server.ts";
import type { Payloads } from "#app/object/events.schema.ts";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { appliedEvents, auditEvents } from "#drizzle/control/schema.ts";

/** The same mark again writes nothing: both rows are one transaction. `now`: ms UTC */
export async function auditRollBack(
  db: Database,
  {
    mark,
    organization_id,
    payload,
  }: { mark: string; organization_id: string; payload: Payloads["agent.rolled_back"] },
  now: number,
): Promise<void> {
  const { agent_id, version, to_version, reason, calls } = payload;
  if (reason === "person") return;
  const own = tenant(db, organization_id);
  const applied = await own
    .select({ id: appliedEvents.id })
    .from(appliedEvents)
    .where(and(eq(appliedEvents.id, mark), eq(appliedEvents.organization_id, organization_id)))
    .get();
  if (applied) return;
  const event = {
    action: "agent.rolled_back",
    organization_id,
    target: agent_id,
    changes: { version, to_version, reason, calls },
  };
  await own.batch([
    own.insert(appliedEvents).values({ id: mark, organization_id, applied_at: now }),
    own.insert(auditEvents).values(auditLine(noTrace, event)),
  ]);
}
