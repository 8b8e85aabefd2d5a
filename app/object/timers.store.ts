/** Timers behind the organization's one alarm: rows that say what is due when (docs/architecture.md, "Timers"). */
import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import { hour_ms } from "#app/platform/durations.ts";
import { timers } from "#drizzle/organization/schema.ts";
import type { OrganizationDatabase } from "./organization-database.store.ts";

export type Timer = { kind: string; key: string; due_at: number; attempts: number };

/** Sets or moves a timer. `due_at` in ms UTC. */
export function setTimer(db: OrganizationDatabase, kind: string, key: string, due_at: number): void {
  db.run(sql`insert into timers (kind, key, due_at) values (${kind}, ${key}, ${due_at})
    on conflict (kind, key) do update set due_at = excluded.due_at, attempts = 0`);
}

/** Brings a timer forward that is set already; one that is not stays so. `due_at` in ms UTC. */
export function hasten(db: OrganizationDatabase, kind: string, due_at: number): void {
  db.update(timers)
    .set({ due_at })
    .where(and(eq(timers.kind, kind), gt(timers.due_at, due_at)))
    .run();
}

export function clearTimer(db: OrganizationDatabase, kind: string, key: string): void {
  db.delete(timers)
    .where(and(eq(timers.kind, kind), eq(timers.key, key)))
    .run();
}

/** The earliest due time, or null when nothing waits. */
export function nextDue(db: OrganizationDatabase): number | null {
  return (
    db.select({ due_at: timers.due_at }).from(timers).orderBy(asc(timers.due_at)).limit(1).get()?.due_at ??
    null
  );
}

/** Timers that are due at `now`, earliest first, at most `limit`. They stay until cleared or postponed. */
export function dueTimers(db: OrganizationDatabase, now: number, limit: number): Timer[] {
  return db
    .select()
    .from(timers)
    .where(lte(timers.due_at, now))
    .orderBy(asc(timers.due_at))
    .limit(limit)
    .all();
}

/** Postpones a timer that failed: 2 s, doubling, at most an hour. */
export function putOff(db: OrganizationDatabase, { kind, key, attempts }: Timer, now: number): void {
  const wait = Math.min(hour_ms, 2000 * 2 ** Math.min(attempts, 12));
  db.update(timers)
    .set({ due_at: now + wait, attempts: sql`${timers.attempts} + 1` })
    .where(and(eq(timers.kind, kind), eq(timers.key, key)))
    .run();
}
