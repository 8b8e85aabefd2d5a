/** What must reach the control plane: written with the fact itself, handed over until it is acknowledged (design, section 4). */
import { asc, inArray } from "drizzle-orm";
import type { Json } from "#app/platform/json.ts";
import { outbox } from "#drizzle/organization/schema.ts";
import type { OrganizationDatabase } from "./organization-database.store.ts";
import { clearTimer, setTimer } from "./timers.store.ts";

/** How many events travel at once: a queue's batch. */
const batchSize = 100;

/** Promises an event and sees to it that it is sent at once. `id` makes a repeated promise the same one. */
export function promise(
  db: OrganizationDatabase,
  id: string,
  kind: string,
  payload: Json,
  now: number,
): void {
  db.insert(outbox).values({ id, kind, payload, created_at: now }).onConflictDoNothing().run();
  setTimer(db, "outbox", "drain", now);
}

/** The oldest events that wait, at most a batch. */
export function waiting(
  db: OrganizationDatabase,
): { id: string; kind: string; payload: Json; created_at: number }[] {
  return db
    .select({ id: outbox.id, kind: outbox.kind, payload: outbox.payload, created_at: outbox.created_at })
    .from(outbox)
    .orderBy(asc(outbox.created_at))
    .limit(batchSize)
    .all();
}

/** Forgets events that the queue has taken; the queue delivers at least once, and each is applied once by its id. */
export function handedOver(db: OrganizationDatabase, ids: string[]): void {
  db.delete(outbox).where(inArray(outbox.id, ids)).run();
  if (waiting(db).length === 0) clearTimer(db, "outbox", "drain");
}
