/** The one timer of webhooks: set to when the next delivery may be sent. */
import { and, asc, count, eq, gt, isNull, lte, min, or } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { clearTimer, setTimer } from "#app/object/timers.store.ts";
import { webhookDeliveries, webhookEndpoints } from "#drizzle/organization/schema.ts";

export const webhookTimer = "webhooks";

/** Deliveries to one endpoint at a time; one that fails gets one, so that a slow address delays no other. */
const atOnce = 10;

type Ready = { id: string; failures: number };

/** How many more deliveries workers may take to an endpoint, and when the first of those that they have is free again. */
export function roomAt(
  db: OrganizationDatabase,
  { id, failures }: Ready,
  now: number,
): { room: number; frees_at: number | null } {
  const taken = db
    .select({ n: count(), frees_at: min(webhookDeliveries.leased_until) })
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.endpoint_id, id), gt(webhookDeliveries.leased_until, now)))
    .get();
  return { room: (failures > 0 ? 1 : atOnce) - (taken?.n ?? 0), frees_at: taken?.frees_at ?? null };
}

/** What waits for an endpoint and no worker has, the first to be sent first. */
export const freeAt = (db: OrganizationDatabase, endpoint_id: string, now: number, most: number) =>
  db
    .select({ id: webhookDeliveries.id, next_at: webhookDeliveries.next_at })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.endpoint_id, endpoint_id),
        eq(webhookDeliveries.status, "waiting"),
        or(isNull(webhookDeliveries.leased_until), lte(webhookDeliveries.leased_until, now)),
      ),
    )
    .orderBy(asc(webhookDeliveries.next_at), asc(webhookDeliveries.seq))
    .limit(most)
    .all();

/** Sets the timer anew. An endpoint whose workers have as many as they may take is looked at when the first lease ends: until then their reports go on. */
export function wake(db: OrganizationDatabase, now: number): void {
  const open = db
    .select({
      id: webhookEndpoints.id,
      failures: webhookEndpoints.failures,
      quiet_until: webhookEndpoints.quiet_until,
    })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.is_enabled, true))
    .all();
  const times = open.flatMap((endpoint) => {
    const { room, frees_at } = roomAt(db, endpoint, now);
    const next = room > 0 ? freeAt(db, endpoint.id, now, 1)[0]?.next_at : undefined;
    return [
      ...(frees_at === null ? [] : [frees_at]),
      ...(next === undefined ? [] : [Math.max(next ?? now, endpoint.quiet_until)]),
    ];
  });
  if (times.length === 0) clearTimer(db, webhookTimer, "");
  else setTimer(db, webhookTimer, "", Math.max(Math.min(...times), now));
}
