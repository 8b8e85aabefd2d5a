/** Each migration over rows that are there already, in each of the three databases: what stood there stands there afterwards (B60). */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { z } from "zod";

const root = resolve(import.meta.dirname, "../../drizzle");

/** The migrations that change rows on purpose, and of which tables. */
const declared: Readonly<Record<string, readonly string[]>> = {
  // Every session ended once, because none of them said on which host it is good.
  "0013_session_hosts.sql": ["sessions"],
  // Endings of calls got one vocabulary: tests/house/ending-migration.test.ts has what became of each.
  "0016_end_reasons_and_protection.sql": ["calls"],
  // Up to which call the counts are still to be made is noted.
  "0019_call_counts.sql": ["settings"],
};

const migrationsOf = (plane: string) =>
  readdirSync(resolve(root, plane))
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => ({ name, sql: readFileSync(resolve(root, plane, name), "utf8") }));

const apply = (db: DatabaseSync, sql: string) => {
  for (const statement of sql.split("--> statement-breakpoint")) db.exec(statement);
};

const names = (rows: unknown[]): string[] =>
  z
    .array(z.object({ name: z.string() }))
    .parse(rows)
    .map(({ name }) => name);
/** Without the tables in which SQLite keeps its own things, such as those of a search index. */
const tablesOf = (db: DatabaseSync): string[] =>
  names(
    db
      .prepare(
        "select name from pragma_table_list where type = 'table' and name not like 'sqlite_%' order by name",
      )
      .all(),
  );

const column = z.object({ name: z.string(), type: z.string(), pk: z.number() });
const columnsOf = (db: DatabaseSync, table: string) =>
  z.array(column).parse(db.prepare(`select name, type, pk from pragma_table_info('${table}')`).all());
const parent = z.object({ table: z.string(), from: z.string(), to: z.string() });
const parentsOf = (db: DatabaseSync, table: string) =>
  z
    .array(parent)
    .parse(db.prepare(`select "table", "from", "to" from pragma_foreign_key_list('${table}')`).all());

/** A value that is unique in its column, and in a child the one that its parent has. */
function seededValue(db: DatabaseSync, table: string, { name, type }: z.infer<typeof column>, row: number) {
  const of = parentsOf(db, table).find(({ from }) => from === name);
  if (of) return `${of.table}.${of.to}.${row}`;
  return /int|real|num/i.test(type) ? row : `${table}.${name}.${row}`;
}

/** Three rows in every table that has none. */
function seed(db: DatabaseSync): void {
  db.exec("pragma foreign_keys = off");
  for (const table of tablesOf(db)) {
    if (countOf(db, table) > 0) continue;
    const columns = columnsOf(db, table);
    const list = columns.map(({ name }) => `"${name}"`).join(", ");
    const insert = db.prepare(
      `insert into "${table}" (${list}) values (${columns.map(() => "?").join(", ")})`,
    );
    for (const row of [1, 2, 3]) insert.run(...columns.map((one) => seededValue(db, table, one, row)));
  }
  db.exec("pragma foreign_keys = on");
  expect(db.prepare("pragma foreign_key_check").all()).toEqual([]);
}

const countOf = (db: DatabaseSync, table: string): number =>
  z.object({ n: z.number() }).parse(db.prepare(`select count(*) as n from "${table}"`).get()).n;

/** Every row of every table, in the columns that it has now. */
const contentsOf = (db: DatabaseSync) =>
  tablesOf(db).map((table) => {
    const list = columnsOf(db, table)
      .map(({ name }) => `"${name}"`)
      .join(", ");
    const sql = `select ${list} from "${table}" order by 1`;
    return { table, sql, rows: db.prepare(sql).all() };
  });

test.each(["control", "organization", "call"])(
  "B60: each migration of the %s database leaves every row that it finds as it was",
  (plane) => {
    const db = new DatabaseSync(":memory:");
    db.exec("pragma foreign_keys = on");
    const migrations = migrationsOf(plane);
    expect(migrations.length).toBeGreaterThan(0);
    for (const { name, sql } of migrations) {
      const before = contentsOf(db);
      apply(db, sql);
      for (const { table, sql: asked, rows } of before)
        if (!declared[name]?.includes(table))
          expect(db.prepare(asked).all(), `${table} after ${name}`).toEqual(rows);
      seed(db);
    }
    expect(tablesOf(db).filter((table) => countOf(db, table) < 3)).toEqual([]);
  },
);

test("B60: a rebuild, which the checks refuse, would empty the children of its table", () => {
  const db = new DatabaseSync(":memory:");
  db.exec("pragma foreign_keys = on");
  apply(
    db,
    "create table a (id text primary key); create table b (a text references a(id) on delete cascade);",
  );
  seed(db);
  apply(
    db,
    'create table "__new_a" (id text primary key); insert into "__new_a" select * from a; drop table a;',
  );
  expect(countOf(db, "b")).toBe(0);
});
