/** Reads an organization's object for an export, page by page: every table of its schema, so that none can be forgotten. */
import { getTableColumns, getTableName, is, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import * as schema from "#drizzle/organization/schema.ts";
import { type CsvFile, csvRow, type ExportColumn, jsonLine } from "./export-line.ts";

/** What drives the object itself: no data of the organization, or copies of it that are kept for a day. */
const machinery = ["timers", "outbox", "api_requests"];

/** Columns that an archive does not contain: secrets. */
const withheldColumns: Readonly<Record<string, readonly string[]>> = {
  webhook_endpoints: ["sealed", "previous_sealed"],
  integrations: ["sealed"],
};

const tables = new Map(
  Object.values(schema)
    .filter((one) => is(one, SQLiteTable))
    .filter((table) => !machinery.includes(getTableName(table)))
    .map((table): [string, ExportColumn[]] => [
      getTableName(table),
      Object.values(getTableColumns(table))
        .filter(({ name }) => !withheldColumns[getTableName(table)]?.includes(name))
        .map(({ name, dataType }) => ({
          name,
          kind: dataType === "json" || dataType === "boolean" ? dataType : "plain",
        })),
    ]),
);

/** Rows in one trip; a call's script is longer than other rows. */
const rowsAtOnce = (table: string): number => (table === "call_transcripts" ? 250 : 2000);

export type RowsPage = {
  /** The rows as lines of text. */
  lines: string;
  rows: number;
  /** The rowid of the last row; null: there is none beyond it. */
  next: number | null;
};

/** The tables, in the order of the archive. */
export const list = (_db: OrganizationDatabase): string[] => [...tables.keys()];

/** How many rows an export will read, those of the CSV files twice. */
export function count(db: OrganizationDatabase): number {
  const names = [...tables.keys(), "calls", "contacts"];
  return names
    .map((name) => db.get<{ n: number }>(sql`select count(*) as n from ${sql.identifier(name)}`)?.n ?? 0)
    .reduce((sum, n) => sum + n, 0);
}

/** The rows of a table that follow a row, by rowid. */
export function page(db: OrganizationDatabase, table: string, after: number, as: "json" | CsvFile): RowsPage {
  const columns = tables.get(table);
  if (!columns) throw new Error(`no such table: ${table}`);
  const most = rowsAtOnce(table);
  const rows = db.all<Record<string, unknown> & { exported_row: number }>(
    sql`select rowid as exported_row, * from ${sql.identifier(table)} where rowid > ${after} order by rowid limit ${most}`,
  );
  const lineOf = (row: Record<string, unknown>) => (as === "json" ? jsonLine(columns, row) : csvRow(as, row));
  return {
    lines: rows.map(lineOf).join(""),
    rows: rows.length,
    next: rows.length < most ? null : (rows.at(-1)?.exported_row ?? null),
  };
}
