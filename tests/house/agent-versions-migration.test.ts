/** What an organization had before versions were kept: its agents answer as they did, under the numbers that their calls name. */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";

const folder = resolve(import.meta.dirname, "../../drizzle/organization");
const named = "agent_versions.sql";

test("an agent's spec becomes its published version, and its ended calls are counted", () => {
  const db = new DatabaseSync(":memory:");
  const files = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  const at = files.findIndex((name) => name.endsWith(named));
  const apply = (name = "") => db.exec(readFileSync(resolve(folder, name), "utf8"));
  for (const name of files.slice(0, at)) apply(name);
  db.exec(`insert into agents (id, name, kind, version, spec, created_at, updated_at, archived_at)
    values ('a', 'Front desk', 'receptionist', 7, '{"name":"Front desk"}', 1, 2, null),
           ('b', 'Old desk', 'receptionist', 1, '{"name":"Old desk"}', 1, 3, 4)`);
  const call = (id: string, type: string, version: number, outcome: string) =>
    db.exec(`insert into calls (id, type, direction, status, outcome, agent_id, agent_version, provider, started_at,
        created_at, updated_at)
      values ('${id}', '${type}', 'inbound', 'completed', '${outcome}', 'a', ${version}, 'twilio', 1, 1, 1)`);
  call("1", "phone", 6, "booked");
  call("2", "phone", 7, "booked");
  call("3", "web", 7, "booked");
  call("4", "test", 7, "booked");
  apply(files[at]);
  const all = (query: string) =>
    db
      .prepare(query)
      .all()
      .map((row) => ({ ...row }));
  expect(
    all("select agent_id, version, spec, status, published_at from agent_versions order by agent_id"),
  ).toEqual([
    { agent_id: "a", version: 7, spec: '{"name":"Front desk"}', status: "published", published_at: 2 },
    { agent_id: "b", version: 1, spec: '{"name":"Old desk"}', status: "published", published_at: 3 },
  ]);
  expect(all("select version, calls from agent_version_outcomes order by version")).toEqual([
    { version: 6, calls: 1 },
    { version: 7, calls: 2 },
  ]);
});
