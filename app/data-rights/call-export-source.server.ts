/** The calls of a list's filters, as the one source of an export. */
import { callHistoryQueryOf } from "#app/calls/history/call-history.schema.ts";
import { callCsvHeading } from "./call-export-line.ts";
import type { Reading, Source } from "./export-cursor.server.ts";

type Row = { content: string; query: string | null };

export function callsSource({ store }: Reading, { content, query }: Row, timeZone: string): Source {
  const as = content === "calls_csv" ? "csv" : "json";
  const asked = callHistoryQueryOf(`https://list.invalid/${query ?? ""}`);
  return {
    name: `calls:${as}`,
    file: "calls",
    ending: as === "csv" ? "csv" : "jsonl",
    heading: as === "csv" ? callCsvHeading : "",
    counts: true,
    read: async (after) => {
      const place = after === null ? null : String(after[0]);
      const { lines, rows, next } = await store.callRows.callsPage(asked, timeZone, place, as);
      return { lines, rows, next: next === null ? null : [next] };
    },
  };
}
