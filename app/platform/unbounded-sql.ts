/** Recognizes statements that would change every row of a table; D1 and the objects refuse them (R23). */

import { perText } from "./per-text.ts";

/** Whether an update or delete has no `where` of its own; a `where` inside a subquery does not count. */
export const changesEveryRow = perText((sql: string): boolean => {
  if (!/^\s*(?:update|delete)\b/i.test(sql)) return false;
  let outside = sql.replace(/'(?:[^']|'')*'/g, "''");
  for (let inner = ""; inner !== outside; ) {
    inner = outside;
    outside = inner.replace(/\([^()]*\)/g, "");
  }
  return !/\bwhere\b/i.test(outside);
});
