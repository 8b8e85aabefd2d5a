/** Pages of a long list by its rows' own keys, so that the thousandth costs what the first does: cursors, and the pages they lead to. */

/** A row's position in its list: its values in the columns that the list is ordered by. */
export type Key = readonly (string | number)[];
/** The type of each part of a list's key. */
export type KeyShape = readonly ("id" | "number")[];

/**
 * Where a page begins, and which way it goes: `older` is onwards in the list's order, which is newest first for most. No
 * key: at that way's own end, so that `older` without one is the first page and `newer` without one the last.
 */
export type Cursor = { readonly towards: "older" | "newer"; readonly key: Key | null };

/** The first page. */
export const first: Cursor = { towards: "older", key: null };
/** The `cursor` parameter of the last page. */
export const lastPage = "last";

const parts = { id: /^[0-9A-Za-z-]{1,64}$/, number: /^\d{1,15}$/ };

function keyIn(written: readonly string[], shape: KeyShape): Key | null {
  if (written.length !== shape.length) return null;
  const key: (string | number)[] = [];
  for (const [at, kind] of shape.entries()) {
    const part = written[at] ?? "";
    if (!parts[kind].test(part)) return null;
    key.push(kind === "number" ? Number(part) : part);
  }
  return key;
}

/** Parses a cursor: `older.<key>`, `newer.<key>` or `last`. Any other text is the first page. */
export function cursorIn(text: string, shape: KeyShape = ["id"]): Cursor {
  if (text === lastPage) return { towards: "newer", key: null };
  const [towards, ...written] = text.split(".");
  const key = keyIn(written, shape);
  return key !== null && (towards === "older" || towards === "newer") ? { towards, key } : first;
}

/**
 * The cursor in an address.
 * @param name of the parameter, where a page has two lists
 */
export const cursorOf = (url: string, shape: KeyShape = ["id"], name = "cursor"): Cursor =>
  cursorIn(new URL(url).searchParams.get(name) ?? "", shape);

/** A cursor as text for an address; `cursorIn` parses it. */
export const written = (towards: Cursor["towards"], key: Key): string => [towards, ...key].join(".");

/** How many rows to read for a page: one more than it shows, because that row tells whether another page follows. */
export const readFor = (pageSize: number): number => pageSize + 1;

/**
 * One page in the list's order, and the cursors of its neighbours: `older` leads on, `newer` back; absent where the list ends.
 * @param read the rows in the cursor's direction, at most `readFor(pageSize)`
 */
export function keysetPage<Row>(
  read: readonly Row[],
  { towards, key }: Cursor,
  pageSize: number,
  keyOf: (row: Row) => Key,
): { rows: Row[]; newer?: string; older?: string } {
  const hasMore = read.length > pageSize;
  const rows = read.slice(0, pageSize);
  const isNewer = towards === "newer";
  if (isNewer) rows.reverse();
  const [top, bottom] = [rows[0], rows.at(-1)];
  const hasNewer = isNewer ? hasMore : key !== null;
  const hasOlder = isNewer ? key !== null : hasMore;
  return {
    rows,
    ...(hasNewer && top !== undefined && { newer: written("newer", keyOf(top)) }),
    ...(hasOlder && bottom !== undefined && { older: written("older", keyOf(bottom)) }),
  };
}
