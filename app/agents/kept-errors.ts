/** Keeps the editor's errors while its lists change: the server's last errors move with their rows. */
import type { Intent } from "@conform-to/react";

type Errors = Readonly<Record<string, readonly string[] | undefined>>;
/** conform's format: null keeps the known errors of a field. */
type Kept = Record<string, string[] | null>;

/** The position of a row after a change; null: it was removed. */
function placeAfter(place: number, intent: Intent): number | null {
  switch (intent.type) {
    case "insert":
      return intent.payload.index !== undefined && place >= intent.payload.index ? place + 1 : place;
    case "remove":
      if (place === intent.payload.index) return null;
      return place > intent.payload.index ? place - 1 : place;
    case "reorder": {
      const { from, to } = intent.payload;
      if (place === from) return to;
      const closed = place > from ? place - 1 : place;
      return closed >= to ? closed + 1 : closed;
    }
    default:
      return place;
  }
}

/**
 * The errors of the last refusal after a change in the browser, each at its row's new position.
 * @param errors by field name, as shown now
 */
export function keptErrors(errors: Errors, intent: Intent): Kept {
  if (intent.type !== "insert" && intent.type !== "remove" && intent.type !== "reorder")
    return Object.fromEntries(Object.keys(errors).map((name) => [name, null]));
  const list = intent.payload.name;
  const kept: Kept = {};
  for (const [name, words] of Object.entries(errors)) {
    // An error of the list as a whole, such as that it is empty, no longer holds.
    if (!words || name === list) continue;
    const [, row, rest] = (name.startsWith(list) && /^\[(\d+)\](.*)$/s.exec(name.slice(list.length))) || [];
    const place = row === undefined ? null : placeAfter(Number(row), intent);
    if (row === undefined) kept[name] = [...words];
    else if (place !== null) kept[`${list}[${place}]${rest}`] = [...words];
  }
  return kept;
}
