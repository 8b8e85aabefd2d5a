/** The history of an account: its owner's actions and strangers' attempts, newest first, page by page (R46). */
import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { PlatformDb } from "#app/platform/d1.server.ts";
import { ago, exactTime, type Place } from "#app/platform/format.ts";
import { auditEvents } from "#drizzle/control/schema.ts";
import { accountActions, eventWords, isWarning } from "./event-words.ts";

const pageSize = 20;

/** Where a page begins: after an event (older ones), or before one (newer ones). */
type Cursor = { towards: "older" | "newer"; at: number; id: string };

const written = (towards: Cursor["towards"], { created_at, id }: { created_at: number; id: string }) =>
  `${towards}.${created_at}.${id}`;

/** The cursor in an address; null for the first page and for an invalid one. */
export function eventCursorOf(url: string): Cursor | null {
  const found = /^(older|newer)\.(\d{1,15})\.([0-9a-f-]{36})$/.exec(
    new URL(url).searchParams.get("cursor") ?? "",
  );
  const [, towards, at = "", id = ""] = found ?? [];
  return towards === "older" || towards === "newer" ? { towards, at: Number(at), id } : null;
}

/**
 * The person's actions, and attempts of unknown visitors: two statements, each bounded by its own index, for the
 * caller's batch; `accountEventsPage` merges them.
 */
export function accountEvents(db: PlatformDb, userId: string, cursor: Cursor | null) {
  const { created_at, id } = auditEvents;
  const isNewer = cursor?.towards === "newer";
  const beyond =
    cursor &&
    (isNewer
      ? sql`(${created_at}, ${id}) > (${cursor.at}, ${cursor.id})`
      : sql`(${created_at}, ${id}) < (${cursor.at}, ${cursor.id})`);
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
      .where(
        and(
          eq(whose, userId),
          mark,
          inArray(auditEvents.action, [...accountActions]),
          ...(beyond ? [beyond] : []),
        ),
      )
      .orderBy(...(isNewer ? [asc(created_at), asc(id)] : [desc(created_at), desc(id)]))
      .limit(pageSize + 1);
  return [
    read(auditEvents.actor_id, isNull(auditEvents.organization_id)),
    read(auditEvents.target, isNull(auditEvents.actor_id)),
  ] as const;
}

type Row = Awaited<ReturnType<typeof accountEvents>[0]>[number];

export type ListedEvent = {
  id: string;
  words: string;
  isWarning: boolean;
  when: string;
  exactly: string;
  /** "Network 203.0.113" */
  network: string | null;
};

/** One page of the history, newest first, and the cursors of its neighbours. */
export function accountEventsPage(
  [done, tried]: readonly [readonly Row[], readonly Row[]],
  cursor: Cursor | null,
  now: number,
  place: Place,
): { events: ListedEvent[]; newer?: string; older?: string } {
  const isNewer = cursor?.towards === "newer";
  const order = (a: Row, b: Row) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1);
  const sorted = [...done, ...tried].sort((a, b) => (isNewer ? order(a, b) : order(b, a)));
  const hasMore = sorted.length > pageSize;
  const shown = sorted.slice(0, pageSize);
  if (isNewer) shown.reverse();
  const [first, last] = [shown[0], shown.at(-1)];
  const hasNewer = isNewer ? hasMore : cursor !== null;
  const hasOlder = isNewer || hasMore;
  return {
    events: shown.map(({ id, action, changes, target, ip_prefix, created_at }) => ({
      id,
      words: eventWords(action, changes, target),
      isWarning: isWarning(action),
      when: ago(created_at, now, place),
      exactly: exactTime(created_at, place),
      network: ip_prefix === null ? null : `Network ${ip_prefix}`,
    })),
    ...(hasNewer && first && { newer: written("newer", first) }),
    ...(hasOlder && last && { older: written("older", last) }),
  };
}
