/** The engine behind workflows: nothing of the past is heard, a run that the platform lost goes on, and many events at once are each run, held back or dropped with a reason. */
import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { hour_ms } from "#app/platform/durations.ts";
import { newId } from "#app/platform/id.ts";
import { mostForPerson, runLimitsOf } from "#app/workflows/workflow-limits.ts";
import { at } from "../support/clock.ts";
import { callFinished, delivered } from "../support/outbox.ts";
import { pageText } from "../support/page-form.ts";
import { memberOf, type Person } from "../support/people.ts";
import { newNumber, rows } from "../support/telephone.ts";
import { callEnds, formOf, graphOf, runOver, runsOver, withoutWaits, workflowOn } from "./arrange.ts";

const paying = { organization: { subscription_status: "active" } };

test("a workflow that was turned on hears nothing of what happened before", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf(paying);
  const call = (call_id: string, ago: number) => ({
    ...callFinished(owner.organizationId, {}, call_id),
    created_at: Date.now() - ago,
  });
  const id = await workflowOn(owner, graphOf("call_ended", [["tag", { tag: "seen" }]]));
  await delivered([call("earlier", 60_000), call("later", 0)], "facts");
  expect((await owner.post(`/workflows/${id}`, { do: "disable" })).status).toBe(200);
  const between = call("between", 0);
  expect((await owner.post(`/workflows/${id}`, { do: "enable" })).status).toBe(200);
  await delivered([between, call("last", 0)], "facts");
  const runs = await runsOver(owner, id, 2);
  const events = await Promise.all(
    runs.map(async (run) => (await owner.store.workflowSteps.find(run.id))?.event),
  );
  expect(events).toMatchObject([{ call_id: "last" }, { call_id: "later" }]);
});

const objectOf = ({ organizationId }: Person) => env.ORGANIZATION.getByName(organizationId);

/** So much later the organization's timers ring, and ring again for what the first of them asked for. */
const looked = (owner: Person, ms: number) =>
  at(Date.now() + ms, async () => {
    await runDurableObjectAlarm(objectOf(owner));
    await runDurableObjectAlarm(objectOf(owner));
  });

const sleeping = (owner: Person, workflow_id: string) =>
  vi.waitFor(
    async () => {
      const { rows: runs } = await owner.store.workflowSteps.list({
        workflow_id,
        failed: false,
        before: null,
      });
      if (runs[0]?.status !== "waiting") throw new Error(`it is ${runs[0]?.status}`);
      return runs[0];
    },
    { timeout: 60_000, interval: 100 },
  );

test("a run whose instance is lost in a wait goes on once, in its version, where the object has restarted too", async () => {
  const owner = await memberOf(paying);
  const graph = graphOf("call_ended", [
    ["tag", { tag: "before" }],
    ["wait", { amount: "2", unit: "days" }],
    ["tag", { tag: "after" }],
  ]);
  const id = await workflowOn(owner, graph);
  await callEnds(owner, { other_number: newNumber() });
  const run = await sleeping(owner, id);
  const last = graph.steps.at(-1);
  if (last) last.settings = { tag: "changed" };
  expect((await owner.post(`/workflows/${id}`, formOf(graph, "Follow up", run.version))).status).toBe(302);
  await (await env.AUTOMATION.get(run.id)).terminate();
  // Its time is over meanwhile.
  await rows(owner, "update workflow_steps set ended_at = 1 where kind = 'wait'");
  await evictDurableObject(objectOf(owner));
  await looked(owner, 3 * hour_ms);
  const over = await runOver(owner, id);
  expect([over.status, over.version, over.attempt]).toEqual(["done", run.version, 1]);
  expect(over.steps.map(({ status, input }) => [status, input])).toEqual([
    ["done", { tag: "before" }],
    ["done", expect.anything()],
    ["done", { tag: "after" }],
  ]);
});

test("a run that the platform never began is begun, and one that breaks off again and again fails and can be retried", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf(paying);
  const id = await workflowOn(owner, graphOf("call_ended", [["tag", { tag: "seen" }]]));
  await callEnds(owner, { other_number: newNumber() });
  const run = await runOver(owner, id);
  const lost = (instance: string) =>
    rows(
      owner,
      `update workflow_runs set status = 'running', ended_at = null, instance_id = '${instance}', updated_at = 1`,
    );
  await lost("never-begun");
  await looked(owner, hour_ms);
  expect((await runOver(owner, id)).status).toBe("done");
  await lost(`${run.id}-1-r3`);
  // The watch rings ten minutes after it last did, an hour from now.
  await looked(owner, 2 * hour_ms);
  expect(await runOver(owner, id)).toMatchObject({
    status: "failed",
    why: expect.stringContaining("broke off"),
  });
  expect((await owner.post(`/workflows/runs/${run.id}`, { do: "retry" })).status).toBe(200);
  expect(await runOver(owner, id)).toMatchObject({ status: "done", attempt: 2 });
});

test("of many events in a minute each is run, kept for later, or dropped with a reason that the page says", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf(paying);
  const id = await workflowOn(owner, graphOf("call_ended", [["stop", {}]]));
  const { month } = runLimitsOf("starter");
  const room = 25;
  const now = new Date().toISOString().slice(0, 7);
  await rows(owner, `insert into workflow_months (month, runs) values ('${now}', ${month - room})`);
  const one = newNumber();
  const numbers = [...Array.from({ length: 50 }, newNumber), ...Array.from({ length: 20 }, () => one)];
  const facts = numbers.map((other_number) => ({
    ...callFinished(owner.organizationId, { other_number, booked: false }, newId()),
    created_at: Date.now(),
  }));
  for (let i = 0; i < facts.length; i += 25) await delivered(facts.slice(i, i + 25), "facts");
  await vi.waitFor(
    async () =>
      expect(
        await rows(owner, "select status, count(*) as n from workflow_runs group by status order by status"),
      ).toEqual([
        { status: "done", n: room },
        { status: "limited", n: 50 + mostForPerson - room },
        { status: "stopped", n: 20 - mostForPerson },
      ]),
    { timeout: 90_000, interval: 250 },
  );
  const page = await pageText(await (await owner.get(`/workflows/${id}`)).text());
  expect(page).toContain("used up");
  expect(page).toContain("This run was not begun");
});
