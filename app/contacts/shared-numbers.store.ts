/** Numbers that stand in a file beside many names, as a switchboard's does: they say nothing about whose row it is, so their rows are not taken. */
import { sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import type { ImportOptions, ImportRow, RefusedRow } from "./contact-imports.schema.ts";
import { cellsAgain } from "./import-row-cells.ts";

/** A family has one number, and names are written in several ways. */
const mostNames = 3;

/** The numbers that rows of a file were refused for already. */
const refusedBefore = (db: OrganizationDatabase, import_id: string, place: number): string[] =>
  db
    .all<{ number: string | null }>(
      sql`select distinct cells ->> ${place} as number from contact_import_errors
        where import_id = ${import_id} and reason = 'shared_number'`,
    )
    .flatMap(({ number }) => number ?? []);

/** The rows of a file without those whose number is shared by many, and these. */
export function withoutShared(
  db: OrganizationDatabase,
  import_id: string,
  rows: readonly ImportRow[],
  options: ImportOptions,
): { rows: ImportRow[]; faults: RefusedRow[] } {
  const names = new Map<string, Set<string>>();
  for (const { numbers, name } of rows)
    for (const number of name === null ? [] : numbers)
      names.set(
        number,
        (names.get(number) ?? new Set()).add(name?.toLowerCase().replaceAll(/\s+/g, " ") ?? ""),
      );
  const shared = new Set(refusedBefore(db, import_id, options.columns.indexOf("number")));
  for (const [number, of] of names) if (of.size > mostNames) shared.add(number);
  const kept: ImportRow[] = [];
  const faults: RefusedRow[] = [];
  for (const row of rows) {
    const number = row.numbers.find((one) => shared.has(one));
    if (number === undefined) kept.push(row);
    else faults.push({ row: row.row, fault: "shared_number", cells: cellsAgain(row, options, number) });
  }
  return { rows: kept, faults };
}
