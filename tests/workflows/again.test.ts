/** Steps that are not done at once: what may pass is tried again without holding a place or doing anything twice, and what can't pass fails at once. */
import { introspectWorkflow, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { callingHours } from "#app/calls/compliance/calling-hours.ts";
import { runLimitsOf } from "#app/workflows/workflow-limits.ts";
import { houseAt, unlawful } from "../calls/placing.ts";
import { connected, standingAt } from "../integrations/connecting.ts";
import { at } from "../support/clock.ts";
import { callFinished, delivered } from "../support/outbox.ts";
import { memberOf, type Person } from "../support/people.ts";
import { newNumber, rows } from "../support/telephone.ts";
import { until } from "../texts/arrange.ts";
import { address } from "../webhooks/arrange.ts";
import { callEnds, formOf, graphOf, missedCall, runOver, withoutWaits, workflowOn } from "./arrange.ts";

const paying = { organization: { subscription_status: "active" } };

/** The first time that a step of the organization is to be kept as done, that fails. */
const losingResults = (owner: Person) =>
  runInDurableObject(env.ORGANIZATION.getByName(owner.organizationId), (_, { storage }) => {
    storage.sql.exec(
      `create trigger lost before update on workflow_steps when new.status = 'done' and old.tries = 1
        begin select raise(abort, 'the result was lost'); end`,
    );
  });

test("runs whose step fails leave their places to others until the next try", async () => {
  await using _ = await introspectWorkflow(env.AUTOMATION);
  const owner = await memberOf(paying);
  const { atOnce } = runLimitsOf("starter");
  const { url } = await address({ status: 500 });
  const failing = graphOf("missed_call", [["webhook", { url }]]);
  await workflowOn(owner, failing, "Never answered");
  const other = await workflowOn(owner, graphOf("booking_made", [["tag", { tag: "booked" }]]), "Other");
  const missed = Array.from({ length: atOnce }, () => ({
    ...callFinished(owner.organizationId, { ...missedCall(newNumber()), booked: false }),
    created_at: Date.now(),
  }));
  await delivered(missed);
  await until(async () => {
    const tried = "select count(*) as n from workflow_steps where error is not null";
    expect(await rows(owner, tried)).toEqual([{ n: atOnce }]);
  });
  await owner.store.workflowRuns.hear({
    event_id: "booking.made:1",
    kind: "booking.made",
    payload: { booking_id: "1", name: "Ada", phone_number: newNumber() },
    at: Date.now(),
    now: Date.now(),
  });
  expect((await runOver(owner, other)).status).toBe("done");
});

test("a call that is forbidden at this hour waits for the first lawful one, and is placed then, once", async () => {
  await using _ = await withoutWaits();
  const owner = await houseAt("twilio");
  const to = unlawful();
  const verdict = callingHours.mayCall({ to, now: Date.now(), locale: "en-US" });
  const allowed = verdict.ok ? null : verdict.allowed_at;
  if (allowed === null) throw new Error("no hour is lawful");
  const settings = { agent_id: owner.agentId, number_id: owner.lineId, reason: "They called us" };
  const id = await workflowOn(owner, graphOf("call_ended", [["call_back", settings]]));
  await callEnds(owner, missedCall(to, owner.line));
  const placed = () => rows(owner, "select status from calls where direction = 'outbound'");
  const live = () => rows(owner, "select call_id from live_calls where direction = 'outbound'");
  await until(async () => {
    const [step] = await rows(owner, "select error, tries from workflow_steps");
    expect(step).toEqual({ error: expect.stringContaining("may be called again"), tries: expect.anything() });
  });
  expect(await placed()).toEqual([]);
  const run = await at(allowed + 60_000, () => runOver(owner, id));
  expect([run.status, run.steps.map(({ status }) => status)]).toEqual(["done", ["done"]]);
  expect([...(await live()), ...(await placed())]).toHaveLength(1);
});

test("a step whose result was lost is done again, and does nothing twice", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf(paying);
  const account = await connected(owner, "slack");
  const target = "C0GENERAL\n#general";
  await owner.post("/integrations/slack", { do: "save", target, events: [] });
  const id = await workflowOn(
    owner,
    graphOf("call_ended", [
      ["note", { text: "Called us" }],
      ["tell_app", { app: "slack", sentence: "A call ended" }],
    ]),
  );
  await losingResults(owner);
  await callEnds(owner, { other_number: newNumber() });
  const run = await runOver(owner, id);
  expect([run.status, run.steps.map(({ tries }) => tries)]).toEqual(["done", [2, 2]]);
  expect(await rows(owner, "select text from contact_notes")).toEqual([{ text: "Called us" }]);
  expect((await standingAt(account)).of("message")).toHaveLength(1);
});

test.each([
  ["tag", { tag: "{{event.summary}}" }, { summary: null }, "nothing is left"],
  ["tag", { tag: "{{event.summary}}" }, { summary: "x".repeat(50) }, "50 characters"],
  ["send_text", { text: "{{event.summary}}", number_id: "" }, { summary: null }, "nothing is left"],
  [
    "send_text",
    { text: "{{event.summary}}", number_id: "" },
    { summary: "x".repeat(1700) },
    "1700 characters",
  ],
  ["note", { text: "{{event.summary}}" }, { summary: "" }, "nothing is left"],
  ["update_contact", { field: "name", value: "{{event.summary}}" }, { summary: "x".repeat(200) }, "at most"],
] as const)(
  "%s with fields that are filled to %o fails at the first try",
  async (kind, settings, event, words) => {
    await using _ = await withoutWaits();
    const owner = await memberOf(paying);
    const id = await workflowOn(owner, graphOf("call_ended", [[kind, settings]]));
    await callEnds(owner, { other_number: newNumber(), ...event });
    const run = await runOver(owner, id);
    expect([run.status, run.steps[0]?.tries]).toEqual(["failed", 1]);
    expect(run.steps[0]?.error).toContain(words);
  },
);

test("a wait of more than a year is refused in the form", async () => {
  const owner = await memberOf(paying);
  const year = graphOf("call_ended", [["wait", { amount: "365", unit: "days" }]]);
  const id = await workflowOn(owner, year);
  const longer = graphOf("call_ended", [["wait", { amount: "366", unit: "days" }]]);
  const refused = await owner.post(`/workflows/${id}`, formOf(longer, "Follow up", 2));
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining("at most 365 days")]);
});
