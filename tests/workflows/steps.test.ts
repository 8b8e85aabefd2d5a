/** Steps that reach into other parts of the product: a campaign, the connected calendar, the CRM. */
import { beforeAll, expect, test } from "vitest";
import { campaignDraft } from "#app/campaigns/campaign.schema.ts";
import { addDays, localDate } from "#app/platform/zoned-time.ts";
import { houseAt, lawful, whenCalled } from "../calls/placing.ts";
import { attemptsOver, contactOf, started } from "../campaigns/arrange.ts";
import { connected, standingAt } from "../integrations/connecting.ts";
import { anonymous, memberOf } from "../support/people.ts";
import { newNumber, rows } from "../support/telephone.ts";
import { callEnds, graphOf, runOver, runsOver, withoutWaits, workflowOn } from "./arrange.ts";

beforeAll(async () => {
  await anonymous().get("/auth");
}, 180_000);

const paying = { organization: { subscription_status: "active" } };
const talk = { outcome: "answered", turns: [{ say: "What are your opening hours?" }, { hang_up: true }] };

test("a contact joins a campaign that runs, which calls it under its rules; one that is over refuses", async () => {
  await using _ = await withoutWaits();
  const house = await houseAt("twilio");
  const [silent, willing, unasked] = [
    await contactOf(house, { consent: null }),
    await contactOf(house),
    await contactOf(house, { consent: null }),
  ];
  const { id: list } = await house.store.contactSets
    .saveList({ id: null, name: "First" }, house.userId, Date.now())
    .then((kept) => (kept.ok ? kept : Promise.reject(new Error(kept.reason))));
  await house.store.contactBook.change({ do: "add_to_list", ids: [silent.id], list }, Date.now());
  const today = localDate(Date.now(), "America/New_York");
  const draft = {
    audience: { lists: [list], segments: [], tags: [], everyone: false, redial_of: null },
    schedule: {
      days: [1, 2, 3, 4, 5, 6, 7],
      from: "00:00",
      to: "24:00",
      starts_on: null,
      ends_on: addDays(today, 30),
      zone: "contact" as const,
      rests_on_closed_days: false,
    },
  };
  const campaign = await started(house, draft);
  await whenCalled(willing.to, talk);
  const id = await workflowOn(house, graphOf("call_ended", [["add_to_campaign", { campaign }]]));
  await callEnds(house, { other_number: willing.to, contact_name: null });
  await callEnds(house, { other_number: unasked.to, contact_name: null });
  const runs = await runsOver(house, id, 2);
  expect(runs.map(({ status }) => status)).toEqual(["done", "done"]);
  const over = await attemptsOver(house, campaign, 3);
  const called = over.filter(({ call_id }) => call_id !== null);
  expect(called).toEqual([expect.objectContaining({ contact_id: willing.id, result: "answered" })]);
  expect(await rows(house, `select result from campaign_leads where contact_id = '${unasked.id}'`)).toEqual([
    { result: "no_consent" },
  ]);
  const page = await (await house.get("/contacts/lists")).text();
  expect(page).toContain("Added to Spring");
  await house.store.campaigns.stop(campaign, Date.now());
  await callEnds(house, { other_number: lawful(), contact_name: "Late" });
  const [late] = await runsOver(house, id, 3);
  expect([late?.status, late?.why]).toEqual(["failed", expect.stringContaining("The campaign is over")]);
});

test("a contact joins a campaign that is still a draft, which has them from then on", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf(paying);
  const campaign = await owner.store.campaigns.create(campaignDraft.parse({ name: "Autumn" }), {
    id: owner.userId,
    name: "Mara",
    time_zone: "America/New_York",
    locale: "en-US",
    now: Date.now(),
  });
  const id = await workflowOn(owner, graphOf("call_ended", [["add_to_campaign", { campaign }]]));
  const from = newNumber();
  await callEnds(owner, { other_number: from });
  await callEnds(owner, { other_number: from });
  const log = (await runsOver(owner, id, 2)).map(({ status, person }) => [status, person !== null]);
  expect(log).toEqual([
    ["done", true],
    ["done", true],
  ]);
  expect((await owner.store.campaigns.find(campaign))?.draft.audience.lists).toEqual([campaign]);
  expect(await rows(owner, `select 1 from contact_list_members where list_id = '${campaign}'`)).toHaveLength(
    1,
  );
});

