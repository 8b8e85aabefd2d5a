/** The log of deliveries: listed, opened, and forgotten after thirty days. */
import { and, asc, desc, eq, lt, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { clearTimer, setTimer } from "#app/object/timers.store.ts";
import { day_ms } from "#app/platform/durations.ts";
import { webhookAttempts, webhookDeliveries } from "#drizzle/organization/schema.ts";
import { type Attempt, type Delivery, type DeliveryStatus, kept_ms } from "./webhooks.schema.ts";

const shown = {
  id: webhookDeliveries.id,
  type: webhookDeliveries.type,
  is_test: webhookDeliveries.is_test,
  status: webhookDeliveries.status,
  attempts: webhookDeliveries.attempts,
  next_at: webhookDeliveries.next_at,
  last_status: webhookDeliveries.last_status,
  why: webhookDeliveries.why,
  created_at: webhookDeliveries.created_at,
  done_at: webhookDeliveries.done_at,
};

/** Rows on one page. */
const atOnce = 20;

export type LogQuery = {
  endpoint_id: string;
  status: DeliveryStatus | null;
  type: string | null;
  before: number | null;
};

/** The deliveries of an endpoint, newest first. */
export function deliveries(
  db: OrganizationDatabase,
  { endpoint_id, status, type, before }: LogQuery,
  most = atOnce,
): { rows: Delivery[]; older: number | null } {
  const found = db
    .select({ ...shown, seq: webhookDeliveries.seq })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.endpoint_id, endpoint_id),
        status === null ? undefined : eq(webhookDeliveries.status, status),
        type === null ? undefined : eq(webhookDeliveries.type, type),
        before === null ? undefined : lt(webhookDeliveries.seq, before),
      ),
    )
    .orderBy(desc(webhookDeliveries.seq))
    .limit(most + 1)
    .all();
  const rows = found.slice(0, most);
  return {
    rows: rows.map(({ seq: _, ...row }) => row),
    older: found.length > most ? (rows.at(-1)?.seq ?? null) : null,
  };
}

/** One delivery with what was sent and every attempt; null: it is not there. */
export function delivery(
  db: OrganizationDatabase,
  endpoint_id: string,
  id: string,
): (Delivery & { body: string; log: Attempt[] }) | null {
  const row = db
    .select({ ...shown, body: webhookDeliveries.body })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.endpoint_id, endpoint_id)))
    .get();
  if (!row) return null;
  const log = db
    .select({
      n: webhookAttempts.n,
      at: webhookAttempts.at,
      ms: webhookAttempts.ms,
      status: webhookAttempts.status,
      why: webhookAttempts.why,
      bytes: webhookAttempts.bytes,
      type: webhookAttempts.type,
    })
    .from(webhookAttempts)
    .where(eq(webhookAttempts.delivery_id, id))
    .orderBy(asc(webhookAttempts.n))
    .all();
  return { ...row, log };
}

/** Of each endpoint: how many of its deliveries of the last day arrived, wait and failed. */
export function counts(
  db: OrganizationDatabase,
  now: number,
): { endpoint_id: string; status: DeliveryStatus; n: number }[] {
  return db
    .select({
      endpoint_id: webhookDeliveries.endpoint_id,
      status: webhookDeliveries.status,
      n: sql<number>`count(*)`,
    })
    .from(webhookDeliveries)
    .where(sql`${webhookDeliveries.created_at} >= ${now - day_ms}`)
    .groupBy(webhookDeliveries.endpoint_id, webhookDeliveries.status)
    .all();
}

export const oldDeliveriesTimer = "webhooks_old";
/** Deliveries that one ring of the timer deletes. */
const forgottenAtOnce = 1000;

/** Deletes deliveries that are older than they are kept, whatever became of them, and looks again when the next one is. */
export function forgetOld(db: OrganizationDatabase, now: number): void {
  const old = sql`select id from webhook_deliveries where created_at < ${now - kept_ms} order by created_at limit ${forgottenAtOnce}`;
  db.run(sql`delete from webhook_attempts where delivery_id in (${old})`);
  db.run(sql`delete from webhook_deliveries where id in (${old})`);
  const first = db.get<{ at: number | null }>(sql`select min(created_at) as at from webhook_deliveries`);
  if (first?.at === null || first === undefined) clearTimer(db, oldDeliveriesTimer, "");
  else setTimer(db, oldDeliveriesTimer, "", Math.max(first.at + kept_ms, now) + 1);
}

/** Has old deliveries looked for, once there is one. */
export const watchAge = (db: OrganizationDatabase, now: number): void => {
  const set = db.get(sql`select 1 from timers where kind = ${oldDeliveriesTimer}`);
  if (set === undefined) setTimer(db, oldDeliveriesTimer, "", now + kept_ms);
};
