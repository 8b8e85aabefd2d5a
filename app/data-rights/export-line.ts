/** One row of an export, as a line of JSON or of CSV. */
import { csvLine } from "#app/platform/csv.ts";

/** How a column's stored value is written. */
export type ExportColumn = {
  readonly name: string;
  readonly kind: "plain" | "boolean" | "json";
};

type Row = Readonly<Record<string, unknown>>;

/** "2026-11-21T10:30:00.000Z" for times (docs/product.md, "Formats"). */
const instant = (value: unknown): string => (typeof value === "number" ? new Date(value).toISOString() : "");

function written({ name, kind }: ExportColumn, value: unknown): string {
  if (value === null || value === undefined) return "null";
  // It is stored as JSON already.
  if (kind === "json" && typeof value === "string" && value !== "") return value;
  if (kind === "boolean") return value === 0 ? "false" : "true";
  if (name.endsWith("_at") && typeof value === "number") return JSON.stringify(instant(value));
  return JSON.stringify(value);
}

/** A row as stored, as one line of JSON with its end. */
export function jsonLine(columns: readonly ExportColumn[], row: Row): string {
  const parts = columns.map(
    (column) => `${JSON.stringify(column.name)}:${written(column, row[column.name])}`,
  );
  return `{${parts.join(",")}}\n`;
}

/** Columns of a CSV file: the stored name under its heading. */
export const csvFiles = {
  calls: [
    "id",
    "started_at",
    "ended_at",
    "type",
    "direction",
    "status",
    "outcome",
    "agent_name",
    "our_number",
    "other_number",
    "contact_name",
    "talk_seconds",
    "cost_micros",
    "currency",
    "summary",
  ],
  contacts: [
    "id",
    "name",
    "phone_number",
    "email",
    "status",
    "source",
    "last_called_at",
    "created_at",
    "archived_at",
  ],
} as const;
export type CsvFile = keyof typeof csvFiles;

export const csvHeading = (file: CsvFile): string => csvLine(csvFiles[file]);

/** A row as one line of CSV. */
export const csvRow = (file: CsvFile, row: Row): string =>
  csvLine(
    csvFiles[file].map((name) => {
      const value = row[name];
      if (name.endsWith("_at")) return instant(value);
      return typeof value === "string" || typeof value === "number" ? value : "";
    }),
  );
