/** An export of 100,000 calls with their scripts. Prints what one step holds at most, early and late: memory that does not grow. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { stepExport } from "#app/data-rights/export-steps.server.ts";
import { exportNote, startExport } from "#app/data-rights/exports.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { newId } from "#app/platform/id.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { inObject } from "../calls/arrange.ts";
import { theExport } from "../data-rights/arrange.ts";
import { memberOf } from "../support/people.ts";

const calls = 100_000;

test("a hundred thousand calls as a file", async () => {
  const owner = await memberOf();
  const id = newId(Date.now());
  const script = JSON.stringify(
    Array.from({ length: 12 }, (_, turn) => ({
      type: turn % 2 ? "caller" : "agent",
      text: "What was said in this turn, at some length",
      heard: null,
      detail: null,
      at_ms: turn * 1000,
    })),
  );
  await inObject(owner, (sql) => {
    sql.exec(`insert into calls (id, type, direction, status, outcome, provider, started_at, created_at, updated_at, summary)
      with recursive n(i) as (select 100000 union all select i + 1 from n where i < ${99_999 + calls})
      select '${id.slice(0, 30)}' || i, 'phone', 'inbound', 'completed', 'answered', 'twilio', 1, 1, 1, hex(randomblob(20)) from n`);
    sql.exec("insert into call_transcripts (call_id, lines) select id, ? from calls", script);
  });
  // The test's own hand takes every step.
  const silent = new Proxy(env, {
    get: (real, name) => (name === "OUTBOX" ? { send: async () => undefined } : Reflect.get(real, name)),
  });
  const deps = { env: silent, db: new Database(env.DB, new Timing()) };
  const note = exportNote(owner.organizationId, owner.userId);
  const of = { content: "calls_json", query: "" } as const;
  const started = await startExport(owner.userId, owner.organizationId, deps, note, of);
  // The command watches the runtime's memory from here on (scripts/bench.mjs).
  console.log("\nWATCH MEMORY");
  const began = Date.now();
  const held: number[] = [];
  let before = 0;
  while ((await theExport(owner)).state === "running") {
    await stepExport(env, started.id, Date.now());
    const { bytes } = await theExport(owner);
    held.push((bytes ?? 0) - before);
    before = bytes ?? 0;
  }
  const { state, rows_done, bytes } = await theExport(owner);
  expect(state).toBe("ready");
  const half = Math.floor(held.length / 2);
  const most = (some: readonly number[]) => Math.max(...some) / 1e6;
  for (const [figure, value, unit, budget] of [
    ["export of calls", rows_done, `rows, ${Math.round((bytes ?? 0) / 1e6)} MB`, `≥ ${calls}`],
    ["export of calls: time", (Date.now() - began) / 1000, "s", ""],
    ["export of calls: most that a step writes, first half", most(held.slice(0, half)), "MB", "≤ 32"],
    ["export of calls: most that a step writes, second half", most(held.slice(half)), "MB", "≤ 32"],
  ])
    console.log(`\nBENCH ${JSON.stringify({ figure, value, unit, budget })}`);
}, 1_200_000);
