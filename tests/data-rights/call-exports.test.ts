/** Exports of the calls that a list's filters show: their files, their progress, who may have them. */
import { beforeAll, expect, test } from "vitest";
import { day_ms } from "#app/platform/durations.ts";
import { ended, finishedCall, inObject } from "../calls/arrange.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, memberOf, type Person } from "../support/people.ts";
import { begin, exportsOf, ready, theExport } from "./arrange.ts";
import { unzipped } from "./unzip.ts";

const path = "/call-history/exports";

/** The first page of a file loads all of them. */
beforeAll(async () => {
  await anonymous().get("/call-history");
}, 180_000);

const start = (person: Person, format: "csv" | "json", query = "") =>
  person.post(path, { intent: "export", format, query });

async function files(person: Person): Promise<Map<string, string>> {
  const { id } = await ready(person);
  const answer = await person.get(`${path}/${id}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="calls-/);
  return unzipped(new Uint8Array(await answer.arrayBuffer()));
}

async function withCalls() {
  const owner = await memberOf();
  const now = Date.now();
  const booked = finishedCall({
    outcome: "booked",
    caller_name: "=HYPERLINK(1)",
    summary: '@Booked, "soon"',
    started_at: now - 60_000,
  });
  const answered = finishedCall({ started_at: now - 120_000, caller_name: "Bruno Klein" });
  const old = finishedCall({ outcome: "booked", started_at: now - 40 * day_ms, caller_name: "Olga Alt" });
  await ended(owner, booked, answered, old);
  await owner.post(`/call-history/${booked.id}`, { do: "add_tag", tag: "vip" });
  await owner.post(`/call-history/${booked.id}`, { do: "add_tag", tag: "=cmd" });
  return { owner, booked, answered, old };
}

test("CSV has the calls of the filters, newest first, and no cell that a spreadsheet computes", async () => {
  const { owner, booked } = await withCalls();
  const page = await pageText(await (await owner.get(`${path}?outcome=booked&range=30`)).text());
  expect(page).toMatch(/Outcome Booked/);
  const started = await start(owner, "csv", "?outcome=booked&range=30");
  expect(started.headers.get("location")).toBe(`${path}?outcome=booked&range=30&done=export`);
  const kept = await files(owner);
  expect([...kept.keys()].sort()).toEqual(["calls.csv", "manifest.json"]);
  const lines = (kept.get("calls.csv") ?? "").trimEnd().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^id,started_at,.*,tags$/);
  expect(lines[1]?.startsWith(booked.id)).toBe(true);
  for (const cell of ["'=HYPERLINK(1)", `"'@Booked, ""soon"""`, "'+14155550142", `"'=cmd, vip"`])
    expect(lines[1]).toContain(cell);
  expect(await theExport(owner)).toMatchObject({ rows_done: 1, content: "calls_csv" });
  expect(await pageText(await (await owner.get(path)).text())).toMatch(/CSV Ready/);
});

test("JSON has transcripts, notes and tags; the other list's page does not have the file", async () => {
  const { owner, booked, answered, old } = await withCalls();
  await start(owner, "json");
  const kept = await files(owner);
  const calls = (kept.get("calls.jsonl") ?? "")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(calls.map(({ id }) => id)).toEqual([booked.id, answered.id, old.id]);
  expect(calls[0]).toMatchObject({ tags: ["=cmd", "vip"], notes: [], transcript: booked.lines });
  const { id } = await theExport(owner);
  expect((await owner.get(`/settings/data/exports/${id}`)).status).toBe(404);
  expect(await pageText(await (await owner.get("/settings/data")).text())).not.toContain("JSON Ready");
  // An export of everything goes beside it, and its file is not here.
  expect((await begin(owner)).headers.get("location")).toBe("/settings/data?done=export");
});

test("an export of many calls goes on step by step and loses none, whatever is deleted meanwhile", async () => {
  const owner = await memberOf();
  await owner.store.agents.names();
  const many = 5500;
  await inObject(owner, (sql) =>
    sql.exec(
      `insert into calls (id, type, direction, status, outcome, provider, provider_call_id, started_at, created_at, updated_at)
       with recursive n(i) as (select 1 union all select i + 1 from n where i < ${many})
       select printf('019a0000-0000-7000-8000-%012x', i), 'phone', 'inbound', 'completed', 'answered', 'twilio', 'CA' || i, 0, 0, 0 from n`,
    ),
  );
  const query = { ...everything };
  const first = await owner.store.callRows.callsPage(query, "UTC", null, "csv");
  expect(first.rows).toBe(1000);
  await inObject(owner, (sql) => sql.exec("delete from calls where id = ?", first.next));
  let { next, rows } = first;
  while (next !== null) {
    const page = await owner.store.callRows.callsPage(query, "UTC", next, "csv");
    rows += page.rows;
    next = page.next;
  }
  expect(rows).toBe(many);
  await start(owner, "csv");
  const lines = ((await files(owner)).get("calls.csv") ?? "").trimEnd().split("\r\n");
  expect(new Set(lines).size).toBe(many);
});

const everything = {
  q: "",
  agent: null,
  number: null,
  outcome: null,
  direction: null,
  tag: null,
  length: null,
  cost: null,
  ending: null,
  success: null,
  sentiment: null,
  last: null,
  range: null,
  from: null,
  to: null,
  cursor: "",
};

test("members who may not export, other organizations and old proofs get nothing", async () => {
  const { owner } = await withCalls();
  await start(owner, "csv");
  const { id } = await ready(owner);
  const member = await memberOf({ role: "member", organizationId: owner.organizationId });
  for (const address of [path, `${path}/${id}`]) expect((await member.get(address)).status).toBe(403);
  expect((await start(member, "csv")).status).toBe(403);
  expect(await (await member.get("/call-history")).text()).not.toContain(`href="${path}`);
  const stranger = await memberOf();
  expect((await stranger.get(`${path}/${id}`)).status).toBe(404);
  expect((await owner.post(path, { intent: "export", format: "xml", query: "" })).status).toBe(400);
  expect(await exportsOf(stranger)).toEqual([]);
});
