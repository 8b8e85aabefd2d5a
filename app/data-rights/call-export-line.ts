/** One call of a filtered export, as a line of CSV or of JSON. */
import type { CallLine } from "#app/calls/calls.schema.ts";
import { csvLine } from "#app/platform/csv.ts";

type Call = {
  id: string;
  started_at: number;
  ended_at: number | null;
  type: string;
  direction: string;
  status: string;
  outcome: string;
  end_reason: string | null;
  agent_name: string | null;
  agent_version: number | null;
  our_number: string | null;
  other_number: string | null;
  contact_name: string | null;
  talk_seconds: number;
  answer_ms: number | null;
  cost_micros: number;
  currency: string;
  summary: string | null;
};

type Note = { text: string; author_name: string; created_at: number; edited_at: number | null };

const columns = [
  "id",
  "started_at",
  "ended_at",
  "type",
  "direction",
  "status",
  "outcome",
  "end_reason",
  "agent_name",
  "agent_version",
  "our_number",
  "other_number",
  "contact_name",
  "talk_seconds",
  "answer_ms",
  "cost_micros",
  "currency",
  "summary",
] as const;

const instant = (at: number | null): string => (at === null ? "" : new Date(at).toISOString());

export const callCsvHeading: string = csvLine([...columns, "tags"]);

const cell = (call: Call, name: (typeof columns)[number]): string | number =>
  name === "started_at" || name === "ended_at" ? instant(call[name]) : (call[name] ?? "");

/** Several tags stand in one cell, with commas, which no tag contains. */
export const callCsvRow = (call: Call, tags: readonly string[]): string =>
  csvLine([...columns.map((name) => cell(call, name)), tags.join(", ")]);

export function callJsonLine(
  call: Call,
  { tags, notes, script }: { tags: readonly string[]; notes: readonly Note[]; script: readonly CallLine[] },
): string {
  const facts = Object.fromEntries(
    columns.map((name) => [
      name,
      name === "started_at" || name === "ended_at" ? instant(call[name]) || null : call[name],
    ]),
  );
  const written = notes.map(({ text, author_name: author, created_at, edited_at }) => ({
    text,
    author,
    created_at: instant(created_at),
    edited_at: instant(edited_at) || null,
  }));
  return `${JSON.stringify({ ...facts, tags, notes: written, transcript: script })}\n`;
}
