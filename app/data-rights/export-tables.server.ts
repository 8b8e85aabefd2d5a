/** Reads the control plane's part of an export: every table of its schema that belongs to organizations, page by page (R48). */
import { getTableName, is, type SQL, sql } from "drizzle-orm";
import { getTableConfig, SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Database, platform, tenant } from "#app/platform/d1.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { type ExportColumn, jsonLine } from "./export-line.ts";

/** What drives the platform itself: no data of the organization. */
const machinery = ["event_outbox", "applied_events"];

/** Columns that an archive does not contain: secrets, what is made of them, and what only the platform uses. */
export const withheldColumns: Readonly<Record<string, readonly string[]>> = {
  api_keys: ["secret_hash"],
  audit_events: ["user_agent_hash"],
  calendar_feeds: ["secret_hash"],
  call_shares: ["secret_hash"],
  carrier_accounts: ["sealed"],
  data_erasures: ["sealed", "cursor", "last_error"],
  data_exports: ["cursor", "last_error"],
  data_receipts: ["recipients"],
  model_keys: ["sealed"],
  support_visits: ["session_id"],
  tool_secrets: ["sealed"],
  trial_grants: ["holder"],
  user_invitations: ["token"],
};

const pageRows = 500;

/** Each column that says whose a row is, the first of them counting. */
const owners = ["organization_id", "agency_id"];

type Source = {
  readonly name: string;
  readonly columns: readonly ExportColumn[];
  /** Whose a row is. */
  readonly owner: string;
  /** What rows are read in the order of, before their rowid: the rest of an index that begins with the owner. */
  readonly order: readonly string[];
  /** Further values of a row. */
  readonly more: SQL;
};

/** The columns that follow the owner in an index, so that a page is read without sorting; none: the rowid alone orders. */
function orderIn(table: SQLiteTable, owner: string): string[] {
  const { indexes, primaryKeys } = getTableConfig(table);
  const keys = [
    ...primaryKeys.map(({ columns }) => columns),
    ...indexes.flatMap(({ config }) => (config.where ? [] : [config.columns])),
  ];
  for (const [first, ...rest] of keys) {
    if (!is(first, SQLiteColumn) || first.name !== owner) continue;
    const names = rest.flatMap((one) => (is(one, SQLiteColumn) && one.notNull ? [one.name] : []));
    if (names.length === rest.length) return names;
  }
  return [];
}

/** A member's name and address belong to the membership; accounts are people's own. */
const ofMembers = sql`, (select u.email from users u where u.id = user_id) as email, (select u.name from users u where u.id = user_id) as name`;

function sourceOf(table: SQLiteTable): Source[] {
  const name = getTableName(table);
  const { columns } = getTableConfig(table);
  const owner =
    name === "organizations" ? "id" : owners.find((one) => columns.some((column) => column.name === one));
  if (owner === undefined || machinery.includes(name)) return [];
  const shown = columns
    .filter((column) => !withheldColumns[name]?.includes(column.name))
    .map(({ name, dataType }): ExportColumn => {
      const kind = dataType === "json" || dataType === "boolean" ? dataType : "plain";
      return { name, kind };
    });
  const isMembers = name === "organization_members";
  const people: ExportColumn[] = ["email", "name"].map((name) => ({ name, kind: "plain" }));
  return [
    {
      name,
      columns: isMembers ? [...shown, ...people] : shown,
      owner,
      order: name === "organizations" ? [] : orderIn(table, owner),
      more: isMembers ? ofMembers : sql``,
    },
  ];
}

const sources = new Map(
  Object.values(control)
    .filter((one) => is(one, SQLiteTable))
    .flatMap(sourceOf)
    .map((source) => [source.name, source]),
);

/** The tables, in the order of the archive. */
export const controlTables = (): string[] => [...sources.keys()];

/** Values of the last row: those of the order, then the rowid. */
export type RowKey = (string | number)[];

export type ControlPage = { lines: string; rows: number; next: RowKey | null };

/** The rows of an organization that follow a row, in the order of an index. */
export async function controlPage(
  db: Database,
  organizationId: string,
  table: string,
  after: RowKey | null,
): Promise<ControlPage> {
  const source = sources.get(table);
  if (!source) throw new Error(`no such table: ${table}`);
  const { owner, columns, order, more } = source;
  const keys = [...order.map((name) => sql.identifier(name)), sql.raw("rowid")];
  const key = sql.join(keys, sql`, `);
  const beyond =
    after === null
      ? sql``
      : sql` and (${key}) > (${sql.join(
          after.map((part) => sql`${part}`),
          sql`, `,
        )})`;
  const whose =
    owner === "id" ? sql`"organizations"."id"` : sql`${sql.identifier(table)}.${sql.identifier(owner)}`;
  // A client's prices and months belong to its agency: those tables know no `organization_id`.
  const own = owner === "agency_id" ? platform(db) : tenant(db, organizationId);
  const rows = await own.all<Record<string, unknown>>(
    sql`select *, rowid as exported_row${more} from ${sql.identifier(table)} where ${whose} = ${organizationId}${beyond} order by ${key} limit ${pageRows}`,
  );
  const last = rows.length < pageRows ? undefined : rows.at(-1);
  return {
    lines: rows.map((row) => jsonLine(columns, row)).join(""),
    rows: rows.length,
    next: last ? [...order, "exported_row"].map((name) => keyPart(last[name])) : null,
  };
}

const keyPart = (value: unknown): string | number =>
  typeof value === "number" || typeof value === "string" ? value : String(value);
