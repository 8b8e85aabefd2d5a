/** The pages of the call history: which stretch of calls a cursor means, and which cursors lead on from there. */
import { type Cursor, cursorIn, first, keysetPage, readFor, written } from "#app/platform/keyset.ts";

type Row = { id: string };
type Stretch = { towards: Cursor["towards"]; id: string | null; isIncluded?: boolean; limit: number };
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

const keyOf = ({ id }: Row) => [id];

/**
 * The page of a cursor. Neighbouring pages share no row and miss none, whatever arrives meanwhile, because a cursor
 * is a row's own id and never a count.
 */
export function pageAt<R extends Row>(source: Source<R>, text: string): Page<R> {
  const wanted = cursorIn(text);
  // Reading towards newer calls needs an index that covers the query; a scan goes back to its beginning instead.
  const cursor = source.isExact || wanted.towards === "older" ? wanted : first;
  const id = cursor.key === null ? null : String(cursor.key[0]);
  const { rows: read, stoppedAt } = source.read({ ...cursor, id, limit: readFor(pageSize) });
  // The newest page is always full: missing rows come from the next page.
  const isCutShort = cursor.towards === "newer" && id !== null && read.length <= pageSize;
  if (isCutShort) {
    const limit = readFor(pageSize) - read.length;
    const below = source.read({ towards: "older", id, isIncluded: true, limit }).rows;
    return pageOf(source, [...read.toReversed(), ...below], first, null);
  }
  return pageOf(source, read, cursor, stoppedAt);
}

function pageOf<R extends Row>(
  { isExact }: Source<R>,
  read: readonly R[],
  cursor: Cursor,
  stoppedAt: string | null,
): Page<R> {
  const { rows, newer, older } = keysetPage(read, cursor, pageSize, keyOf);
  const isFirst = cursor.towards === "older" && cursor.key === null;
  // Where no cursor leads back, the first page does.
  const back = isFirst || cursor.towards === "newer" ? null : "";
  return {
    rows,
    newer: (isExact ? newer : undefined) ?? back,
    older: older ?? (stoppedAt === null ? null : written("older", [stoppedAt])),
    stoppedAt: older === undefined ? stoppedAt : null,
  };
}
