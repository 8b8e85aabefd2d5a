/** What an organization's object knows about the organization: whether it is deleted, and copies of its closed days and of how long words are kept. */
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type CallingHours, callingHours as callingHoursShape } from "#app/hours/calling-hours.schema.ts";
import type { Json } from "#app/platform/json.ts";
import { settings } from "#drizzle/organization/schema.ts";
import {
  type Redaction,
  type RetainedClass,
  type Retention,
  redactionShape,
  retainedClasses,
  retentionShape,
} from "./data-classes.schema.ts";
import type { OrganizationDatabase } from "./organization-database.store.ts";
import {
  type ClosedDay,
  type CopiedSettings,
  closedDay,
  keptForever,
  retentionDays,
} from "./settings.schema.ts";
import { clearTimer, setTimer } from "./timers.store.ts";

/** The stored name; its value is true once the organization is deleted. */
const deletedName = "closed";
const closedDaysName = "closed_days";
const retentionName = "retention_days";
const classesName = "retention";
const redactionName = "redaction";
const callingHoursName = "calling_hours";
/** When the row in D1 was written that the copies were made of. */
const copiedName = "settings_at";
const closedDayList = z.array(closedDay);
const keptRetention = retentionDays.nullable();
const copiedAt = z.int();

/** The timer that deletes words that are too old, then runs every day. */
export const retentionTimer = "retention";

/** Keeps a record of another room under a name of its own. */
export const keepSetting = (db: OrganizationDatabase, name: string, value: Json): void =>
  keep(db, name, value);

/** What another room keeps under a name; undefined: nothing yet. */
export const setting = (db: OrganizationDatabase, name: string): Json | undefined => kept(db, name);

/**
 * A function that reads a record of another room by its shape. A record of the same text is read once: a dialer asks for
 * some of them many times a second. The value is not to be changed.
 */
export function settingReader<Value>(
  name: string,
  read: (stored: Json | undefined) => Value,
): (db: OrganizationDatabase) => Value {
  let last: { text: string | undefined; value: Value } | null = null;
  return (db) => {
    const text = keptText(db, name);
    if (last?.text !== text || last === null)
      last = { text, value: read(text === undefined ? undefined : JSON.parse(text)) };
    return last.value;
  };
}

function keep(db: OrganizationDatabase, name: string, value: Json): void {
  db.insert(settings)
    .values({ name, value })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
    .run();
}

const forget = (db: OrganizationDatabase, name: string): void =>
  void db.delete(settings).where(eq(settings.name, name)).run();

const keptText = (db: OrganizationDatabase, name: string): string | undefined =>
  db.get<{ value: string } | undefined>(sql`select value from settings where name = ${name}`)?.value;

function kept(db: OrganizationDatabase, name: string): Json | undefined {
  const text = keptText(db, name);
  return text === undefined ? undefined : JSON.parse(text);
}

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

/** The organization's week, with its lunch breaks; null: not set. */
export const callingHours = (db: OrganizationDatabase): CallingHours | null =>
  callingHoursShape.nullable().parse(kept(db, callingHoursName) ?? null);

/** Copies the week of the row in D1; null: none is set. */
export function applyHours(db: OrganizationDatabase, hours: CallingHours | null): void {
  if (hours === null) forget(db, callingHoursName);
  else keep(db, callingHoursName, callingHoursShape.parse(hours));
}

/** After how many days words are deleted; null: never. */
export const retention = (db: OrganizationDatabase): number | null =>
  keptRetention.parse(kept(db, retentionName) ?? null);

/** After how many days each other class of data is deleted; a class that is absent is kept. */
export const retentionOfClasses = (db: OrganizationDatabase): Retention =>
  retentionShape.parse(kept(db, classesName) ?? {});

/** What is removed from calls' words when they are stored; null: nothing. */
export function redaction(db: OrganizationDatabase): Redaction | null {
  const stored = redactionShape.parse(kept(db, redactionName) ?? {});
  return Object.values(stored).some(Boolean) ? stored : null;
}

/** The settings that /settings shows. */
export const callSettings = (db: OrganizationDatabase) => ({
  closed_days: closedDays(db),
  retention_days: retention(db),
  retention: retentionOfClasses(db),
  redaction: redaction(db) ?? {},
});

/**
 * Copies the settings of the organization's row in D1. A copy of the same row, or of an older one, changes nothing. Words
 * that are already too old are deleted from then on.
 * @param at when the row was written, ms UTC; @param now ms UTC
 */
export function apply(db: OrganizationDatabase, copied: CopiedSettings, at: number, now: number): void {
  if (at <= copiedAt.parse(kept(db, copiedName) ?? 0)) return;
  keep(db, copiedName, at);
  if (copied.closed_days !== null) keep(db, closedDaysName, closedDayList.parse(copied.closed_days));
  if (copied.retention_days !== null) setRetention(db, copied.retention_days, now);
  if (copied.retention) setClasses(db, retentionShape.parse(copied.retention), now);
  if (copied.calling_hours !== undefined) applyHours(db, copied.calling_hours);
  if (copied.redaction) keep(db, redactionName, redactionShape.parse(copied.redaction));
}

function setRetention(db: OrganizationDatabase, days: number, now: number): void {
  if (days === keptForever) {
    forget(db, retentionName);
    clearTimer(db, retentionTimer, "");
  } else if (days !== retention(db)) {
    keep(db, retentionName, retentionDays.parse(days));
    setTimer(db, retentionTimer, "", now);
  }
}

/** A class's timer has the class as its key; that of transcripts has none. */
function setClasses(db: OrganizationDatabase, next: Retention, now: number): void {
  const before = retentionOfClasses(db);
  keep(db, classesName, next);
  for (const one of retainedClasses) {
    if (next[one] === undefined) clearTimer(db, retentionTimer, one);
    else if (next[one] !== before[one]) setTimer(db, retentionTimer, one, now);
  }
}

/** The class that a timer of retention is for; null: transcripts. */
export const classOfTimer = (key: string): RetainedClass | null =>
  retainedClasses.find((one) => one === key) ?? null;
