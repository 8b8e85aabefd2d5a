/** Pages of a list that is searched: so many rows are looked at for one page, and what was not reached is offered. */
import { type Cursor, keysetPage, written } from "#app/platform/keyset.ts";

/** How many rows one page of a search looks at. */
export const scannedRows = 5000;

/**
 * A page of ids, and its neighbors; where the rows that were looked at held fewer than a page, the way on begins after
 * the last of them.
 * @param read what was found, in the cursor's direction
 * @param end the last id that was looked at; null: the list's own end was reached
 */
export function scannedPage<Row extends { readonly id: string }>(
  read: readonly Row[],
  cursor: Cursor,
  pageSize: number,
  end: string | null,
): { rows: Row[]; newer?: string; older?: string; isPartial: boolean } {
  const page = keysetPage(read, cursor, pageSize, ({ id }) => [id]);
  if (end === null || read.length > pageSize) return { ...page, isPartial: false };
  const onwards = { [cursor.towards]: written(cursor.towards, [end]) };
  return { ...page, ...onwards, isPartial: true };
}
