/** Erasures of persons: begun by a member, listed with their receipts, and continued until they are complete. */
import { and, asc, desc, eq, lte } from "drizzle-orm";
import type { AuditRow } from "#app/accounts/audit-event.ts";
import { seal } from "#app/platform/crypto.server.ts";
import { Database, platform, tenant } from "#app/platform/d1.server.ts";
import { second_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { log } from "#app/platform/log.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { auditEvents, dataErasures } from "#drizzle/control/schema.ts";
import { sealedAbout, stepErasure } from "./erasure-steps.server.ts";
import type { SoughtPerson } from "./person.schema.ts";

type Deps = { readonly db: Database; readonly env: Env };

const listed = 20;
const oneRun = 20;
/** Steps that follow at once, in the request that asks: most erasures are complete with the answer. */
const stepsAtOnce = 3;

async function askForStep(env: Env, row: { id: string; organization_id: string }, now: number, wait_ms = 0) {
  const body = {
    id: `data_erasure:${row.id}:${now}`,
    kind: "data_erasure",
    payload: { erasure_id: row.id },
    organization_id: row.organization_id,
    created_at: now,
    outbox: "control",
  };
  await env.OUTBOX.send(body, { delaySeconds: Math.ceil(wait_ms / second_ms) }).catch((error: unknown) =>
    log("warn", "erasure_step_not_sent", { erasure_id: row.id, message: String(error) }),
  );
}

/**
 * Begins to erase a person, and does the first steps.
 * @param requested_by the member who asks; @param auditOf the row of the audit trail, by the erasure's id: it holds no
 * number and no address
 */
export async function startErasure(
  organization_id: string,
  requested_by: string,
  sought: SoughtPerson,
  { db, env }: Deps,
  auditOf: (id: string) => Promise<AuditRow>,
): Promise<string> {
  const now = Date.now();
  const id = newId(now);
  const sealed = await seal(settings(env).APP_SECRET, sealedAbout(id), JSON.stringify(sought));
  const own = tenant(db, organization_id);
  await own.batch([
    own
      .insert(dataErasures)
      .values({ id, organization_id, requested_by, state: "running", sealed, due_at: now, created_at: now }),
    own.insert(auditEvents).values(await auditOf(id)),
  ]);
  await continueErasure(env, organization_id, id);
  return id;
}

/** Some steps, and the request for the next. */
export async function continueErasure(env: Env, organization_id: string, id: string): Promise<void> {
  let wait: number | null = 0;
  for (let step = 0; wait === 0 && step < stepsAtOnce; step++) wait = await stepErasure(env, id, Date.now());
  if (wait !== null) await askForStep(env, { id, organization_id }, Date.now(), wait);
}

/** The newest erasures of an organization. */
export const erasuresOf = (db: Database, organizationId: string) =>
  tenant(db, organizationId)
    .select({
      id: dataErasures.id,
      state: dataErasures.state,
      receipt_id: dataErasures.receipt_id,
      created_at: dataErasures.created_at,
      finished_at: dataErasures.finished_at,
    })
    .from(dataErasures)
    .where(eq(dataErasures.organization_id, organizationId))
    .orderBy(desc(dataErasures.created_at))
    .limit(listed);

/** Hands erasures whose step is due to the queue. For cron. `now`: ms UTC */
export async function tendErasures(env: Env, now: number): Promise<void> {
  const { id, organization_id, due_at, state } = dataErasures;
  const due = await platform(new Database(env.DB, new Timing()))
    .select({ id, organization_id })
    .from(dataErasures)
    .where(and(lte(due_at, now), eq(state, "running")))
    .orderBy(asc(due_at))
    .limit(oneRun);
  for (const row of due) await askForStep(env, row, now);
}
