/** A workflow runs when something happens: once for each event, step by step, with a log that its pages show. */
import { expect, test } from "vitest";
import { campaignDraft } from "#app/campaigns/campaign.schema.ts";
import { newId } from "#app/platform/id.ts";
import { templates } from "#app/workflows/templates.ts";
import { ended, finishedCall } from "../calls/arrange.ts";
import { lawful } from "../calls/placing.ts";
import { twilio } from "../carriers/sides.ts";
import { connected, standingAt } from "../integrations/connecting.ts";
import { delivered } from "../support/outbox.ts";
import { pageText } from "../support/page-form.ts";
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

test("every template can be turned on once the blanks that its line names are filled", async () => {
  const owner = await clinic();
  const page = await pageText(await (await owner.get("/workflows/new")).text());
  const campaign = await owner.store.campaigns.create(campaignDraft.parse({ name: "Autumn" }), {
    id: owner.userId,
    name: "Mara",
    time_zone: "America/New_York",
    locale: "en-US",
    now: Date.now(),
  });
  const fill: Record<string, string> = { agent_id: owner.agentId, campaign };
  const named: Record<string, string> = { agent_id: "Agent", campaign: "Campaign" };
  expect(templates.length).toBeGreaterThanOrEqual(8);
  for (const { key, name, sentence } of templates) {
    const path = (await owner.post("/workflows/new", { template: key })).headers.get("location") ?? "";
    const graph = templateOf(key);
    const blanks: string[] = [];
    for (const step of graph.steps)
      for (const setting of Object.keys(step.settings))
        if (setting in fill) {
          blanks.push(named[setting] ?? "");
          step.settings[setting] = fill[setting] ?? "";
        }
    const line = blanks.length > 0 ? `${sentence} You choose: ${blanks.join(", ")}.` : sentence;
    expect(page).toContain(line);
    expect((await owner.post(path, { do: "enable" })).status, name).toBe(blanks.length > 0 ? 409 : 200);
    if (blanks.length === 0) continue;
    expect((await owner.post(path, formOf(graph, name, 1))).headers.get("location")).toBe(
      `${path}?done=saved`,
    );
    expect((await owner.post(path, { do: "enable" })).status, name).toBe(200);
  }
});

test("who did not come is called back by an agent two hours later, and who booked is saved in the CRM", async () => {
  await using _ = await withoutWaits();
  const owner = await clinic();
  const hub = await connected(owner, "hubspot");
  const graph = templateOf("no_show_call");
  for (const { kind, settings } of graph.steps) if (kind === "call_back") settings.agent_id = owner.agentId;
  const call = await workflowOn(owner, graph, "Call back");
  const crm = await workflowOn(owner, templateOf("booked_crm"), "To the CRM");
  // Whom it may call at this hour.
  const phone = lawful();
  const at = Date.now();
  const payload = {
    v: 1,
    booking_id: newId(),
    change_id: newId(),
    call_id: null,
    agent_id: owner.agentId,
    kind: "Cleaning",
    starts_at: at,
    ends_at: at + 1_800_000,
    name: "Ada",
    phone_number: phone,
    email: null,
    notes: "",
  };
  const told = (kind: string) => ({
    id: `${kind}:${payload.booking_id}`,
    kind,
    organization_id: owner.organizationId,
    created_at: Date.now(),
    payload,
  });
  await delivered([told("booking.made"), told("booking.no_show")]);
  expect((await runOver(owner, crm)).status).toBe("done");
  expect((await standingAt(hub)).of("contact")).toHaveLength(1);
  const run = await runOver(owner, call);
  expect(run.steps.map(({ kind }) => kind)).toEqual(["wait", "call_back"]);
  expect(run.steps[1]?.input).toMatchObject({ agent_id: owner.agentId, to: phone });
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

test("a workflow without steps asks for one when it is turned on", async () => {
  const owner = await memberOf({ organization: { subscription_status: "active" } });
  const path = (await owner.post("/workflows/new", { template: "blank" })).headers.get("location") ?? "";
  const id = path.slice("/workflows/".length);
  for (const refused of [
    await owner.post(path, { do: "enable" }),
    await owner.post("/workflows", { do: "enable", id }),
  ]) {
    const text = await pageText(await refused.text());
    expect(refused.status).toBe(409);
    expect(text).toContain("Add a step first.");
    expect(text).not.toContain("marked");
  }
});

test("an older version of a workflow is shown, and one that does not exist is not there", async () => {
  const owner = await memberOf({ organization: { subscription_status: "active" } });
  const id = await workflowOn(owner, graphOf("call_ended", [["tag", { tag: "seen" }]]));
  const older = await owner.get(`/workflows/${id}?version=1`);
  expect([older.status, await pageText(await older.text())]).toEqual([
    200,
    expect.stringContaining("This is version 1. Save it to use it again."),
  ]);
  expect((await owner.get(`/workflows/${id}?version=2`)).status).toBe(200);
  for (const version of ["99", "0", "-1", "1.5", "x", ""])
    expect((await owner.get(`/workflows/${id}?version=${version}`)).status, version).toBe(404);
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
  const call = finishedCall({
    ...{ other_number: newNumber(), summary: "Asked about parking" },
    ...{ started_at: Date.now(), ended_at: Date.now() },
  });
  await ended(owner, call);
  const run = await runOver(owner, id);
  expect(run.event).toMatchObject({ call_id: call.id });
  const gone = await owner.post("/call-history", { do: "delete_calls", call: call.id });
  expect(gone.status).toBe(200);
  expect((await owner.get(`/workflows/runs/${run.id}`)).status).toBe(404);
  expect(await rows(owner, "select * from workflow_steps")).toEqual([]);
});
