/** What the organization's object itself must know of the organization: whether it is closed. */
import { eq } from "drizzle-orm";
import type { Json } from "#app/platform/json.ts";
import { settings } from "#drizzle/organization/schema.ts";
import type { OrganizationDatabase } from "./organization-database.store.ts";

const closed = "closed";

function keep(db: OrganizationDatabase, name: string, value: Json): void {
  db.insert(settings)
    .values({ name, value })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
    .run();
}

const forget = (db: OrganizationDatabase, name: string): void =>
  void db.delete(settings).where(eq(settings.name, name)).run();

/** Whether the organization was deleted: nothing is booked in it then. */
export const isClosed = (db: OrganizationDatabase): boolean =>
  db.select().from(settings).where(eq(settings.name, closed)).get() !== undefined;

/** Notes that the organization was deleted, or restored. The control plane has the truth; who knows it says it here. */
export function setClosed(db: OrganizationDatabase, isNow: boolean): void {
  if (isClosed(db) === isNow) return;
  if (isNow) keep(db, closed, true);
  else forget(db, closed);
}
