/** How often something may be asked of an organization's object in a minute. */
import { minute_ms, second_ms } from "#app/platform/durations.ts";
import type { OrganizationDatabase } from "./organization-database.store.ts";

type Spell = { from: number; used: number };

/**
 * Counted in memory: a write for each request would cost more than the request. An object that sleeps forgets, and it
 * sleeps only when nothing is asked of it.
 */
const spells = new WeakMap<OrganizationDatabase, Map<string, Spell>>();

export type Pace = { ok: boolean; limit: number; remaining: number; reset_s: number };

/** Counts one more under a name, of which a minute has `most`. */
export function paceOf(db: OrganizationDatabase, name: string, most: number, now: number): Pace {
  const of = spells.get(db) ?? new Map<string, Spell>();
  spells.set(db, of);
  const known = of.get(name);
  const spell = known && now < known.from + minute_ms ? known : { from: now, used: 0 };
  of.set(name, spell);
  const ok = spell.used < most;
  if (ok) spell.used++;
  const reset_s = Math.max(1, Math.ceil((spell.from + minute_ms - now) / second_ms));
  return { ok, limit: most, remaining: most - spell.used, reset_s };
}
