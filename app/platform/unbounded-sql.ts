/** Knows a statement that would change every row of a table: refused everywhere, in D1 and inside objects (R23). */

/** Whether an update or a delete has no `where` of its own; one inside a subquery bounds nothing. */
export function changesEveryRow(sql: string): boolean {
  if (!/^\s*(?:update|delete)\b/i.test(sql)) return false;
  let outside = sql.replace(/'(?:[^']|'')*'/g, "''");
  for (let inner = ""; inner !== outside; ) {
    inner = outside;
    outside = inner.replace(/\([^()]*\)/g, "");
  }
  return !/\bwhere\b/i.test(outside);
}
