/** Calls as a list shows them, and the counts of the sentence above it. */
import { inArray, sql } from "drizzle-orm";
import { callerInScript } from "#app/calls/call-facts.ts";
import { type CallRow, type Reading, rowOf } from "#app/calls/call-row.ts";
import type { CallListRow } from "#app/calls/call-source.store.ts";
import { callLine } from "#app/calls/calls.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { callTranscripts } from "#drizzle/organization/schema.ts";
import type { CallHistoryQuery } from "./call-history.schema.ts";
import { foundLine } from "./found-words.ts";

const callLines = callLine.array();

/** The rows of a query; of a search, with what it found. */
export const rowsOf = (
  db: OrganizationDatabase,
  rows: readonly CallListRow[],
  { q }: CallHistoryQuery,
  reading: Reading,
): CallRow[] => (q === "" ? rows.map((row) => rowOf(row, reading)) : foundRows(db, rows, q, reading));

/** Rows with the lines of their scripts that hold the words of a search. */
function foundRows(
  db: OrganizationDatabase,
  rows: readonly CallListRow[],
  typed: string,
  reading: Reading,
): CallRow[] {
  const ids = rows.map(({ id }) => id);
  const kept = db.select().from(callTranscripts).where(inArray(callTranscripts.call_id, ids)).all();
  const scripts = new Map(kept.map(({ call_id, lines }) => [call_id, lines]));
  return rows.map((row) => {
    const names = { caller: callerInScript(row.contact_name, []), agent: row.agent_name ?? "Agent" };
    const lines = callLines.parse(scripts.get(row.id) ?? []);
    return { ...rowOf(row, reading), found: foundLine(lines, typed, names) };
  });
}

/** The calls of a local day. */
export function countedOn(db: OrganizationDatabase, day: string): { calls: number; answered: number } {
  const [counted] = db.all<{ calls: number; answered: number }>(sql`
    select coalesce(sum(calls), 0) as calls, coalesce(sum(answered), 0) as answered
    from call_days where day = ${day}`);
  return counted ?? { calls: 0, answered: 0 };
}
