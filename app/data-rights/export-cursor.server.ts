/** Where an export stands between two steps, and the sources that it reads one after the other. */
import { z } from "zod";
import type { Database } from "#app/platform/d1.server.ts";
import type { Store } from "#app/platform/organization-door.ts";
import { fileShape } from "./export-file.server.ts";
import { type CsvFile, csvHeading } from "./export-line.ts";
import { controlPage, controlTables } from "./export-tables.server.ts";
import { archiveShape } from "./zip.server.ts";

const keyShape = z.array(z.union([z.string(), z.number()]));

export const cursorShape = z.object({
  /** The source that is read now, by its name. */
  source: z.string(),
  /** The last row that was read of it; null: none was. */
  after: keyShape.nullable(),
  /** Files of this source so far: a long table has several. */
  files: z.int(),
  /** Rows of each file, for the manifest. */
  rows: z.record(z.string(), z.int()),
  began_at: z.int(),
  archive: archiveShape,
  file: fileShape,
});
export type ExportCursor = z.infer<typeof cursorShape>;

type Page = { lines: string; rows: number; next: (string | number)[] | null };

export type Source = {
  readonly name: string;
  /** Its file in the archive, and the ending of that file. */
  readonly file: string;
  readonly ending: "jsonl" | "csv";
  readonly heading: string;
  /** Whether its rows count as progress: those of the object were counted before. */
  readonly counts: boolean;
  read(after: (string | number)[] | null): Promise<Page>;
};

/** Where the rows come from. */
export type Reading = { db: Database; store: Store; organizationId: string };

function fromObject({ store }: Reading, table: string, as: "json" | CsvFile): Source {
  return {
    name: `object:${table}:${as}`,
    file: as === "json" ? `data/${table}` : as,
    ending: as === "json" ? "jsonl" : "csv",
    heading: as === "json" ? "" : csvHeading(as),
    counts: true,
    read: async (after) => {
      const { lines, rows, next } = await store.exports.page(table, Number(after?.[0] ?? 0), as);
      return { lines, rows, next: next === null ? null : [next] };
    },
  };
}

const fromControl = ({ db, organizationId }: Reading, table: string): Source => ({
  name: `control:${table}`,
  file: `account/${table}`,
  ending: "jsonl",
  heading: "",
  counts: false,
  read: (after) => controlPage(db, organizationId, table, after),
});

/** All sources, in the order of the archive: spreadsheets first, because people open those. */
export async function sourcesOf(reading: Reading): Promise<Source[]> {
  const tables = await reading.store.exports.list();
  return [
    fromObject(reading, "calls", "calls"),
    fromObject(reading, "contacts", "contacts"),
    ...tables.map((table) => fromObject(reading, table, "json")),
    ...controlTables().map((table) => fromControl(reading, table)),
  ];
}

/** "data/calls.jsonl"; the second file of a table is "data/calls-2.jsonl". */
export const nameOf = ({ file, ending }: Source, number: number): string =>
  `${file}${number > 1 ? `-${number}` : ""}.${ending}`;
