/** Reads the calls of a list's filters for an export, newest first, page by page. */
import { eq, sql } from "drizzle-orm";
import { tagsIn } from "#app/calls/call-row.ts";
import { sourceOf } from "#app/calls/call-source.store.ts";
import { callLine } from "#app/calls/calls.schema.ts";
import type { CallHistoryQuery } from "#app/calls/history/call-history.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { callNotes, calls, callTranscripts } from "#drizzle/organization/schema.ts";
import { callCsvRow, callJsonLine } from "./call-export-line.ts";

/** Calls in one trip; with their scripts they are longer. */
const atOnce = { csv: 1000, json: 100 } as const;

type Page = {
  /** The calls as lines of text. */
  lines: string;
  rows: number;
  /** The call after which the next page begins; null: there is none. */
  next: string | null;
};

const callLines = callLine.array();

/** A list as one bound value (R33). */
const among = (ids: readonly string[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`;

/** The calls that follow a call in the list; null: from the newest. `query`: with its days */
export function callsPage(
  db: OrganizationDatabase,
  query: CallHistoryQuery,
  timeZone: string,
  after: string | null,
  as: "csv" | "json",
): Page {
  const limit = atOnce[as];
  const { id, isIncluded } = placeOf(db, after);
  if (after !== null && id === null) return { lines: "", rows: 0, next: null };
  const { rows, stoppedAt } = sourceOf(db, query, timeZone).read({
    towards: "older",
    id,
    isIncluded,
    limit,
  });
  const ids = rows.map((row) => row.id);
  const found = new Map(
    db
      .select()
      .from(calls)
      .where(sql`${calls.id} in ${among(ids)}`)
      .all()
      .map((call) => [call.id, call]),
  );
  const lines = ids.flatMap((call_id) => {
    const call = found.get(call_id);
    if (!call) return [];
    const own = tagsIn(call.tags);
    if (as === "csv") return [callCsvRow(call, own)];
    const script = db.select().from(callTranscripts).where(eq(callTranscripts.call_id, call_id)).get();
    const notes = db.select().from(callNotes).where(eq(callNotes.call_id, call_id)).orderBy(callNotes.id);
    return [
      callJsonLine(call, { tags: own, notes: notes.all(), script: callLines.parse(script?.lines ?? []) }),
    ];
  });
  const next = rows.length === limit ? (ids.at(-1) ?? null) : stoppedAt;
  return { lines: lines.join(""), rows: rows.length, next };
}

/** Where reading goes on: behind the call, or, when it was deleted meanwhile, at the next older one. */
function placeOf(db: OrganizationDatabase, after: string | null): { id: string | null; isIncluded: boolean } {
  if (after === null) return { id: null, isIncluded: false };
  const known = db.get<{ id: string }>(
    sql`select id from calls where id <= ${after} order by id desc limit 1`,
  );
  return { id: known?.id ?? null, isIncluded: known !== undefined && known.id !== after };
}
