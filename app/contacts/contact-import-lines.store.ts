/** What line the numbers of known contacts are, as the rows of a file say: noted where it is not known, or where the file wins; and taken back. */
import { sql } from "drizzle-orm";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import type { ImportRow } from "./contact-imports.schema.ts";

/** By number: what line it was before; empty: it was not known. */
type LinesBefore = Record<string, string>;

/** @returns what changed, by contact */
export function noteLines(
  db: OrganizationDatabase,
  rows: readonly { id: string; row: Pick<ImportRow, "numbers" | "line_types"> }[],
  isUpdate: boolean,
): Map<string, LinesBefore> {
  const told = rows.flatMap(({ id, row: { numbers, line_types } }) =>
    numbers.flatMap((number, at) => {
      const line = line_types[at] ?? null;
      return line === null ? [] : [{ id, number, line }];
    }),
  );
  const before = new Map<string, LinesBefore>();
  if (told.length === 0) return before;
  const news = db.all<{ id: string; number: string; was: string; line: string }>(
    sql`select n.contact_id as id, n.phone_number as number, coalesce(n.line_type, '') as was, t.value ->> '$.line' as line
      from json_each(${JSON.stringify(told)}) as t
      cross join contact_numbers as n on n.phone_number = t.value ->> '$.number' and n.contact_id = t.value ->> '$.id'
      where n.line_type is null or (${isUpdate ? 1 : 0} and n.line_type <> t.value ->> '$.line')`,
  );
  for (const { id, number, was } of news) before.set(id, { ...before.get(id), [number]: was });
  writeLines(db, news);
  return before;
}

/** Writes what lines were before an import. */
export const takeLinesBack = (
  db: OrganizationDatabase,
  rows: readonly { id: string; lines: LinesBefore }[],
): void =>
  writeLines(
    db,
    rows.flatMap(({ id, lines }) => Object.entries(lines).map(([number, line]) => ({ id, number, line }))),
  );

function writeLines(
  db: OrganizationDatabase,
  rows: readonly { id: string; number: string; line: string }[],
): void {
  if (rows.length === 0) return;
  db.run(sql`update contact_numbers set line_type = nullif(v.value ->> '$.line', '')
    from json_each(${JSON.stringify(rows)}) as v
    where contact_numbers.phone_number = v.value ->> '$.number' and contact_numbers.contact_id = v.value ->> '$.id'`);
}
