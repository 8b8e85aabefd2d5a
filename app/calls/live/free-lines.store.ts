/** Whether an organization's plan has a line for one more call. */
import { eq } from "drizzle-orm";
import { limitsOf } from "#app/membership/plan-limits.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { liveCalls } from "#drizzle/organization/schema.ts";
import { goingOn } from "./going-on.store.ts";
import { type Arrival, browserProvider } from "./live-calls.schema.ts";

/** How many conversations one network may have at once with an organization's widgets. */
const mostOfNetwork = 2;

/** The calls from browsers that go on; null: the arrival is a phone call. */
export const webGoingOn = (db: OrganizationDatabase, { provider }: Arrival) =>
  provider === browserProvider ? goingOn(db, eq(liveCalls.provider, browserProvider)) : null;

/**
 * Whether a line is free for a call. Calls from browsers have a fifth of the lines, at least one, never the last free
 * one, and of one network only a few at once: a visitor costs nothing, and must not keep out who phones.
 */
export function hasLine(
  db: OrganizationDatabase,
  arrival: Arrival,
  going: number,
  web: { lines: number } | null,
): boolean {
  const { lines } = limitsOf(arrival.tier, arrival.lower_limits, arrival.granted_limits);
  if (web === null) return going < lines;
  const { network } = arrival;
  const ofNetwork = network === undefined ? 0 : goingOn(db, eq(liveCalls.network, network)).lines;
  return going < lines - 1 && web.lines < Math.max(1, Math.floor(lines / 5)) && ofNetwork < mostOfNetwork;
}
