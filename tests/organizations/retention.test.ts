/** How long what was said is kept: it goes when it is old enough, and the calls stay. */
import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { ended, finishedCall, inObject, leftMessage } from "../calls/arrange.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { rows } from "../support/telephone.ts";

const day = 86_400_000;

const save = (person: Person, section: string, typed: Record<string, string>) =>
  person.post("/settings", { intent: section, ...typed });

const audited = ({ organizationId }: Person, action: string) =>
  controlPlane()
    .select()
    .from(control.auditEvents)
    .where(
      and(eq(control.auditEvents.organization_id, organizationId), eq(control.auditEvents.action, action)),
    );

/** The organization's clock strikes, if anything is due. */
const strike = ({ organizationId }: Person) =>
  runDurableObjectAlarm(env.ORGANIZATION.getByName(organizationId));

const oldCall = (days: number, words: string) => {
  const started_at = Date.now() - days * day;
  return finishedCall({
    started_at,
    summary: `Asked about ${words}`,
    fields: [{ id: "name", label: "Full name", value: "Marta" }],
    lines: [{ type: "caller", text: words, heard: null, detail: null, at_ms: 0 }],
  });
};

test("what was said longer ago than it is kept is gone, and the calls stay", async () => {
  const owner = await memberOf();
  const [old, recent] = [oldCall(31, "a crown"), oldCall(29, "whitening")];
  await ended(owner, old, recent);
  for (const { id, started_at } of [old, recent])
    await owner.store.messages.take(leftMessage({ call_id: id, now: started_at }));
  const done = await owner.store.messages.take(
    leftMessage({ call_id: old.id, now: old.started_at, text: "Please call me about the crown" }),
  );
  await owner.store.messages.markDone(
    { id: done.id, call_id: null },
    { id: owner.userId, name: "Owner" },
    Date.now(),
  );
  expect((await save(owner, "retention", { retention_days: "30" })).status).toBe(302);
  await strike(owner);
  expect(await rows(owner, "select call_id from call_transcripts")).toEqual([{ call_id: recent.id }]);
  // A call back that is still open was promised to a caller: it stays.
  expect(await rows(owner, "select call_id, done_at from messages order by call_id")).toEqual([
    { call_id: old.id, done_at: null },
    { call_id: recent.id, done_at: null },
  ]);
  expect(await rows(owner, "select id, summary, fields, talk_seconds from calls order by id")).toEqual([
    { id: old.id, summary: null, fields: "[]", talk_seconds: 120 },
    expect.objectContaining({ id: recent.id, summary: "Asked about whitening" }),
  ]);
  const page = await pageText(await (await owner.get(`/call-history/${old.id}`)).text());
  expect(page).toContain("This transcript was deleted under your data retention setting.");
  const found = await pageText(await (await owner.get("/call-history?q=crown")).text());
  expect(found).not.toContain("Asked about a crown");
  expect(await pageText(await (await owner.get("/call-history?q=whitening")).text())).toContain("whitening");
  expect(await audited(owner, "organization.retention_changed")).toEqual([
    expect.objectContaining({ changes: { retention_days: 30 } }),
  ]);
});

test("a test that was made of a call goes with its words, and its plays", async () => {
  const owner = await memberOf();
  const [old, recent] = [oldCall(31, "a crown"), oldCall(29, "whitening")];
  await ended(owner, old, recent);
  await inObject(owner, (sql) => {
    for (const { id } of [old, recent]) {
      sql.exec(
        `insert into agent_tests (id, agent_id, name, test, call_id, created_at, updated_at) values (?, 'a', 'Marta', '{}', ?, 1, 1)`,
        ...[id, id],
      );
      sql.exec(
        `insert into agent_test_runs (test_id, brain, agent_version, verdict, played, at) values (?, 'built_in', 1, 'passed', '{}', 1)`,
        id,
      );
    }
  });
  expect((await save(owner, "retention", { retention_days: "30" })).status).toBe(302);
  await strike(owner);
  expect(await rows(owner, "select call_id from agent_tests")).toEqual([{ call_id: recent.id }]);
  expect(await rows(owner, "select test_id from agent_test_runs")).toEqual([{ test_id: recent.id }]);
});

test("every day it goes on, and thousands of calls go in steps", async () => {
  const owner = await memberOf();
  await save(owner, "retention", { retention_days: "90" });
  await strike(owner);
  await ended(owner, oldCall(91, "late"));
  const due = () => rows(owner, "select due_at from timers where kind = 'retention'");
  const [next] = await due();
  expect(Number(next?.due_at) - Date.now()).toBeGreaterThan(23 * 3_600_000);
  const { id } = oldCall(200, "many");
  await inObject(owner, (sql) => {
    sql.exec(`insert into calls (id, type, direction, status, outcome, provider, started_at, created_at, updated_at)
      with recursive n(i) as (select 100000 union all select i + 1 from n where i < 101199)
      select '${id.slice(0, 30)}' || i, 'phone', 'inbound', 'completed', 'answered', 'twilio', 1, 1, 1 from n`);
    sql.exec("insert into call_transcripts (call_id, lines) select id, '[]' from calls where started_at = 1");
    sql.exec("update timers set due_at = 1 where kind = 'retention'");
  });
  const left = async () => (await rows(owner, "select count(*) as n from call_transcripts"))[0]?.n;
  // Each does at most 500; while more is due it strikes again by itself.
  for (let strikes = 0; (await left()) !== 0 && strikes < 5; strikes++) await strike(owner);
  expect(await left()).toBe(0);
  expect((await rows(owner, "select count(*) as n from calls"))[0]?.n).toBe(1201);
});

test("a longer time, or none, forgets nothing", async () => {
  const owner = await memberOf();
  await ended(owner, oldCall(400, "old"));
  await save(owner, "retention", { retention_days: "30" });
  const kept = await save(owner, "retention", { retention_days: "" });
  const page = await pageText(await (await owner.get(kept.headers.get("location") ?? "")).text());
  expect(page).toContain("Saved. Transcripts are kept as long as the organization exists.");
  await strike(owner);
  await save(owner, "retention", { retention_days: "730" });
  await strike(owner);
  expect(await rows(owner, "select call_id from call_transcripts")).toHaveLength(1);
});

test.each(["7", "0", "-1", "30.5", "forever", "1e3"])(
  "a retention of %j is refused",
  async (retention_days) => {
    const owner = await memberOf();
    expect((await save(owner, "retention", { retention_days })).status).toBe(422);
    expect(await owner.store.settings.retention()).toBeNull();
  },
);
