/** Keyset pagination: which stretch a cursor means, and the cursors of the neighbouring pages. */
import type { CallHistoryQuery } from "./call-history.schema.ts";

type Row = { id: string };
type Stretch = { towards: "older" | "newer"; id: string | null; isIncluded?: boolean; limit: number };
type Source<R extends Row> = {
  isExact: boolean;
  read(stretch: Stretch): { rows: R[]; stoppedAt: string | null };
};

/** One page, newest first, and the cursors of its neighbours; absent at the ends of the list. */
export type Page<R extends Row> = {
  rows: R[];
  /** Empty: the first page. */
  newer: string | null;
  older: string | null;
  /** How far a scan without an index went; `older` continues from there. */
  stoppedAt: string | null;
};

/** Calls on a page. */
export const pageSize = 50;

/**
 * The page of a cursor. Neighbouring pages share no row and miss none, whatever arrives meanwhile, because a cursor
 * is a row's own id and never a count.
 */
export function pageAt<R extends Row>(source: Source<R>, cursor: CallHistoryQuery["cursor"]): Page<R> {
  // Reading towards newer calls needs an index that covers the query; a scan goes back to its beginning instead.
  const isBackwards = source.isExact && (cursor === "last" || cursor.startsWith("newer-"));
  if (isBackwards) return newerPage(source, cursor === "last" ? null : cursor.slice("newer-".length));
  const id = /^[0-9a-f]/.test(cursor) ? cursor : null;
  const { rows, stoppedAt } = source.read({ towards: "older", id, limit: pageSize + 1 });
  return olderPage(source, rows, stoppedAt, id === null);
}

function olderPage<R extends Row>(
  source: Source<R>,
  read: R[],
  stoppedAt: string | null,
  isFirst: boolean,
): Page<R> {
  const rows = read.slice(0, pageSize);
  const first = rows[0];
  return {
    rows,
    newer: isFirst ? null : source.isExact && first ? `newer-${first.id}` : "",
    older: read.length > pageSize ? (rows.at(-1)?.id ?? null) : stoppedAt,
    stoppedAt: read.length > pageSize ? null : stoppedAt,
  };
}

function newerPage<R extends Row>(source: Source<R>, id: string | null): Page<R> {
  const read = source.read({ towards: "newer", id, limit: pageSize + 1 }).rows;
  const found = read.slice(0, pageSize).reverse();
  const [first] = found;
  if (read.length > pageSize && first)
    return {
      rows: found,
      newer: `newer-${first.id}`,
      older: id === null ? null : (found.at(-1)?.id ?? null),
      stoppedAt: null,
    };
  if (id === null) return { rows: found, newer: null, older: null, stoppedAt: null };
  // The newest page is always full: missing rows come from the next page.
  const missing = pageSize + 1 - found.length;
  const below = source.read({ towards: "older", id, isIncluded: true, limit: missing }).rows;
  return olderPage(source, [...found, ...below], null, true);
}
