/** The export of an organization with a million calls, interrupted at every second step. Prints what it takes. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { stepExport } from "#app/data-rights/export-steps.server.ts";
import { newId } from "#app/platform/id.ts";
import { inObject } from "../calls/arrange.ts";
import { failing, quietly, theExport } from "../data-rights/arrange.ts";
import { memberOf } from "../support/people.ts";

const calls = 1_000_000;

test("a million calls", async () => {
  const owner = await memberOf();
  const id = newId(Date.now());
  await inObject(owner, (sql) => {
    sql.exec(`insert into calls (id, type, direction, status, outcome, provider, started_at, created_at, updated_at, summary)
      with recursive n(i) as (select 1000000 union all select i + 1 from n where i < ${999_999 + calls})
      select '${id.slice(0, 29)}' || i, 'phone', 'inbound', 'completed', 'answered', 'twilio', 1, 1, 1, hex(randomblob(20)) from n`);
  });
  const began = Date.now();
  const exported = await quietly(owner);
  let at = began;
  let interruptions = 0;
  for (let step = 0; (await theExport(owner)).state === "running"; step++) {
    at = Math.max(at, (await theExport(owner)).due_at ?? at);
    const isBroken = step % 2 === 0;
    await stepExport(isBroken ? failing("uploadPart", 1) : env, exported, at);
    if ((await theExport(owner)).failures > 0) interruptions++;
  }
  const { state, step, rows_done, bytes } = await theExport(owner);
  expect(state).toBe("ready");
  expect(rows_done).toBe(2 * calls);
  console.log(
    `${calls} calls: ${step} steps, ${interruptions} interruptions, ${Math.round((bytes ?? 0) / 1e6)} MB, ${Math.round((Date.now() - began) / 1000)} s`,
  );
}, 1_200_000);
