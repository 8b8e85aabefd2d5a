/** /error-logs: who sees which errors, what can be done with them, and what comes back. */
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import * as control from "#drizzle/control/schema.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { breakAgents, group, groupsOf, keptError, repairAgents, rowsOf, tells } from "./arrange.ts";

const shown = async (person: Person, path: string) => pageText(await (await person.get(path)).text());
const mark = (person: Person, id: string, state: string) => person.post(`/error-logs/${id}`, { state });

test("what fails again and again is one line with its count, its route and when it was seen", async () => {
  const owner = await memberOf();
  await breakAgents(owner);
  for (let times = 0; times < 3; times++) expect((await owner.get("/agents")).status).toBe(500);
  const { id } = await group(owner.organizationId, ({ times }) => times === 3);
  await repairAgents(owner);
  expect(await groupsOf(owner.organizationId)).toMatchObject([
    { source: "loader", route: "agents", severity: "error", times: 3, state: "open" },
  ]);
  const list = await shown(owner, "/error-logs");
  expect(list).toContain("no such table: agents");
  expect(list).toContain("Page load · agents");
  const one = await shown(owner, `/error-logs/${id}`);
  expect(one).toMatch(/Seen 3 times, last just now/);
  expect(one).toContain("Latest occurrences");
  expect((await rowsOf(id)).length).toBe(3);
});

test("members see their own organization's errors, and of another's that they do not exist", async () => {
  const [owner, other] = [await memberOf(), await memberOf()];
  const id = await keptError(owner.organizationId, { error_message: "only here" });
  const colleague = await memberOf({ role: "member", organizationId: owner.organizationId });
  expect(await shown(colleague, "/error-logs")).toContain("only here");
  expect(await shown(other, "/error-logs")).toContain("No open errors");
  expect((await other.get(`/error-logs/${id}`)).status).toBe(404);
  expect((await mark(other, id, "resolved")).status).toBe(404);
  const viewer = await memberOf({ role: "viewer", organizationId: owner.organizationId });
  expect((await viewer.get("/error-logs")).status).toBe(403);
  expect(await groupsOf(owner.organizationId)).toMatchObject([{ state: "open" }]);
});

test("platform admins see those of every organization and the platform's own, and mark them; both are audited", async () => {
  const owner = await memberOf({ organization: { name: "Quiet Dental" } });
  const id = await keptError(owner.organizationId, { error_message: "of a customer" });
  await keptError(null, { error_message: "of the platform" });
  const admin = await memberOf({ isPlatformAdmin: true });
  const all = await shown(admin, "/admin/error-logs");
  for (const words of ["of a customer", "Quiet Dental", "of the platform", "Platform"])
    expect(all).toContain(words);
  const ofOne = await shown(admin, `/admin/error-logs?organization=${owner.organizationId}`);
  expect([ofOne.includes("of a customer"), ofOne.includes("of the platform")]).toEqual([true, false]);
  expect(await shown(admin, `/admin/error-logs/${id}`)).toContain("of a customer");
  const answer = await admin.post(`/admin/error-logs/${id}`, { intent: "mark", state: "muted" });
  expect(answer.headers.get("location")).toBe(`/admin/error-logs/${id}?done=muted`);
  expect(await groupsOf(owner.organizationId)).toMatchObject([{ state: "muted" }]);
  const audited = await controlPlane()
    .select()
    .from(control.auditEvents)
    .where(eq(control.auditEvents.actor_id, admin.userId));
  expect(audited.map(({ action, target }) => [action, target])).toEqual(
    expect.arrayContaining([
      ["platform.viewed", "/admin/error-logs"],
      ["error.marked", id],
    ]),
  );
  expect(await shown(admin, "/error-logs")).toContain("All organizations");
  expect(await shown(owner, "/error-logs")).not.toContain("All organizations");
});

