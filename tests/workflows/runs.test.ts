/** A workflow runs when something happens: once for each event, step by step, with a log that its pages show. */
import { expect, test } from "vitest";
import { ended, finishedCall } from "../calls/arrange.ts";
import { twilio } from "../carriers/sides.ts";
import { memberOf } from "../support/people.ts";
import { clinic, newNumber, rows } from "../support/telephone.ts";
import { phoneOf, textedClinic, until } from "../texts/arrange.ts";
import { address, receivedBy } from "../webhooks/arrange.ts";
import {
  callEnds,
  formOf,
  graphOf,
  missedCall,
  runOver,
  runsOver,
  templateOf,
  withoutWaits,
  workflowOn,
} from "./arrange.ts";

test("a missed call is answered with a text and a tag, once, however often it is told of", async () => {
  await using _ = await withoutWaits();
  const owner = await textedClinic(twilio);
  const id = await workflowOn(owner, templateOf("missed_text"), "Text back");
  const from = newNumber();
  const call = await callEnds(owner, missedCall(from, owner.number));
  await callEnds(owner, missedCall(from, owner.number), call);
  const run = await runOver(owner, id);
  expect([run.status, run.steps.map(({ kind, status }) => [kind, status])]).toEqual([
    "done",
    [
      ["send_text", "done"],
      ["tag", "done"],
    ],
  ]);
  await until(async () => {
    const phone = await phoneOf(owner, from);
    expect(phone.map(({ words }) => words)).toEqual([expect.stringContaining("Sorry we missed your call.")]);
  });
  expect((await runsOver(owner, id)).length).toBe(1);
  const contact = await owner.store.contactBook.open(run.contact_id ?? "");
  expect([contact?.phone_number, contact?.tags]).toEqual([from, ["missed call"]]);
  const page = await (await owner.get(`/workflows/${id}`)).text();
  expect(page).toContain(`/workflows/runs/${run.id}`);
  const log = await (await owner.get(`/workflows/runs/${run.id}`)).text();
  expect(log).toContain("1. Send a text message");
  expect(await (await owner.get("/workflows")).text()).toContain("Text back");
});

test("a condition decides, and a branch goes one way", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf({ organization: { subscription_status: "active" } });
  const id = await workflowOn(owner, templateOf("long_call"));
  const [long, short] = [newNumber(), newNumber()];
  await callEnds(owner, { other_number: long, seconds: 400 });
  await callEnds(owner, { other_number: short, seconds: 20 });
  await runsOver(owner, id, 2);
  const tagsOf = async (number: string) => {
    const found = await owner.store.contactBook.lookUp({ phone_number: number, email: null, id: null });
    return found ? (await owner.store.contactBook.open(found.id))?.tags : null;
  };
  expect([await tagsOf(long), await tagsOf(short)]).toEqual([["long call"], ["short call"]]);
});

test("a run keeps to the version with which it began, to its end", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf({ organization: { subscription_status: "active" } });
  const { host, url } = await address({ delay_ms: 4000 });
  const graph = graphOf("call_ended", [
    ["webhook", { url }],
    ["tag", { tag: "old" }],
  ]);
  const id = await workflowOn(owner, graph);
  await callEnds(owner, { other_number: newNumber() });
  await receivedBy(host, 1);
  const newer = graphOf("call_ended", [["tag", { tag: "new" }]]);
  expect((await owner.post(`/workflows/${id}`, formOf(newer, "Follow up", 2))).status).toBe(302);
  expect((await owner.store.workflows.find(id))?.version).toBe(3);
  const run = await runOver(owner, id);
  expect([run.version, run.status, run.steps.map(({ kind }) => kind)]).toEqual([
    2,
    "done",
    ["webhook", "tag"],
  ]);
  expect((await owner.store.contactBook.open(run.contact_id ?? ""))?.tags).toEqual(["old"]);
});

test("a workflow that is off, one with a missing setting and one of another organization do not run", async () => {
  const owner = await memberOf({ organization: { subscription_status: "active" } });
  const other = await memberOf({ organization: { subscription_status: "active" } });
  const graph = templateOf("lead_tag");
  const made = await owner.post("/workflows/new", { template: "long_call" });
  const path = made.headers.get("location") ?? "";
  await callEnds(owner, { other_number: newNumber() });
  const id = path.slice("/workflows/".length);
  expect(
    (await owner.store.workflowSteps.list({ workflow_id: id, failed: false, before: null })).rows,
  ).toEqual([]);
  for (const step of graph.steps) step.settings = { tag: "" };
  const form = formOf(graph, "Broken", 1);
  expect((await owner.post(path, form)).headers.get("location")).toBe(`${path}?done=saved`);
  const refused = await owner.post(path, { do: "enable" });
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining("it is empty")]);
  expect((await other.get(path)).status).toBe(404);
  expect((await other.post(path, form)).status).toBe(404);
});

test("a caller who did not reach what they wanted is marked, once their call is judged", async () => {
  await using _ = await withoutWaits();
  const owner = await clinic();
  const id = await workflowOn(owner, templateOf("unhappy"));
  const from = newNumber();
  const said = (type: "caller" | "agent", text: string) => ({
    type,
    text,
    heard: null,
    detail: null,
    at_ms: 0,
  });
  const call = finishedCall({
    agent_id: owner.agentId,
    agent_version: 1,
    other_number: from,
    outcome: "no_outcome",
    lines: [said("caller", "Is anyone there who can help me?"), said("agent", "I can't help with that.")],
  });
  await ended(owner, call);
  const run = await runOver(owner, id);
  expect([run.event_kind, run.status]).toEqual(["call.analyzed", "done"]);
  const contact = await owner.store.contactBook.open(run.contact_id ?? "");
  expect([contact?.phone_number, contact?.tags]).toEqual([from, ["unhappy"]]);
});

test("a test of an agent starts nothing, and a deleted call takes the runs that were told of it along", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf({ organization: { subscription_status: "active" } });
  const id = await workflowOn(owner, graphOf("call_ended", [["note", { text: "{{event.summary}}" }]]));
  await callEnds(owner, { type: "test", other_number: newNumber() });
  const call = finishedCall({ other_number: newNumber(), summary: "Asked about parking" });
  await ended(owner, call);
  const run = await runOver(owner, id);
  expect(run.event).toMatchObject({ call_id: call.id });
  const gone = await owner.post("/call-history", { do: "delete_calls", call: call.id });
  expect(gone.status).toBe(200);
  expect((await owner.get(`/workflows/runs/${run.id}`)).status).toBe(404);
  expect(await rows(owner, "select * from workflow_steps")).toEqual([]);
});
