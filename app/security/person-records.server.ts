/** Everything that the control plane holds about one person: what an export gives out (R48), in bounded reads. */
import { and, eq, isNull, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { keyset } from "#app/platform/keyset.server.ts";
import type { Cursor } from "#app/platform/keyset.ts";
import { auditEvents } from "#drizzle/control/schema.ts";
import { type Kind, kinds } from "./person-tables.server.ts";

/** More than one person has of anything but events. */
const mostOfAKind = 5000;
const pageOfEvents = 500;

/** The tables that an export reads, for the test that walks the schema. */
export const exportedTables: readonly SQLiteTable[] = [
  ...Object.values(kinds).map(({ table }) => table),
  auditEvents,
];

export type PersonRecord = { kind: string } & Record<string, unknown>;

/** "2026-11-21T10:30:00.000Z" for columns named `…_at` (docs/product.md, "Formats": RFC 3339 in exports). */
const written = (kind: string, row: Record<string, unknown>): PersonRecord => ({
  kind,
  ...Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      name.endsWith("_at") && typeof value === "number" ? new Date(value).toISOString() : value,
    ]),
  ),
});

const reading = (db: PlatformDb, { table, columns, isTheirs }: Kind, userId: string) =>
  db.select(columns).from(table).where(isTheirs(userId)).limit(mostOfAKind);

/** Events of one sort, oldest first, page by page: these lists may be long. */
async function* events(db: PlatformDb, whose: SQL | undefined): AsyncGenerator<PersonRecord> {
  const { id, created_at } = auditEvents;
  let cursor: Cursor | null = { towards: "newer", key: null };
  while (cursor !== null) {
    const { beyond, order, limit } = keyset([created_at, id], cursor, pageOfEvents);
    const rows = await db
      .select({
        id,
        action: auditEvents.action,
        organization_id: auditEvents.organization_id,
        target: auditEvents.target,
        ip_prefix: auditEvents.ip_prefix,
        changes: auditEvents.changes,
        created_at,
      })
      .from(auditEvents)
      .where(and(whose, beyond))
      .orderBy(...order)
      .limit(limit);
    const shown = rows.slice(0, pageOfEvents);
    for (const row of shown) yield written("event", row);
    const last = rows.length > pageOfEvents ? shown.at(-1) : undefined;
    cursor = last ? { towards: "newer", key: [last.created_at, last.id] } : null;
  }
}

/** Every record about a person: one batch for the short tables, then page by page their actions and strangers' attempts. */
export async function* personRecords(database: Database, userId: string): AsyncGenerator<PersonRecord> {
  const db = platform(database);
  const names = Object.keys(kinds);
  const [first, ...rest]: BatchItem<"sqlite">[] = Object.values(kinds).map((one) => reading(db, one, userId));
  if (!first) return;
  const found: unknown[] = await db.batch([first, ...rest]);
  for (const [at, name] of names.entries()) {
    const rows = found[at];
    if (Array.isArray(rows)) for (const row of rows) yield written(name, Object(row));
  }
  yield* events(db, eq(auditEvents.actor_id, userId));
  yield* events(db, and(eq(auditEvents.target, userId), isNull(auditEvents.actor_id)));
}
