/** Pages of a list whose ids tell its order: by keyset, so that the thousandth costs what the first does. */

/** Where a page begins: after an id (older ones), or before one (newer ones). */
export type IdCursor = { readonly towards: "older" | "newer"; readonly id: string };

/** Greater than every id: the first page is what is older than it. */
export const newest: IdCursor = { towards: "older", id: "~" };

/**
 * The cursor in an address; the newest page for none, or for what is none.
 * @param name of the parameter, where a page has two lists
 */
export function idCursorOf(url: string, name = "cursor"): IdCursor {
  const found = /^(older|newer)\.([0-9A-Za-z-]{1,64})$/.exec(new URL(url).searchParams.get(name) ?? "");
  const [, towards, id = ""] = found ?? [];
  return towards === "older" || towards === "newer" ? { towards, id } : newest;
}

/**
 * One page in the list's order, newest first for most, and the cursors of its neighbours: `older` leads on, `newer` back.
 * @param rows in the cursor's direction, one more than a page holds when there are more
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
