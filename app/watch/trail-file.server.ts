/** An audit trail as a CSV file, written while it is read, so that a long one needs no memory. */
import { csvLine } from "#app/platform/csv.ts";
import type { Database } from "#app/platform/d1.server.ts";
import { first, type Key } from "#app/platform/keyset.ts";
import { boundsOf, readTrail, type Scope, type TrailRow } from "./trail.server.ts";
import type { TrailFilters } from "./trail-filters.ts";
import { forAdmins, forMembers } from "./trail-words.server.ts";

/** Events of one statement, and statements of one file: what a request may ask of the database (R33). */
const atOnce = 1000;
const mostReads = 500;

/** The last line of a file that holds not all: a date further back asks for the rest. */
const cutLine =
  "This file ends here: it holds the newest events only. For older ones, download again with an earlier end date.";

const heads = ["event_id", "time", "what", "action", "who", "organization", "organization_id", "target"];

function lineOf(row: TrailRow, { organizationId, place }: Scope): string {
  const { what, who, where, network } = (organizationId === null ? forAdmins : forMembers)(row, 0, place);
  return csvLine([
    row.id,
    new Date(row.created_at).toISOString(),
    what,
    row.action,
    who,
    where ?? "",
    organizationId === null ? (row.organization_id ?? "") : organizationId,
    row.target ?? "",
    ...(organizationId === null ? [network ?? "", row.request_id ?? ""] : []),
    row.changes === null ? "" : JSON.stringify(row.changes),
  ]);
}

async function* lines(db: Database, scope: Scope, filters: TrailFilters, most: number) {
  const more = scope.organizationId === null ? ["network", "request_id"] : [];
  yield csvLine([...heads, ...more, "changes"]);
  const bounds = await boundsOf(db, scope, filters);
  let key: Key | null = null;
  for (let read = 0; bounds !== null && read < most; read++) {
    const cursor = key === null ? first : ({ towards: "older", key } as const);
    const { rows, info } = await readTrail(db, scope, bounds, { cursor, most: atOnce, budget: atOnce });
    for (const row of rows) yield lineOf(row, scope);
    if (info.looked < atOnce || info.first === null) return;
    key = [info.first];
  }
  if (bounds !== null) yield csvLine([cutLine]);
}

/** The answer with the file. `most`: statements that read it. */
export function trailFile(
  db: Database,
  scope: Scope,
  filters: TrailFilters,
  most: number = mostReads,
): Response {
  const encoder = new TextEncoder();
  const source = lines(db, scope, filters, most);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      let text = "";
      while (text.length < 16_384) {
        const { value, done } = await source.next();
        if (done) {
          if (text !== "") controller.enqueue(encoder.encode(text));
          controller.close();
          return;
        }
        text += value;
      }
      controller.enqueue(encoder.encode(text));
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="activity.csv"',
    },
  });
}
