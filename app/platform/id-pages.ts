/** Pages of a list in the order of its ids, by keyset: page one thousand costs as much as page one. */

/** Where a page begins: after an id (older ones), or before one (newer ones). */
export type IdCursor = { readonly towards: "older" | "newer"; readonly id: string };

/** Greater than every id: the first page is what is older than it. */
export const newest: IdCursor = { towards: "older", id: "~" };

/**
 * The cursor in an address; the newest page when it is absent or malformed.
 * @param name of the parameter, where a page has two lists
 */
export function idCursorOf(url: string, name = "cursor"): IdCursor {
  const found = /^(older|newer)\.([0-9A-Za-z-]{1,64})$/.exec(new URL(url).searchParams.get(name) ?? "");
  const [, towards, id = ""] = found ?? [];
  return towards === "older" || towards === "newer" ? { towards, id } : newest;
}

/**
 * One page in the list's order (usually newest first) and the cursors of its neighbours: `older` continues, `newer`
 * goes back.
 * @param rows in the cursor's direction, one more than a page holds when more exist
 */
export function idPage<Row extends { readonly id: string }>(
  rows: readonly Row[],
  cursor: IdCursor,
  pageSize: number,
): { rows: Row[]; newer?: string; older?: string } {
  const hasMore = rows.length > pageSize;
  const shown = rows.slice(0, pageSize);
  const isNewer = cursor.towards === "newer";
  if (isNewer) shown.reverse();
  const [first, last] = [shown[0], shown.at(-1)];
  const hasNewer = isNewer ? hasMore : cursor.id !== newest.id;
  const hasOlder = isNewer || hasMore;
  return {
    rows: shown,
    ...(hasNewer && first && { newer: `newer.${first.id}` }),
    ...(hasOlder && last && { older: `older.${last.id}` }),
  };
}
