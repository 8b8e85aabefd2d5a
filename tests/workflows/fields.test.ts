/** What conditions ask and steps write: any field of what happened and of contacts, real events of before, and what leaves by a webhook. */
import { expect, test } from "vitest";
import { z } from "zod";
import { newId } from "#app/platform/id.ts";
import { localClock } from "#app/platform/zoned-time.ts";
import { leftMessage } from "../calls/arrange.ts";
import { post } from "../sandbox/world.ts";
import { pageForm } from "../support/page-form.ts";
import { memberOf, origin, type Person } from "../support/people.ts";
import { clinic, newNumber, rows } from "../support/telephone.ts";
import { until } from "../texts/arrange.ts";
import { address, received, receivedBy } from "../webhooks/arrange.ts";
import { callEnds, formOf, graphOf, runOver, runsOver, withoutWaits, workflowOn } from "./arrange.ts";

const paying = { organization: { subscription_status: "active" } };

async function hookOf(owner: Person, id: string): Promise<string> {
  const page = await (await owner.get(`/workflows/${id}`)).text();
  return (/https:\/\/app\.test\/webhooks\/workflows\/[\w/-]+/.exec(page)?.[0] ?? "").replace(origin, "");
}

test("conditions ask any field that another system posts, and contacts' own fields, which a step writes", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf(paying);
  await owner.store.contactBook.saveField({ key: null, label: "Plan" }, Date.now());
  const graph = graphOf("webhook", [
    ["update_contact", { field: "custom.plan", value: "{{event.customer.planName}}" }],
    ["branch", {}],
    ["tag", { tag: "gold" }],
  ]);
  const [, branch] = graph.steps;
  if (!branch) throw new Error("no branch");
  branch.when = { match: "all", tests: [{ field: "contact.custom.plan", is: "is", value: "Gold" }] };
  const id = await workflowOn(owner, graph);
  const byPath = { "trigger.t0.path": "items.0.sku", "trigger.t0.is": "is", "trigger.t0.value": "A-1" };
  const saved = await owner.post(`/workflows/${id}`, { ...formOf(graph, "Orders", 2), ...byPath });
  expect(saved.status).toBe(302);
  const page = await (await owner.get(`/workflows/${id}`)).text();
  for (const words of ["event.items.0.sku", "Contact: Plan"]) expect(page).toContain(words);
  const hook = await hookOf(owner, id);
  const order = (sku: string) =>
    owner.fetch(hook, {
      method: "POST",
      body: JSON.stringify({ phone_number: newNumber(), items: [{ sku }], customer: { planName: "Gold" } }),
      headers: { "content-type": "application/json" },
    });
  expect(await (await order("B-2")).json()).toEqual({ started: false });
  expect(await (await order("A-1")).json()).toEqual({ started: true });
  const run = await runOver(owner, id);
  const contact = await owner.store.contactBook.open(run.contact_id ?? "");
  expect([run.status, contact?.custom, contact?.tags]).toEqual(["done", { plan: "Gold" }, ["gold"]]);
});

test("a workflow is tried with what really happened, and only with what its trigger hears", async () => {
  await using _ = await withoutWaits();
  const house = await clinic();
  const noShow = await workflowOn(house, graphOf("booking_no_show", [["tag", { tag: "absent" }]]), "Absent");
  const left = await workflowOn(house, graphOf("message_left", [["tag", { tag: "wrote" }]]), "Wrote");
  const booked = await house.post("/bookings/new", {
    request: newId(),
    agent: house.agentId,
    kind: "Cleaning",
    minutes: "30",
    date: new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10),
    clock: "12:00",
    name: "Greta Halvorsen",
    phone: "212 555 0177",
    notes: "",
  });
  expect(booked.status).toBe(302);
  await house.store.messages.take(leftMessage({ name: "Hank Sorensen" }));
  expect(await (await house.get(`/workflows/${noShow}`)).text()).not.toContain("Greta Halvorsen");
  expect(await (await house.get(`/workflows/${left}`)).text()).toContain("Hank Sorensen");
  await rows(house, "update bookings set status = 'no_show'");
  const page = await (await house.get(`/workflows/${noShow}`)).text();
  expect(page).toContain("Greta Halvorsen");
  const [row] = await rows(house, "select id from bookings");
  await house.post(`/workflows/${noShow}`, { do: "dry", event: String(row?.id) });
  const [run] = await runsOver(house, noShow);
  expect([run?.mode, run?.status]).toEqual(["dry", "done"]);
});

test("a schedule follows the organization's clock when it is moved to another time zone", async () => {
  const owner = await memberOf(paying);
  const { url } = await address();
  const graph = graphOf("schedule", [["webhook", { url }]]);
  graph.trigger.settings = { days: "", time: "09:30" };
  const id = await workflowOn(owner, graph);
  const dueIn = async (zone: string) => {
    const [row] = await rows(owner, `select next_at from workflows where id = '${id}'`);
    return localClock(Number(row?.next_at), zone);
  };
  const { values } = await pageForm(await (await owner.get("/settings")).text(), "settings-region");
  values.set("intent", "region");
  values.set("time_zone", "Asia/Kathmandu");
  await owner.post("/settings", values);
  await until(async () => expect(await dueIn("Asia/Kathmandu")).toBe("09:30"));
});

const sent = z.object({ data: z.object({ event: z.record(z.string(), z.json()) }) });

test("a webhook step tells what endpoints are told: times as texts, no costs, and at most 64 KB", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf(paying);
  const { host, url } = await address();
  await workflowOn(owner, graphOf("call_ended", [["webhook", { url }]]));
  await callEnds(owner, { other_number: newNumber(), summary: "x".repeat(80_000) });
  const [got] = await receivedBy(host, 1);
  expect(got?.body.length).toBeLessThan(65_536);
  const { event } = sent.parse(JSON.parse(got?.body ?? "{}")).data;
  expect(event.started_at).toEqual(expect.stringMatching(/^\d{4}-\d\d-\d\dT/));
  for (const name of ["cost_micros", "billable_seconds", "currency"]) expect(event).not.toHaveProperty(name);
});

test("a webhook step asks no private address, follows no redirect, and its run fails with the reason", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf(paying);
  const [moved, redirecting] = [
    await address(),
    await address({ status: 302, location: "http://169.254.169.254/latest/meta-data" }),
  ];
  const inward = await workflowOn(owner, graphOf("call_ended", [["webhook", { url: moved.url }]]), "Inward");
  const led = await workflowOn(owner, graphOf("call_ended", [["webhook", { url: redirecting.url }]]), "Led");
  // Public when it was turned on, private when it is asked.
  await post("/dns", { name: moved.host, type: "A", value: "100.64.0.7" });
  await callEnds(owner, { other_number: newNumber() });
  const errors = [await runOver(owner, inward), await runOver(owner, led)].map(
    ({ steps }) => steps[0]?.error,
  );
  expect(errors).toEqual([expect.stringContaining("private_address"), expect.stringContaining("302")]);
  expect(await received(moved.host)).toEqual([]);
});
