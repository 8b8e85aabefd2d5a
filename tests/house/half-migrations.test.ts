/** A migration that fails in its middle, applied as operators apply it: nothing of it stays, and the mended one is applied (B61). */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "switchboard-half-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const config = join(folder, "wrangler.json");
const migrations = join(folder, "migrations");
const state = join(folder, "state");

/** Whether `wrangler d1 migrations apply` went through. */
function applied(): boolean {
  try {
    const args = [
      "d1",
      "migrations",
      "apply",
      "control",
      "--local",
      "--config",
      config,
      "--persist-to",
      state,
    ];
    execFileSync(process.execPath, [join(root, "node_modules/wrangler/bin/wrangler.js"), ...args], {
      cwd: folder,
      env: { ...process.env, CI: "true" },
      stdio: "pipe",
    });
    return true;
  } catch {
    return false;
  }
}

/** The database as wrangler left it. */
function asked(sql: string): unknown[] {
  const objects = join(state, "v3/d1/miniflare-D1DatabaseObject");
  const [file = ""] = readdirSync(objects).filter(
    (name) => name.endsWith(".sqlite") && name !== "metadata.sqlite",
  );
  const db = new DatabaseSync(join(objects, file));
  const rows = db.prepare(sql).all();
  db.close();
  return rows.map((row) => ({ ...row }));
}

const write = (name: string, sql: string) => writeFileSync(join(migrations, name), sql);

test("B61: what a failing migration had done is undone, and the next attempt succeeds", () => {
  mkdirSync(migrations);
  copyFileSync(join(root, "drizzle/control/0000_first.sql"), join(migrations, "0000_first.sql"));
  writeFileSync(
    config,
    JSON.stringify({
      name: "half",
      compatibility_date: "2026-09-01",
      d1_databases: [
        { binding: "DB", database_name: "control", database_id: "half", migrations_dir: "migrations" },
      ],
    }),
  );
  const good = "create table halves (id text primary key);\n--> statement-breakpoint\n";
  write(
    "9000_half.sql",
    `${good}insert into halves (id) values ('kept');\n--> statement-breakpoint\ninsert into nowhere values (1);`,
  );
  expect(applied()).toBe(false);
  expect(asked("select name from sqlite_master where name = 'halves'")).toEqual([]);
  expect(asked("select name from d1_migrations where name like '9000%'")).toEqual([]);
  expect(asked("select count(*) as n from users")).toEqual([{ n: 0 }]);
  write("9000_half.sql", `${good}insert into halves (id) values ('kept');`);
  expect(applied()).toBe(true);
  expect(asked("select id from halves")).toEqual([{ id: "kept" }]);
  expect(applied()).toBe(true);
  expect(asked("select id from halves")).toEqual([{ id: "kept" }]);
}, 180_000);
