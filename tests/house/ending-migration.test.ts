/** The migration of endings says of every stored call what the code says of a new one. */
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { callStatuses, outcomes } from "#app/calls/call-terms.schema.ts";
import { endingOf } from "#app/calls/endings.ts";

const folder = resolve(import.meta.dirname, "../../drizzle/organization");
const migration = readdirSync(folder).find((name) => name.includes("_end_reasons")) ?? "";

/** What calls said of their end before the migration. */
const before = [
  ...["hung_up", "goodbye", "silence", "max_duration", "max_words", "opt_out", "wrong_number", "emergency"],
  ...["abuse", "failed", "lost", "transferred", "no_relay", "line_lost", "unheard of"],
  ...["organization_deleted", "organization_suspended", "lines_full", "no_line", "outside_hours", "no_agent"],
  ...["trial_over", "spending_cap", "usage_ceiling", "unpaid"],
];

test("every stored end becomes the reason that a new call of the same kind gets", () => {
  const db = new DatabaseSync(":memory:");
  db.exec(`create table calls (id text primary key, status text, outcome text, answered_at integer, end_reason text,
      other_number text, number_id text);
    create table live_calls (call_id text, status text);
    insert into live_calls values ('a', 'dialing')`);
  const insert = db.prepare(
    "insert into calls (id, status, outcome, answered_at, end_reason) values (?, ?, ?, ?, ?)",
  );
  const old = callStatuses.filter((status) => !["scheduled", "transferring", "rejected"].includes(status));
  const kept = before.flatMap((said) =>
    old.flatMap((status) =>
      outcomes.flatMap((outcome) => [null, 1].map((answered_at) => ({ said, status, outcome, answered_at }))),
    ),
  );
  kept.forEach(({ said, status, outcome, answered_at }, n) => {
    insert.run(String(n), status, outcome, answered_at, said);
  });
  insert.run("dialing", "dialing", "missed", null, null);
  for (const statement of readFileSync(resolve(folder, migration), "utf8").split("--> statement-breakpoint"))
    db.exec(statement);
  const read = db.prepare("select end_reason, end_detail from calls where id = ?");
  kept.forEach(({ said, ...call }, n) => {
    expect({ ...read.get(String(n)) }, `${said} ${JSON.stringify(call)}`).toEqual(endingOf(said, call));
  });
  expect(db.prepare("select status from calls where id = 'dialing'").get()).toEqual({ status: "ringing" });
  expect(db.prepare("select status from live_calls").get()).toEqual({ status: "ringing" });
  const refused = "select distinct status from calls where end_detail = 'lines_full' and outcome = 'missed'";
  expect(db.prepare(refused).all()).toEqual([{ status: "rejected" }]);
});
