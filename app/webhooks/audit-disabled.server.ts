/** Writes into the audit trail that an endpoint was disabled because it failed. What a person switches off, the verb records. */
import { and, eq } from "drizzle-orm";
import { auditLine, noTrace } from "#app/accounts/audit.server.ts";
import type { Payloads } from "#app/object/events.schema.ts";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { appliedEvents, auditEvents } from "#drizzle/control/schema.ts";

type Told = { mark: string; organization_id: string; payload: Payloads["webhook.failing"] };

/** The same mark again writes nothing: both rows are one transaction. `now`: ms UTC */
export async function auditDisabled(
  db: Database,
  { mark, organization_id, payload }: Told,
  now: number,
): Promise<void> {
  const { endpoint_id, name, failures, is_disabled } = payload;
  if (!is_disabled) return;
  const own = tenant(db, organization_id);
  const applied = await own
    .select({ id: appliedEvents.id })
    .from(appliedEvents)
    .where(and(eq(appliedEvents.id, mark), eq(appliedEvents.organization_id, organization_id)))
    .get();
  if (applied) return;
  const event = {
    action: "webhook.gave_up",
    organization_id,
    target: endpoint_id,
    changes: { name, failures },
  };
  await own.batch([
    own.insert(appliedEvents).values({ id: mark, organization_id, applied_at: now }),
    own.insert(auditEvents).values(auditLine(noTrace, event)),
  ]);
}
