/** Erases a person from the log of webhooks: what was sent about them, and what waits to be sent. */
import { gt, sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { webhookDeliveries } from "#drizzle/organization/schema.ts";

/** Bodies that are read together. */
const atOnce = 200;

function forget(db: OrganizationDatabase, ids: readonly string[]): void {
  if (ids.length === 0) return;
  const all = sql`(select value from json_each(${JSON.stringify(ids)}))`;
  db.run(sql`delete from webhook_attempts where delivery_id in ${all}`);
  db.run(sql`delete from webhook_deliveries where id in ${all}`);
}

/** Deletes what was told of a call. */
export function eraseCallDeliveries(db: OrganizationDatabase, call_id: string): void {
  const facts = ["call.started", "call.finished", "call.analyzed"].map((kind) => `${kind}:${call_id}`);
  const theirs = db.all<{ id: string }>(
    sql`select id from webhook_deliveries where endpoint_id in (select id from webhook_endpoints)
      and event_id in (select value from json_each(${JSON.stringify(facts)}))`,
  );
  forget(
    db,
    theirs.map(({ id }) => id),
  );
}

/**
 * Deletes every delivery that names a person.
 * @param ids of their contacts
 * @param without a text without what identifies the person
 */
export function eraseDeliveries(
  db: OrganizationDatabase,
  ids: readonly string[],
  without: (text: string) => string,
): void {
  for (let after = 0; ; ) {
    const rows = db
      .select({ seq: webhookDeliveries.seq, id: webhookDeliveries.id, body: webhookDeliveries.body })
      .from(webhookDeliveries)
      .where(gt(webhookDeliveries.seq, after))
      .orderBy(webhookDeliveries.seq)
      .limit(atOnce)
      .all();
    const theirs = rows.filter(({ body }) => ids.some((id) => body.includes(id)) || without(body) !== body);
    forget(
      db,
      theirs.map(({ id }) => id),
    );
    const last = rows.at(-1);
    if (!last || rows.length < atOnce) return;
    after = last.seq;
  }
}
