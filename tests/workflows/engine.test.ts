/** The engine behind workflows: nothing of the past is heard. */
import { expect, test } from "vitest";
import { callFinished, delivered } from "../support/outbox.ts";
import { memberOf } from "../support/people.ts";
import { graphOf, runsOver, withoutWaits, workflowOn } from "./arrange.ts";

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
