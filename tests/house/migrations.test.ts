/** Migrations only add: what would rebuild, rename or drop is seen before it can empty a table. */
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const checks = resolve(import.meta.dirname, "../../scripts/checks.mjs");

/** How many of the statements in a migration the check refuses. */
function refusedIn(sql: string): number {
  const script = `import { destructiveStatements } from ${JSON.stringify(checks)};
    console.log(destructiveStatements(${JSON.stringify(sql)}).length);`;
  return Number(
    execFileSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" }),
  );
}

test("a rebuild, as the generator writes it, is refused", () => {
  const rebuild = `CREATE TABLE \`__new_agents\` (\`id\` text PRIMARY KEY NOT NULL);
--> statement-breakpoint
INSERT INTO \`__new_agents\`("id") SELECT "id" FROM \`agents\`;
--> statement-breakpoint
DROP TABLE \`agents\`;
--> statement-breakpoint
ALTER TABLE \`__new_agents\` RENAME TO \`agents\`;`;
  expect(refusedIn(rebuild)).toBe(4);
});

test.each([
  "ALTER TABLE agents DROP COLUMN kind;",
  "ALTER TABLE agents RENAME COLUMN kind TO sort;",
  "CREATE TABLE x (id text REFERENCES y(id) ON DELETE cascade);",
])("%s is refused", (sql) => expect(refusedIn(sql)).toBe(1));

test.each([
  "ALTER TABLE agents ADD COLUMN kind text;",
  "CREATE INDEX agents_kind ON agents (kind);",
  "CREATE TABLE drops (id text);",
])("%s is taken", (sql) => expect(refusedIn(sql)).toBe(0));