test("a resolved error opens again when it happens again, and a muted one is only counted", async () => {
  const owner = await memberOf();
  await breakAgents(owner);
  await owner.get("/agents");
  const { id } = await group(owner.organizationId);
  await repairAgents(owner);
  expect((await mark(owner, id, "resolved")).headers.get("location")).toBe(`/error-logs/${id}?done=resolved`);
  expect(await shown(owner, "/error-logs")).toContain("No open errors");
  expect(await shown(owner, "/error-logs?state=resolved")).toContain("no such table");
  await breakAgents(owner);
  await owner.get("/agents");
  await group(owner.organizationId, ({ state, times }) => state === "open" && times === 2);
  await repairAgents(owner);
  expect(await shown(owner, "/error-logs")).toContain("Came back");
  expect(await shown(owner, `/error-logs/${id}`)).toContain("It was resolved, and came back just now.");
  await mark(owner, id, "muted");
  await breakAgents(owner);
  await owner.get("/agents");
  expect(await group(owner.organizationId, ({ times }) => times === 3)).toMatchObject({ state: "muted" });
  const audited = await controlPlane()
    .select()
    .from(control.auditEvents)
    .where(eq(control.auditEvents.target, id));
  expect(audited.map(({ changes }) => changes?.state)).toEqual(["resolved", "muted"]);
});

test("an unknown state, and a form without a purpose, are refused and change nothing", async () => {
  const owner = await memberOf();
  const id = await keptError(owner.organizationId);
  expect((await mark(owner, id, "gone")).status).toBe(400);
  expect((await owner.post("/error-logs", {})).status).toBe(400);
  expect(await groupsOf(owner.organizationId)).toMatchObject([{ state: "open" }]);
  for (const search of ["?state=nothing", "?source=moon", "?cursor=older.x", "?organization=1"])
    expect((await owner.get(`/error-logs${search}`)).status, search).toBe(200);
});

test("stack and context are omitted, until the organization wants them, and again when it doesn't", async () => {
  const owner = await memberOf();
  const kept = async (times: number) => {
    await tells(owner);
    const { id } = await group(owner.organizationId, (one) => one.times === times);
    const rows = await rowsOf(id);
    return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).at(-1);
  };
  expect(await kept(1)).toMatchObject({ stack_trace: null, context: null });
  expect((await owner.post("/error-logs", { intent: "details", details: "on" })).status).toBe(302);
  expect(await kept(2)).toMatchObject({
    stack_trace: "at save (agent.route-abc.js:3:14)",
    context: { kind: "event", width: 1280, online: true },
  });
  const { id } = await group(owner.organizationId);
  expect(await shown(owner, `/error-logs/${id}`)).toContain("at save (agent.route-abc.js:3:14)");
  expect((await owner.post("/error-logs", { intent: "details" })).status).toBe(302);
  expect(await kept(3)).toMatchObject({ stack_trace: null, context: null });
});

test("an error in a call leads to the call", async () => {
  const owner = await memberOf();
  const call_id = "0192f000-0000-7000-8000-000000000001";
  const id = await keptError(owner.organizationId, { source: "object", call_id });
  expect(await (await owner.get(`/error-logs/${id}`)).text()).toContain(`href="/call-history/${call_id}"`);
});

test("a list is read in pages, by source and state, and every error once", async () => {
  const owner = await memberOf();
  const now = Date.now();
  const messages = Array.from({ length: 60 }, (_, at) => `fault ${String(at).padStart(3, "0")}`);
  for (const [at, error_message] of messages.entries())
    await keptError(owner.organizationId, {
      error_message,
      last_seen_at: now - 1000 * (at >> 1),
      source: at % 3 === 0 ? "browser" : "queue",
    });
  const walk = async (search: string) => {
    const seen: string[] = [];
    for (let path: string | null = `/error-logs${search}`; path; ) {
      const html: string = await (await owner.get(path)).text();
      seen.push(...[...html.matchAll(/>(fault \d{3})</g)].map(([, word = ""]) => word));
      const link = [...html.matchAll(/<a [^>]*>/g)].find(([tag]) => tag.includes('rel="next"'))?.[0];
      path = /href="([^"]*)"/.exec(link ?? "")?.[1]?.replaceAll("&amp;", "&") ?? null;
    }
    return seen.sort();
  };
  expect(await walk("")).toEqual(messages);
  expect(await walk("?source=browser")).toEqual(messages.filter((_, at) => at % 3 === 0));
  await vi.waitFor(async () => expect(await walk("?state=muted")).toEqual([]));
});
