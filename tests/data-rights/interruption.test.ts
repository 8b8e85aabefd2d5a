/** An export that is interrupted: it goes on where it stood, and the archive is whole. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { stepExport } from "#app/data-rights/export-steps.server.ts";
import { exportNote, startExport } from "#app/data-rights/exports.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { newId } from "#app/platform/id.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { inObject } from "../calls/arrange.ts";
import { mailsTo, mailTo } from "../support/inbox.ts";
import { memberOf, type Person } from "../support/people.ts";
import { cron, download, failing, quietly, ready, step, theExport } from "./arrange.ts";
import { rowsIn } from "./unzip.ts";

/** Long enough for several steps, and for several parts of the file: random summaries do not compress. */
const calls = 30_000;

async function manyCalls(owner: Person): Promise<void> {
  const id = newId(Date.now());
  await inObject(owner, (sql) => {
    sql.exec(`insert into calls (id, type, direction, status, outcome, provider, started_at, created_at, updated_at, summary)
      with recursive n(i) as (select 100000 union all select i + 1 from n where i < ${99_999 + calls})
      select '${id.slice(0, 30)}' || i, 'phone', 'inbound', 'completed', 'answered', 'twilio', 1, 1, 1, hex(randomblob(300)) from n`);
  });
}

test("a step that fails half way is done again, and no call is missing or there twice", async () => {
  const owner = await memberOf();
  await manyCalls(owner);
  const id = await quietly(owner);
  await stepExport(failing("put", 1), id, Date.now());
  expect(await theExport(owner)).toMatchObject({
    state: "running",
    failures: 1,
    last_error: "the bucket is away",
  });
  let at = Date.now();
  // Every second step fails; a failed one waits for its time.
  for (let tries = 0; tries < 200; tries++) {
    const row = await theExport(owner);
    if (row.state !== "running") break;
    at = Math.max(at, row.due_at ?? at);
    await stepExport(tries % 2 === 0 ? failing("uploadPart", 1) : env, id, at);
  }
  const done = await ready(owner);
  expect(done.step).toBeGreaterThan(3);
  const files = await download(owner, id);
  const ids = rowsIn(files, "data/calls.jsonl").map((row) => row.id);
  expect(ids).toHaveLength(calls);
  expect(new Set(ids).size).toBe(calls);
  expect((files.get("calls.csv") ?? "").split("\r\n")).toHaveLength(calls + 2);
  const { objects } = await env.FILES.list({ prefix: `exports/${owner.organizationId}/` });
  expect(objects.map(({ key }) => key)).toEqual([`exports/${owner.organizationId}/${id}.zip`]);
}, 120_000);

test("what the queue loses, cron asks for again; many messages at once do each step once", async () => {
  const owner = await memberOf();
  const id = await quietly(owner);
  await Promise.all([step(owner, id), step(owner, id), step(owner, id)]);
  await cron(Date.now() + 10 * 60_000);
  expect(await ready(owner)).toMatchObject({ failures: 0 });
  await cron();
  await mailTo(owner.email);
});

test("an export that fails again and again ends, says so, and leaves no file", async () => {
  const owner = await memberOf();
  const id = await quietly(owner);
  let at = Date.now();
  for (let tries = 0; tries < 10; tries++) {
    at = Math.max(at, (await theExport(owner)).due_at ?? at);
    await stepExport(failing("uploadPart", 1), id, at);
  }
  expect(await theExport(owner)).toMatchObject({ state: "failed", due_at: null });
  expect((await env.FILES.list({ prefix: `exports/${owner.organizationId}/` })).objects).toEqual([]);
  expect((await owner.get(`/settings/data/exports/${id}`)).status).toBe(404);
  const html = await (await owner.get("/settings/data")).text();
  expect(html).toContain("The export couldn&#x27;t be completed.");
});

test("the platform may begin an export, and only the organization's owners get it", async () => {
  const owner = await memberOf();
  const colleague = await memberOf({ role: "member", organizationId: owner.organizationId });
  const admin = await memberOf({ isPlatformAdmin: true });
  const deps = { env, db: new Database(env.DB, new Timing()) };
  const note = exportNote(owner.organizationId, admin.userId);
  expect((await startExport(null, owner.organizationId, deps, note)).ok).toBe(true);
  const { id } = await ready(owner);
  expect((await mailTo(owner.email)).subject).toBe("Export ready: Bright Smile");
  expect((await admin.get(`/settings/data/exports/${id}`)).status).toBe(404);
  for (const { email } of [colleague, admin]) expect(await mailsTo(email)).toEqual([]);
});