test("a task is created for the contact, once, with its day and whose it is", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf(paying);
  const settings = { title: "Call {{event.contact_name}} back", days: "2", assignee: owner.userId };
  const id = await workflowOn(owner, graphOf("call_ended", [["task", settings]]));
  await callEnds(owner, { other_number: newNumber(), contact_name: "Ada" });
  const run = await runOver(owner, id);
  expect([run.status, run.why]).toEqual(["done", null]);
  const page = await (await owner.get(`/contacts/${run.contact_id}`)).text();
  expect(page).toContain("Call Ada back");
  const mine = await (await owner.get("/contacts/tasks?show=mine")).text();
  expect(mine).toContain("Call Ada back");
  const gone = await workflowOn(
    owner,
    graphOf("call_ended", [["task", { ...settings, assignee: crypto.randomUUID() }]]),
    "For someone who left",
  );
  await callEnds(owner, { other_number: newNumber(), contact_name: "Bo" });
  expect((await runOver(owner, gone)).why).toContain("not a member any more");
});

test("a calendar event is written, moved by the same reference, and refused without a calendar", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf(paying);
  const settings = {
    title: "Call {{event.other_number}}",
    starts: "{{event.started_at}}",
    minutes: "45",
    reference: "{{event.other_number}}",
    description: "",
  };
  const id = await workflowOn(owner, graphOf("call_ended", [["calendar_event", settings]]));
  const from = newNumber();
  await callEnds(owner, { other_number: from });
  const none = await runOver(owner, id);
  expect([none.status, none.why]).toEqual(["failed", expect.stringContaining("No calendar is connected")]);
  const account = await connected(owner, "google_calendar");
  expect((await owner.post(`/workflows/runs/${none.id}`, { do: "retry" })).status).toBe(200);
  await runsOver(owner, id);
  const started_at = Date.UTC(2031, 2, 4, 15, 0);
  await callEnds(owner, { other_number: from, started_at, ended_at: started_at + 60_000 });
  expect((await runsOver(owner, id, 2)).map(({ status }) => status)).toEqual(["done", "done"]);
  expect((await standingAt(account)).of("event")).toEqual([
    expect.objectContaining({
      summary: `Call ${from}`,
      start: { dateTime: "2031-03-04T15:00:00.000Z" },
      end: { dateTime: "2031-03-04T15:45:00.000Z" },
    }),
  ]);
  const dated = await workflowOn(
    owner,
    graphOf("call_ended", [["calendar_event", { ...settings, starts: "next week", reference: "" }]]),
    "No time",
  );
  await callEnds(owner, { other_number: from });
  expect((await runOver(owner, dated)).why).toContain("The start is no time");
});

test("a person is saved in the CRM once, and completed later", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf(paying);
  const settings = {
    name: "{{event.contact_name}}",
    email: "",
    phone: "{{event.other_number}}",
    summary: "{{event.summary}}",
  };
  const id = await workflowOn(owner, graphOf("call_ended", [["save_in_crm", settings]]));
  const from = newNumber();
  await callEnds(owner, { other_number: from, contact_name: "Ada" });
  expect((await runOver(owner, id)).why).toContain("HubSpot is not connected");
  const hub = await connected(owner, "hubspot");
  await callEnds(owner, { other_number: from, contact_name: "Ada" });
  await callEnds(owner, { other_number: from, contact_name: "Ada Lovelace" });
  const runs = await runsOver(owner, id, 3);
  expect(runs.map(({ status }) => status).toSorted()).toEqual(["done", "done", "failed"]);
  expect((await standingAt(hub)).of("contact")).toHaveLength(1);
  const used = await (await owner.get("/integrations/hubspot")).text();
  expect(used).toContain(`href="/workflows/${id}"`);
  expect(await (await owner.get("/integrations/slack")).text()).not.toContain(`href="/workflows/${id}"`);
});
