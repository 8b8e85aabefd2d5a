/** What entered the history since a list was read: looked for by the calls' places in it, because a long call stands below later ones. */
import { sql } from "drizzle-orm";
import type { CallRow, Reading } from "#app/calls/call-row.ts";
import { besidesWords, both, type CallListRow, lastSeq, wanted } from "#app/calls/call-source.store.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { localDate } from "#app/platform/zoned-time.ts";
import type { CallHistoryQuery } from "./call-history.schema.ts";
import { countedOn, rowsOf } from "./listed-calls.store.ts";
import { matchOf } from "./search-words.ts";

/** How many calls are looked through. */
const most = 500;

/**
 * The calls of a query that entered the history after a place in it, newest first, and the count of today; no calls (null):
 * more have entered than are looked through.
 */
export function entered(
  db: OrganizationDatabase,
  query: CallHistoryQuery,
  seq: number,
  reading: Reading,
): { calls: CallRow[] | null; today: { calls: number; answered: number } } {
  const today = countedOn(db, localDate(reading.now, reading.timeZone));
  if (lastSeq(db) - seq > most) return { calls: null, today };
  const match = matchOf(query.q);
  const words =
    match === null
      ? sql`false`
      : sql`c.seq in (select w.rowid from call_words as w where call_words match ${match} and w.rowid > cast(${seq} as integer))`;
  const meets = [...besidesWords(query, reading.timeZone), query.q === "" ? null : words];
  // By their places, and by no index of a filter.
  const rows = db.all<CallListRow>(
    sql`select ${wanted} from calls as c not indexed where c.seq > ${seq} and ${both(meets)} order by c.id desc`,
  );
  return { calls: rowsOf(db, rows, query, reading), today };
}
