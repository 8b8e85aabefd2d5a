/** The rows of a page in D1: what lies beyond a cursor, in its direction, and one row more than is shown. */
import { asc, desc, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Cursor, readFor } from "./keyset.ts";

export interface Keyset {
  /** For `where`; undefined at an end of the list. */
  readonly beyond: SQL | undefined;
  /** For `orderBy`. */
  readonly order: SQL[];
  /** For `limit`. */
  readonly limit: number;
}

/**
 * What a statement takes to read a page.
 * @param columns that the list is ordered by, as an index has them; a cursor's key holds a value of each
 * @param ascends whether the list begins with its smallest key
 */
export function keyset(
  columns: readonly SQLiteColumn[],
  { towards, key }: Cursor,
  pageSize: number,
  ascends = false,
): Keyset {
  const isUpwards = (towards === "newer") !== ascends;
  const names = sql.join([...columns], sql`, `);
  const values =
    key &&
    sql.join(
      key.map((part) => sql`${part}`),
      sql`, `,
    );
  return {
    beyond:
      values === null ? undefined : isUpwards ? sql`(${names}) > (${values})` : sql`(${names}) < (${values})`,
    order: columns.map((column) => (isUpwards ? asc(column) : desc(column))),
    limit: readFor(pageSize),
  };
}
