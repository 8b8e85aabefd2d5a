/** What an organization's object knows about the organization: whether it is deleted, its closed days, how long words are kept. */
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Json } from "#app/platform/json.ts";
import { settings } from "#drizzle/organization/schema.ts";
import type { OrganizationDatabase } from "./organization-database.store.ts";
import { type ClosedDay, closedDay, retentionDays } from "./settings.schema.ts";
import { clearTimer, setTimer } from "./timers.store.ts";

/** The stored name; its value is true once the organization is deleted. */
const deletedName = "closed";
const closedDaysName = "closed_days";
const retentionName = "retention_days";
const closedDayList = z.array(closedDay);
const keptRetention = retentionDays.nullable();

/** The timer that deletes words that are too old, then runs every day. */
export const retentionTimer = "retention";

function keep(db: OrganizationDatabase, name: string, value: Json): void {
  db.insert(settings)
    .values({ name, value })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
    .run();
}

const forget = (db: OrganizationDatabase, name: string): void =>
  void db.delete(settings).where(eq(settings.name, name)).run();

const kept = (db: OrganizationDatabase, name: string): Json | undefined =>
  db.select().from(settings).where(eq(settings.name, name)).get()?.value;

/** Whether the organization is deleted: then its calls book nothing. */
export const isDeleted = (db: OrganizationDatabase): boolean => kept(db, deletedName) !== undefined;

/** Stores that the organization was deleted or restored. D1 has the truth; code that learns it calls this. */
export function setDeleted(db: OrganizationDatabase, isNow: boolean): void {
  if (isDeleted(db) === isNow) return;
  if (isNow) keep(db, deletedName, true);
  else forget(db, deletedName);
}

/** The closed days, for all agents. */
export const closedDays = (db: OrganizationDatabase): ClosedDay[] =>
  closedDayList.parse(kept(db, closedDaysName) ?? []);

/** After how many days words are deleted; null: never. */
export const retention = (db: OrganizationDatabase): number | null =>
  keptRetention.parse(kept(db, retentionName) ?? null);

/** The settings that /settings shows. */
export const callSettings = (db: OrganizationDatabase) => ({
  closed_days: closedDays(db),
  retention_days: retention(db),
});

export const setClosedDays = (db: OrganizationDatabase, days: ClosedDay[]): void =>
  keep(db, closedDaysName, days);

/** `now` in ms UTC: words that are already too old are deleted from then on. */
export function setRetention(db: OrganizationDatabase, days: number | null, now: number): void {
  if (days === null) {
    forget(db, retentionName);
    clearTimer(db, retentionTimer, "");
  } else {
    keep(db, retentionName, days);
    setTimer(db, retentionTimer, "", now);
  }
}
