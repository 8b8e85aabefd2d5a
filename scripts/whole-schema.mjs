/**
 * The organization's whole schema in one script, as all of its migrations together make it. A new organization's
 * database is made of it in one step: migration by migration, SQLite reads the growing schema anew several hundred
 * times. `npm run migrations` has this script write it; `npm run check` has it compare, with `--check`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { root } from "./processes.mjs";

const folder = join(root, "drizzle", "organization");
const wholeSchemaAt = join(folder, "whole", "schema.sql");

/** @returns the text that the file must have */
function wholeSchema() {
  const database = new DatabaseSync(":memory:");
  const { entries } = JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8"));
  for (const { tag } of entries)
    for (const statement of readFileSync(join(folder, `${tag}.sql`), "utf8").split(
      "--> statement-breakpoint",
    ))
      database.exec(statement);
  const made = database
    .prepare(
      "select name, sql from sqlite_master where sql is not null and name not like 'sqlite%' order by rowid",
    )
    .all();
  const indexes = made.filter(({ sql }) => /^create virtual table/i.test(sql)).map(({ name }) => `${name}_`);
  const rows = made.filter(({ name }) => !indexes.some((start) => name.startsWith(start)));
  for (const { name } of rows.filter(({ sql }) => /^create table/i.test(sql)))
    if (database.prepare(`select 1 from "${name}" limit 1`).get() !== undefined)
      throw new Error(`The migrations fill ${name}, which a new organization would not have`);
  return `${rows.map(({ sql }) => sql).join(";\n")};\n`;
}

if (!process.argv.includes("--check")) writeFileSync(wholeSchemaAt, wholeSchema());
else if (readFileSync(wholeSchemaAt, "utf8") !== wholeSchema()) {
  console.log(
    "drizzle/organization/whole/schema.sql is not what the migrations make: npm run migrations -- what_changes",
  );
  process.exit(1);
}
