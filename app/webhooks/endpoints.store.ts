/** The endpoints of webhooks: made, changed, given a new secret, switched on and off, removed. */
import { and, asc, desc, eq, notLike, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from "#drizzle/organization/schema.ts";
import { wake } from "./wake.store.ts";
import { type Endpoint, overlap_ms } from "./webhooks.schema.ts";

type Row = typeof webhookEndpoints.$inferSelect;

/** What pages see of an endpoint: never its secret. */
const shown = ({
  sealed: _,
  previous_sealed: __,
  quiet_until: ___,
  enabled_at: ____,
  ...rest
}: Row): Endpoint => rest;

export const rowOf = (db: OrganizationDatabase, id: string): Row | null =>
  db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).get() ?? null;

/** The endpoints, the oldest first. */
export const list = (db: OrganizationDatabase): Endpoint[] =>
  db.select().from(webhookEndpoints).orderBy(asc(webhookEndpoints.id)).all().map(shown);

export function find(db: OrganizationDatabase, id: string): Endpoint | null {
  const row = rowOf(db, id);
  return row ? shown(row) : null;
}

export type NewEndpoint = Pick<Row, "id" | "name" | "url" | "events" | "sealed" | "created_by">;

/** Makes an endpoint; one that is there already gets the new secret. @returns false: there are as many as the plan allows */
export function add(db: OrganizationDatabase, endpoint: NewEndpoint, most: number, now: number): boolean {
  const { id, sealed } = endpoint;
  if (rowOf(db, id)) {
    db.update(webhookEndpoints).set({ sealed }).where(eq(webhookEndpoints.id, id)).run();
    return true;
  }
  const there = db.get<{ n: number }>(sql`select count(*) as n from webhook_endpoints`)?.n ?? 0;
  if (there >= most) return false;
  db.insert(webhookEndpoints)
    .values({ ...endpoint, enabled_at: now, created_at: now, updated_at: now })
    .run();
  return true;
}

/** Changes what an endpoint is told, and where. Another address begins without the failures of the one before. */
export function change(
  db: OrganizationDatabase,
  { id, name, url, events }: Pick<Row, "id" | "name" | "url" | "events">,
  now: number,
): boolean {
  const row = rowOf(db, id);
  if (!row) return false;
  const fresh = row.url === url ? {} : { failures: 0, failing_since: null, quiet_until: 0 };
  db.update(webhookEndpoints)
    .set({ name, url, events, updated_at: now, ...fresh })
    .where(eq(webhookEndpoints.id, id))
    .run();
  wake(db, now);
  return true;
}

/** Switches an endpoint on or off. What waits stays, and is sent when it is on again; on again, it begins without failures, and is told of nothing that happened before. */
export function enable(db: OrganizationDatabase, id: string, is_enabled: boolean, now: number): boolean {
  const isAnew = is_enabled && rowOf(db, id)?.is_enabled === false;
  const changed = db
    .update(webhookEndpoints)
    .set({
      is_enabled,
      updated_at: now,
      ...(isAnew && { enabled_at: now }),
      ...(is_enabled && { disabled_at: null, failures: 0, failing_since: null, quiet_until: 0 }),
    })
    .where(eq(webhookEndpoints.id, id))
    .returning({ id: webhookEndpoints.id })
    .all();
  wake(db, now);
  return changed.length > 0;
}

/** Gives an endpoint a new secret; the one before signs too for a day. Done again for the same moment, it replaces only what it made. */
export function rotate(db: OrganizationDatabase, id: string, sealed: string, now: number): boolean {
  const row = rowOf(db, id);
  if (!row) return false;
  const previous_until = now + overlap_ms;
  const isAgain = row.previous_until === previous_until;
  db.update(webhookEndpoints)
    .set({ sealed, ...(!isAgain && { previous_sealed: row.sealed, previous_until, updated_at: now }) })
    .where(eq(webhookEndpoints.id, id))
    .run();
  return true;
}

/** The endpoints whose secret another secret than the one of this id sealed. */
export const sealedBefore = (db: OrganizationDatabase, keyId: string): { id: string; sealed: string }[] =>
  db
    .select({ id: webhookEndpoints.id, sealed: webhookEndpoints.sealed })
    .from(webhookEndpoints)
    .where(notLike(webhookEndpoints.sealed, `%.${keyId}`))
    .all();

/** Keeps a secret that was sealed anew, unless it was replaced meanwhile. */
export function reseal(db: OrganizationDatabase, id: string, before: string, sealed: string): void {
  db.update(webhookEndpoints)
    .set({ sealed })
    .where(and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.sealed, before)))
    .run();
}

/** Removes an endpoint with everything that was sent to it. */
export function remove(db: OrganizationDatabase, id: string): boolean {
  db.run(
    sql`delete from ${webhookAttempts} where delivery_id in (select id from webhook_deliveries where endpoint_id = ${id})`,
  );
  db.delete(webhookDeliveries).where(eq(webhookDeliveries.endpoint_id, id)).run();
  const gone = db
    .delete(webhookEndpoints)
    .where(eq(webhookEndpoints.id, id))
    .returning({ id: webhookEndpoints.id })
    .all();
  return gone.length > 0;
}

/** The endpoints that were disabled because they failed, for the dashboard. */
export const disabled = (db: OrganizationDatabase): { id: string; name: string }[] =>
  db
    .select({ id: webhookEndpoints.id, name: webhookEndpoints.name })
    .from(webhookEndpoints)
    .where(sql`${webhookEndpoints.disabled_at} is not null`)
    .orderBy(desc(webhookEndpoints.disabled_at))
    .all();
