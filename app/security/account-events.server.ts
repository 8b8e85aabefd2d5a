/** The history of an account: its owner's actions and strangers' attempts, newest first, page by page (R46). */
import { and, eq, inArray, isNull, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { PlatformDb } from "#app/platform/d1.server.ts";
import { ago, exactTime, type Place } from "#app/platform/format.ts";
import { keyset } from "#app/platform/keyset.server.ts";
import { type Cursor, type KeyShape, keysetPage } from "#app/platform/keyset.ts";
import { auditEvents } from "#drizzle/control/schema.ts";
import { accountActions, eventWords, isWarning } from "./event-words.ts";

const pageSize = 20;

/** The order of the list: by time, then by id. */
export const eventKey: KeyShape = ["number", "id"];

/**
 * The person's actions, and attempts of unknown visitors: two statements, each bounded by its own index, for the
 * caller's batch; `accountEventsPage` merges them.
 */
export function accountEvents(db: PlatformDb, userId: string, cursor: Cursor) {
  const { created_at, id } = auditEvents;
  const { beyond, order, limit } = keyset([created_at, id], cursor, pageSize);
  const read = (whose: SQLiteColumn, mark: SQL) =>
    db
      .select({
        id,
        action: auditEvents.action,
        target: auditEvents.target,
        ip_prefix: auditEvents.ip_prefix,
        changes: auditEvents.changes,
        created_at,
      })
      .from(auditEvents)
      .where(and(eq(whose, userId), mark, inArray(auditEvents.action, [...accountActions]), beyond))
      .orderBy(...order)
      .limit(limit);
  return [
    read(auditEvents.actor_id, isNull(auditEvents.organization_id)),
    read(auditEvents.target, isNull(auditEvents.actor_id)),
  ] as const;
}

/** The missing end of the address is shown as missing: "IP 203.0.113.x", "IP 2001:db8:0:1:…". */
const networkWords = (prefix: string): string => `IP ${prefix}${prefix.includes(":") ? ":…" : ".x"}`;

type Row = Awaited<ReturnType<typeof accountEvents>[0]>[number];

export type ListedEvent = {
  id: string;
  words: string;
  isWarning: boolean;
  when: string;
  exactly: string;
  /** "IP 203.0.113.x" */
  network: string | null;
};

/** One page of the history, newest first, and the cursors of its neighbours. */
export function accountEventsPage(
  [done, tried]: readonly [readonly Row[], readonly Row[]],
  cursor: Cursor,
  now: number,
  place: Place,
): { events: ListedEvent[]; newer?: string; older?: string } {
  const order = (a: Row, b: Row) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1);
  const isNewer = cursor.towards === "newer";
  const sorted = [...done, ...tried].sort((a, b) => (isNewer ? order(a, b) : order(b, a)));
  const { rows, ...cursors } = keysetPage(sorted, cursor, pageSize, ({ created_at, id }) => [created_at, id]);
  return {
    events: rows.map(({ id, action, changes, target, ip_prefix, created_at }) => ({
      id,
      words: eventWords(action, changes, target),
      isWarning: isWarning(action),
      when: ago(created_at, now, place),
      exactly: exactTime(created_at, place),
      network: ip_prefix === null ? null : networkWords(ip_prefix),
    })),
    ...cursors,
  };
}
