/** What the organization's object itself must know of the organization: whether it is closed, its closed days, how long words are kept. */
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Json } from "#app/platform/json.ts";
import { settings } from "#drizzle/organization/schema.ts";
import type { OrganizationDatabase } from "./organization-database.store.ts";
import { type ClosedDay, closedDay, retentionDays } from "./settings.schema.ts";
import { clearTimer, setTimer } from "./timers.store.ts";

const closed = "closed";
const closedDaysName = "closed_days";
const retentionName = "retention_days";

/** The timer at which words that are too old go, and then every day. */
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

/** Whether the organization was deleted: nothing is booked in it then. */
export const isClosed = (db: OrganizationDatabase): boolean => kept(db, closed) !== undefined;

/** Notes that the organization was deleted, or restored. The control plane has the truth; who knows it says it here. */
export function setClosed(db: OrganizationDatabase, isNow: boolean): void {
  if (isClosed(db) === isNow) return;
  if (isNow) keep(db, closed, true);
  else forget(db, closed);
}

/** The days on which nobody works, whichever agent answers. */
export const closedDays = (db: OrganizationDatabase): ClosedDay[] =>
  z.array(closedDay).parse(kept(db, closedDaysName) ?? []);

/** After how many days what was said is forgotten; null: never. */
export const retention = (db: OrganizationDatabase): number | null =>
  retentionDays.nullable().parse(kept(db, retentionName) ?? null);

/** What /settings shows of it. */
export const callSettings = (db: OrganizationDatabase) => ({
  closed_days: closedDays(db),
  retention_days: retention(db),
});

export const setClosedDays = (db: OrganizationDatabase, days: ClosedDay[]): void =>
  keep(db, closedDaysName, days);

/** `now` in ms UTC: what is too old already goes from then on. */
export function setRetention(db: OrganizationDatabase, days: number | null, now: number): void {
  if (days === null) {
    forget(db, retentionName);
    clearTimer(db, retentionTimer, "");
  } else {
    keep(db, retentionName, days);
    setTimer(db, retentionTimer, "", now);
  }
}
