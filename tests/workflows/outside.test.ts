/** What a stranger with a workflow's secret address can and can't do there. */
import { expect, test } from "vitest";
import { memberOf, origin, type Person } from "../support/people.ts";
import { newNumber, rows } from "../support/telephone.ts";
import { graphOf, runsOver, withoutWaits, workflowOn } from "./arrange.ts";

const paying = { organization: { subscription_status: "active" } };

/** The secret address of a workflow, and a way to post there. */
async function hookOf(owner: Person, id: string) {
  const page = await (await owner.get(`/workflows/${id}`)).text();
  const address = /https:\/\/[\w.-]+\/webhooks\/workflows\/[\w/-]+/.exec(page)?.[0] ?? "";
  const post = (body: string) => owner.fetch(address.replace(origin, ""), { method: "POST", body });
  return { address, post, say: (event: object) => post(JSON.stringify(event)) };
}

const listed = async (owner: Person) =>
  rows(owner, "select phone_number, contact_id, status, why from workflow_runs order by id");

test("the person is known by phone_number alone: another field names no number and no contact", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf(paying);
  const id = await workflowOn(owner, graphOf("webhook", [["tag", { tag: "seen" }]]));
  const { say } = await hookOf(owner, id);
  const more = {
    other_number: "+1 212-555-0188",
    contact_id: crypto.randomUUID(),
    own_number: "+12125550100",
  };
  expect((await say(more)).status).toBe(202);
  expect((await say({ ...more, phone_number: "+1 (212) 555-0188" })).status).toBe(202);
  await runsOver(owner, id, 2);
  const seen = (await listed(owner)).map(({ phone_number }) => phone_number);
  expect(seen).toEqual([null, "+12125550188"]);
  const kept = await rows(owner, "select event from workflow_runs");
  expect(JSON.stringify(kept)).not.toContain("other_number");
  expect(JSON.stringify(kept)).not.toContain(more.contact_id);
});

test("a person's runs are bounded by their number, whatever contact an event names", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf(paying);
  const id = await workflowOn(owner, graphOf("webhook", [["tag", { tag: "seen" }]]));
  const { say } = await hookOf(owner, id);
  const phone_number = newNumber();
  for (let i = 0; i < 11; i += 1) await say({ phone_number, contact_id: crypto.randomUUID() });
  await runsOver(owner, id, 11);
  const stopped = (await listed(owner)).filter(({ status }) => status === "stopped");
  expect(stopped.map(({ why }) => why)).toEqual([expect.stringContaining("10 times for this person")]);
});

test("JSON in JSON without an end is answered 400, and a minute has room for so many events", async () => {
  const owner = await memberOf(paying);
  const id = await workflowOn(owner, graphOf("webhook", [["tag", { tag: "seen" }]]));
  const { post } = await hookOf(owner, id);
  expect((await post(`{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`)).status).toBe(400);
  expect((await post(`{"a":"${"[".repeat(200)}\\"${"{".repeat(200)}"}`)).status).toBe(202);
  await Promise.all(
    Array.from({ length: 300 }, () => owner.store.workflowRuns.hasRoomAtHook(id, Date.now())),
  );
  const full = await post("{}");
  expect([full.status, full.headers.get("retry-after")]).toEqual([429, "60"]);
});
