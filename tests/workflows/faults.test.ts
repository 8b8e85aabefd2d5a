/** What goes wrong with workflows: they start themselves or each other, the plan's runs are used up, a step fails for a day. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { runLimitsOf } from "#app/workflows/workflow-limits.ts";
import { auditEvents } from "#drizzle/control/schema.ts";
import { post } from "../sandbox/world.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, origin, type Person } from "../support/people.ts";
import { newNumber, rows } from "../support/telephone.ts";
import { until } from "../texts/arrange.ts";
import { address, received } from "../webhooks/arrange.ts";
import { callEnds, graphOf, runOver, runsOver, withoutWaits, workflowOn } from "./arrange.ts";

const paying = { organization: { subscription_status: "active" } };

const change = (owner: Person, statement: string) =>
  runInDurableObject(env.ORGANIZATION.getByName(owner.organizationId), (_, { storage }) => {
    storage.sql.exec(statement);
  });

test("a workflow that starts itself is cut after a few runs, with the reason", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf(paying);
  const id = await workflowOn(
    owner,
    graphOf("contact_tagged", [
      ["untag", { tag: "again" }],
      ["tag", { tag: "again" }],
    ]),
  );
  const saved = await owner.store.contactBook.save(
    {
      id: null,
      version: null,
      name: "Ada",
      company: "",
      address: "",
      time_zone: "",
      country: "",
      status: null,
      numbers: [{ phone_number: newNumber(), label: "" }],
      emails: [],
      custom: {},
    },
    { id: owner.userId, name: "Mara", now: Date.now() },
  );
  if (!saved.ok) throw new Error("not saved");
  await owner.store.contactBook.change({ do: "tag", ids: [saved.id], tag: "again" }, Date.now());
  await until(async () => {
    const runs = await owner.store.workflowSteps.list({ workflow_id: id, failed: false, before: null });
    expect(runs.rows[0]?.status).toBe("stopped");
  });
  const all = await runsOver(owner, id, 2);
  expect(all.length).toBeLessThanOrEqual(8);
  expect(all[0]?.why).toContain("started each other");
});

test("two workflows that start each other are cut too", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf(paying);
  const swap = (from: string, to: string) => {
    const graph = graphOf("contact_tagged", [
      ["untag", { tag: from }],
      ["tag", { tag: to }],
    ]);
    graph.trigger.when = { match: "all", tests: [{ field: "event.tag", is: "is", value: from }] };
    return graph;
  };
  const one = await workflowOn(owner, swap("a", "b"), "To b");
  const other = await workflowOn(owner, swap("b", "a"), "To a");
  const start = await workflowOn(owner, graphOf("call_ended", [["tag", { tag: "a" }]]), "Begin");
  await callEnds(owner, { other_number: newNumber() });
  await runsOver(owner, start);
  const stopped = async () => rows(owner, "select workflow_id from workflow_runs where status = 'stopped'");
  await until(async () => expect((await stopped()).length).toBe(1));
  const runs = [...(await runsOver(owner, one)), ...(await runsOver(owner, other))];
  expect(runs.length).toBeLessThanOrEqual(7);
});

test("a run beyond the plan's month is kept, and can be begun later", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf(paying);
  const id = await workflowOn(owner, graphOf("call_ended", [["tag", { tag: "seen" }]]));
  const { month } = runLimitsOf("starter");
  const now = new Date().toISOString().slice(0, 7);
  await change(owner, `insert into workflow_months (month, runs) values ('${now}', ${month})`);
  await callEnds(owner, { other_number: newNumber() });
  const [held] = await runsOver(owner, id);
  expect([held?.status, held?.why]).toEqual(["limited", expect.stringContaining("used up")]);
  await change(owner, "update workflow_months set runs = 0");
  const again = await owner.post(`/workflows/runs/${held?.id}`, { do: "retry" });
  expect(again.status).toBe(200);
  expect((await runOver(owner, id)).status).toBe("done");
});

test("a step that keeps failing ends its run as failed, with its tries, and the run goes on from it later", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf(paying);
  const { url } = await address({ status: 500 });
  const id = await workflowOn(
    owner,
    graphOf("call_ended", [
      ["tag", { tag: "first" }],
      ["webhook", { url }],
      ["tag", { tag: "last" }],
    ]),
  );
  await callEnds(owner, { other_number: newNumber() });
  const run = await runOver(owner, id);
  expect([run.status, run.steps.map(({ status }) => status)]).toEqual(["failed", ["done", "failed"]]);
  const page = await (await owner.get(`/workflows/runs/${run.id}`)).text();
  expect(page).toContain("Begin again from here");
  expect((await owner.post(`/workflows/runs/${run.id}`, { do: "retry:s3" })).status).toBe(200);
  await runsOver(owner, id);
  const after = await owner.store.workflowSteps.find(run.id);
  expect([after?.status, after?.attempt, after?.steps.map(({ step_id }) => step_id)]).toEqual([
    "done",
    2,
    ["s1", "s2", "s3"],
  ]);
  // Each time that it is begun counts against the plan.
  expect(await rows(owner, "select runs from workflow_months")).toEqual([{ runs: 2 }]);
});

test("all failed runs of a workflow begin again from their failed steps, once, by those who may, and it says how many", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf(paying);
  const viewer = await memberOf({ role: "viewer", organizationId: owner.organizationId });
  const { host, url } = await address({ status: 500 });
  const steps = graphOf("call_ended", [
    ["tag", { tag: "first" }],
    ["webhook", { url }],
    ["tag", { tag: "last" }],
  ]);
  const id = await workflowOn(owner, steps);
  const path = `/workflows/${id}?runs=failed`;
  expect(await pageText(await (await owner.get(path)).text())).toContain("No run has failed.");
  for (let i = 0; i < 2; i += 1) await callEnds(owner, { other_number: newNumber() });
  await runsOver(owner, id, 2);
  expect(await (await owner.get("/workflows")).text()).toContain(`href="${path}"`);
  expect(await (await owner.get(`/workflows/${id}`)).text()).toContain(`href="${path}"`);
  expect(await (await owner.get(path)).text()).toContain("Begin all failed again");
  expect((await viewer.post(path, { do: "retry_failed" })).status).toBe(403);
  const tries = (await received(host)).length;
  await post("/web-pages", { host, path: "/hooks", type: "text/plain", body: "OK", keeps: true });
  const pressed = await Promise.all([1, 2].map(() => owner.post(path, { do: "retry_failed" })));
  const said = await Promise.all(pressed.map(async (answer) => pageText(await answer.text())));
  expect(said.filter((text) => text.includes("2 runs begin again."))).toHaveLength(1);
  expect(said.filter((text) => text.includes("no failed run that could begin again"))).toHaveLength(1);
  for (const { id: run_id } of await runsOver(owner, id, 2)) {
    const run = await owner.store.workflowSteps.find(run_id);
    const walked = run?.steps.map(({ step_id, attempt }) => `${step_id} ${attempt}`);
    expect([run?.status, walked]).toEqual(["done", ["s1 1", "s2 1", "s2 2", "s3 2"]]);
  }
  expect(await received(host)).toHaveLength(tries + 2);
  const audited = await controlPlane().select().from(auditEvents).where(eq(auditEvents.target, id));
  expect(audited.filter(({ action }) => action === "workflow.retried")).toMatchObject([
    { changes: { runs: 2 } },
  ]);
});

test("another system starts a workflow at its secret address alone, once for a key", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf(paying);
  const id = await workflowOn(owner, graphOf("webhook", [["tag", { tag: "from outside" }]]));
  const page = await (await owner.get(`/workflows/${id}`)).text();
  const addressIn = (shown: string) =>
    /https:\/\/app\.test\/webhooks\/workflows\/[\w/-]+/.exec(shown)?.[0] ?? "";
  const address = addressIn(page);
  const post = (to: string) =>
    owner.fetch(to.replace(origin, ""), {
      method: "POST",
      body: JSON.stringify({ phone_number: newNumber(), name: "Ada" }),
      headers: { "content-type": "application/json", "idempotency-key": "order-1" },
    });
  expect([(await post(address)).status, (await post(address)).status]).toEqual([202, 202]);
  expect((await post(`${address}x`)).status).toBe(404);
  expect((await runsOver(owner, id)).length).toBe(1);
  expect(page).toContain("ends at once");
  const renewed = await (await owner.post(`/workflows/${id}`, { do: "renew_address" })).text();
  const other = addressIn(renewed);
  expect(other).not.toBe(address);
  expect([(await post(address)).status, (await post(`${other}x`)).status]).toEqual([404, 404]);
  expect((await post(other)).status).toBe(202);
  expect(addressIn(await (await owner.get(`/workflows/${id}`)).text())).toBe(other);
  await owner.post(`/workflows/${id}`, { do: "renew_address" });
  expect((await post(other)).status).toBe(404);
  await suspend(owner, Date.now());
  expect((await post(address)).status).toBe(403);
});

const suspend = ({ organizationId }: Person, at: number | null) =>
  env.DB.prepare("update organizations set suspended_at = ? where id = ?").bind(at, organizationId).run();

test("what happens while an organization is suspended stands as stopped, and can be begun when it is let in again", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf(paying);
  const id = await workflowOn(owner, graphOf("call_ended", [["tag", { tag: "seen" }]]));
  await suspend(owner, Date.now());
  await callEnds(owner, { other_number: newNumber() });
  const held = await runOver(owner, id);
  expect([held.status, held.why]).toEqual(["stopped", expect.stringContaining("suspended")]);
  await suspend(owner, null);
  expect((await owner.post(`/workflows/runs/${held.id}`, { do: "retry" })).status).toBe(200);
  await until(async () => expect((await runOver(owner, id)).status).toBe("done"));
});

test("a dry run with a past event does nothing, and says what it would do", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf(paying);
  const id = await workflowOn(owner, graphOf("webhook", [["tag", { tag: "for {{event.name}}" }]]));
  const { store } = owner;
  const happened = { event_id: "hook:1", kind: "webhook", payload: { name: "Ada" }, at: 1, now: Date.now() };
  await store.workflowRuns.hearOne(id, happened, "webhook");
  const first = await runOver(owner, id);
  expect(first.status).toBe("failed");
  const answer = await owner.post(`/workflows/${id}`, { do: "dry", event: first.id });
  const to = answer.headers.get("location") ?? "";
  expect(to).toMatch(/^\/workflows\/runs\//);
  await runsOver(owner, id, 2);
  const log = await store.workflowSteps.find(to.slice("/workflows/runs/".length));
  expect([log?.mode, log?.status, log?.steps[0]?.input]).toEqual(["dry", "done", { tag: "for Ada" }]);
  expect(await pageText(await (await owner.get(to)).text())).toContain("Would be done");
});
