/** /campaigns through the front door: the setup step by step, the review, what can be done with a campaign, and who may. */
import { beforeAll, expect, test } from "vitest";
import { addDays, localDate } from "#app/platform/zoned-time.ts";
import { pageText } from "../support/page-form.ts";
import { type Client, memberOf, type Person } from "../support/people.ts";
import { type Clinic, clinic, rows } from "../support/telephone.ts";
import { listOf } from "./audience.ts";

let house: Clinic;
let listId: string;

beforeAll(async () => {
  house = await clinic();
  ({ listId } = await listOf(house, "Spring check-ups", [
    { name: "Greta Halvorsen", phone_number: "+12125550111" },
    { name: "Omar Whitfield", phone_number: "+13105550112" },
    { name: "Nora Blank", phone_number: "+12125550113", hasConsent: false },
  ]));
});

const textOf = async (answer: Response) => pageText(await answer.text());

const audience = (more: Record<string, string> = {}) => ({
  step: "audience",
  do: "next",
  name: "Spring recall",
  lists: listId,
  consent: "required",
  ...more,
});

/** @returns the id of the draft that the first step makes */
async function draftOf(person: Client, more: Record<string, string> = {}): Promise<string> {
  const answer = await person.post("/campaigns/new", audience(more));
  expect(answer.status).toBe(302);
  const [, id = ""] =
    /\/campaigns\/([^/]+)\/setup\?step=agent$/.exec(answer.headers.get("location") ?? "") ?? [];
  expect(id).not.toBe("");
  return id;
}

/** A draft of another organization. */
async function draftIn(owner: Person): Promise<string> {
  const { listId: lists } = await listOf(owner, "Anyone", [
    { name: "Greta Halvorsen", phone_number: "+12125550111" },
  ]);
  return draftOf(owner, { lists });
}

const setup = (id: string, form: Record<string, string | string[]>) =>
  house.post(`/campaigns/${id}/setup?step=${form.step}`, form);

/** A local date so many days from today. */
const dayAhead = (days: number) => addDays(localDate(Date.now(), "America/New_York"), days);

const schedule = {
  step: "schedule",
  do: "next",
  days: ["1", "2", "3", "4", "5", "6", "7"],
  from: "08:00",
  to: "21:00",
  zone: "contact",
};

const attempts = {
  step: "attempts",
  do: "next",
  most: "3",
  cooldown_hours: "24",
  voicemail: "hang_up",
  no_answer_times: "2",
  no_answer_after_minutes: "240",
  busy_times: "2",
  busy_after_minutes: "15",
  voicemail_times: "1",
  voicemail_after_minutes: "1440",
  failed_times: "1",
  failed_after_minutes: "60",
};

const budget = {
  step: "budget",
  do: "next",
  per_minute: "5",
  most_at_once: "5",
  reserve_inbound: "2",
  budget: "25.50",
  goal_outcome: "booked",
  goal_count: "10",
};

const leadsTo = async (answer: Response, step: string) => {
  expect(answer.status, answer.status === 422 ? await textOf(answer) : step).toBe(302);
  expect(answer.headers.get("location")).toMatch(new RegExp(`/setup\\?step=${step}$`));
};

/** A draft with every step. */
async function whole(): Promise<string> {
  const id = await draftOf(house);
  await leadsTo(await setup(id, { step: "agent", do: "next", agent_id: house.agentId }), "numbers");
  await leadsTo(
    await setup(id, { step: "numbers", do: "next", number_ids: house.numberId, rotation: "round_robin" }),
    "schedule",
  );
  await leadsTo(await setup(id, schedule), "attempts");
  await leadsTo(await setup(id, attempts), "budget");
  await leadsTo(await setup(id, budget), "review");
  return id;
}

test("each step is kept on the way on and back, and shown again", async () => {
  const id = await whole();
  await leadsTo(await setup(id, { ...schedule, do: "back", from: "10:00", days: ["1", "3"] }), "numbers");
  const page = await (await house.get(`/campaigns/${id}/setup?step=schedule`)).text();
  expect(page).toContain('value="10:00"');
  expect(page.match(/type="checkbox"[^>]*checked=""/g)).toHaveLength(2);
  const money = await (await house.get(`/campaigns/${id}/setup?step=budget`)).text();
  expect(money).toContain('value="25.5"');
  expect(money).toMatch(/<option value="booked" selected="">/);
});

test("a budget is in the currency of calls' costs, whatever the organization pays its plan in", async () => {
  const owner = await memberOf({ organization: { currency: "EUR", subscription_status: "active" } });
  const page = await textOf(await owner.get(`/campaigns/${await draftIn(owner)}/setup?step=budget`));
  expect(page).toContain("At most, in USD");
  expect(page).not.toContain("EUR");
});

test("what is missing or wrong is said at its place, and nothing of it is kept", async () => {
  const nameless = await house.post("/campaigns/new", audience({ name: " " }));
  expect(nameless.status).toBe(422);
  expect(await textOf(nameless)).toContain("Enter a name");
  const nobody = await draftOf(house, { lists: "" }).catch(() => null);
  expect(nobody).toBeNull();
  const id = await draftOf(house);
  const agentless = await setup(id, { step: "agent", do: "next" });
  expect(agentless.status).toBe(422);
  expect(await textOf(agentless)).toContain("Choose the agent that calls.");
  for (const [form, words] of [
    [{ ...schedule, days: [] }, "Choose at least one day"],
    [{ ...schedule, to: "07:00" }, "The end must be after the start"],
    [
      { ...schedule, starts_on: dayAhead(60), ends_on: dayAhead(30) },
      "The last day must not be before the first",
    ],
    [{ ...schedule, ends_on: dayAhead(-2) }, "This day is over."],
    [{ ...schedule, starts_on: "2099-12-30" }, "Choose a day within the next two years"],
    [{ ...schedule, from: "22:00", to: "23:30" }, "people may be called from 8 am to 9 pm their time"],
    [{ ...schedule, from: "21:00", to: "00:00" }, "people may be called from 8 am to 9 pm their time"],
    [{ ...schedule, from: "06:00", to: "08:00" }, "people may be called from 8 am to 9 pm their time"],
    [{ ...attempts, most: "11" }, "At most 10"],
    [{ ...attempts, busy_after_minutes: "0" }, "At least 1"],
    [{ ...budget, budget: "-4" }, "Enter an amount, or leave it blank"],
    [{ ...budget, goal_count: "" }, "Say how many"],
  ] as const) {
    const answer = await setup(id, form as Record<string, string | string[]>);
    expect(answer.status, words).toBe(422);
    expect(await textOf(answer)).toContain(words);
  }
});

test("hours that are lawful for some, on another clock or for a part of them, are kept", async () => {
  const id = await draftOf(house);
  await leadsTo(await setup(id, { ...schedule, from: "20:00", to: "23:30" }), "attempts");
  await leadsTo(
    await setup(id, { ...schedule, from: "22:00", to: "23:30", zone: "America/New_York" }),
    "attempts",
  );
});

test("a refused step marks its fields, so that the first of them can have the focus", async () => {
  const id = await draftOf(house);
  const days = await (await setup(id, { ...schedule, days: [], from: "22:00", to: "23:30" })).text();
  expect(days).toMatch(/<fieldset[^>]*aria-describedby="[^"]+-error"/);
  const hours = await (await setup(id, { ...schedule, from: "22:00", to: "23:30" })).text();
  expect(hours).toMatch(/<input(?=[^>]*name="from")[^>]*aria-invalid="true"/);
});

test("a day of another year is shown with it", async () => {
  const id = await whole();
  const starts_on = dayAhead(400);
  await leadsTo(await setup(id, { ...schedule, starts_on }), "attempts");
  const page = await textOf(await house.get(`/campaigns/${id}/setup?step=review`));
  expect(page).toMatch(new RegExp(`from [A-Z][a-z]{2} \\d+, ${starts_on.slice(0, 4)}`));
  expect(page).toMatch(new RegExp(`Start on [A-Z][a-z]{2} \\d+, ${starts_on.slice(0, 4)}`));
});

test("the review says how many are called, who is not and why, and what is missing", async () => {
  const id = await draftOf(house);
  const early = await textOf(await house.get(`/campaigns/${id}/setup?step=review`));
  expect(early).toContain("Still missing");
  expect(early).not.toContain("Start campaign");
  const page = await textOf(await house.get(`/campaigns/${await whole()}/setup?step=review`));
  expect(page).toContain("No national do-not-call register is uploaded under Screening lists");
  expect(page).toContain("none within 24 h of a conversation");
  expect(page).toMatch(/Will be called 2 of 3 people/);
  expect(page).toMatch(/No consent on file 1 person/);
  expect(page).toContain("Nora Blank");
  expect(page).toContain("Start campaign");
  expect(page).toContain("Spring check-ups; with written consent");
  expect(page).not.toContain("Estimated from");
});

test("the review says whom the plan doesn't call", async () => {
  const { listId: far } = await listOf(house, "Far away", [
    { name: "Winsome Clarke", phone_number: "+18765550144" },
  ]);
  const id = await draftOf(house, { lists: far });
  const page = await textOf(await house.get(`/campaigns/${id}/setup?step=review`));
  expect(page).toMatch(/Not within your plan 1 person.*Winsome Clarke/);
});

test("the review of a large audience says from how many its figures are estimated", async () => {
  const id = await whole();
  await rows(
    house,
    `insert into contacts (id, phone_number, status, source, created_at, updated_at)
       with recursive n(value) as (select 1 union all select value + 1 from n where value < 4997)
       select printf('many-%06d', value), printf('+1212%07d', 3000000 + value), 'new', 'import', 0, 0 from n;
     insert into contact_list_members (list_id, contact_id, added_at)
       select '${listId}', id, 0 from contacts where id like 'many-%'`,
  );
  try {
    const page = await textOf(await house.get(`/campaigns/${id}/setup?step=review`));
    expect(page).toMatch(/Estimated from (3,9|4,0)\d\d of 5,000 people, spread over the whole audience\./);
  } finally {
    await rows(
      house,
      "delete from contact_list_members where added_at = 0; delete from contacts where id like 'many-%'",
    );
  }
});

test("a campaign is started, paused, changed, resumed, stopped, copied, called again and deleted", async () => {
  const id = await whole();
  const deed = (name: string) => house.post(`/campaigns/${id}`, { do: name });
  const started = await deed("start");
  expect(started.headers.get("location")).toBe(`/campaigns/${id}?done=started`);
  expect(await textOf(await house.get(`/campaigns/${id}`))).toMatch(/Spring recall.*Running/);
  expect(await textOf(await house.get("/campaigns?status=running"))).toContain("Spring recall");
  expect((await deed("start")).status).toBe(409);
  expect(await textOf(await deed("pause"))).toContain("Paused. Running calls go on to their end.");
  expect((await deed("pause")).status).toBe(409);
  // While it is held, also who calls may change.
  expect((await setup(id, { step: "agent", do: "save", agent_id: house.agentId })).status).toBe(302);
  const saved = await setup(id, { ...budget, do: "save", per_minute: "3" });
  expect(saved.headers.get("location")).toBe(`/campaigns/${id}?done=saved`);
  expect(await textOf(await house.get(`/campaigns/${id}`))).toContain("3 calls a minute");
  expect((await deed("resume")).status).toBe(200);
  expect((await setup(id, { step: "agent", do: "save", agent_id: house.agentId })).status).toBe(422);
  expect((await deed("remove")).status).toBe(409);
  expect((await deed("stop")).status).toBe(200);
  expect((await setup(id, { ...budget, do: "save" })).status).toBe(422);
  const copy = await deed("clone");
  expect(copy.headers.get("location")).toMatch(/\/setup\?step=review$/);
  expect(await textOf(await house.get(copy.headers.get("location") ?? ""))).toContain("Spring recall (copy)");
  const again = await deed("redial");
  expect(await textOf(await house.get(again.headers.get("location") ?? ""))).toContain(
    "Whoever an earlier campaign didn't reach",
  );
  const gone = await deed("remove");
  expect(gone.headers.get("location")).toBe("/campaigns?done=removed");
  expect((await house.get(`/campaigns/${id}`)).status).toBe(404);
  expect((await deed("dance")).status).toBe(404);
});

test("a step that two people change at once: the later one is told, and nothing of theirs is kept", async () => {
  const id = await whole();
  const colleague = await memberOf({ role: "admin", organizationId: house.organizationId });
  const versionSeen = async (person: Client) => {
    const page = await (await person.get(`/campaigns/${id}/setup?step=budget`)).text();
    return /name="version" value="([^"]+)"/.exec(page)?.[1] ?? "";
  };
  const [mine, theirs] = [await versionSeen(house), await versionSeen(colleague)];
  expect(mine).toMatch(/^[0-9a-f]{16}$/);
  const saved = await setup(id, { ...budget, per_minute: "7", version: mine });
  await leadsTo(saved, "review");
  const late = await colleague.post(`/campaigns/${id}/setup?step=budget`, {
    ...budget,
    per_minute: "3",
    version: theirs,
  });
  expect(late.status).toBe(409);
  const page = await late.text();
  expect(await pageText(page)).toContain(
    "Someone changed this campaign in the meantime, so nothing was saved.",
  );
  // What was typed is still there, and is refused again until the page is loaded anew.
  expect(page).toMatch(/name="per_minute"[^>]*value="3"/);
  expect(page).toContain(`name="version" value="${theirs}"`);
  expect((await house.store.campaigns.find(id))?.draft.per_minute).toBe(7);
  // Another step was opened before, too.
  expect((await setup(id, { ...schedule, version: mine })).status).toBe(409);
  await leadsTo(await setup(id, { ...schedule, version: await versionSeen(house) }), "attempts");
});

test("the step of the attempts shows what is left on a voicemail", async () => {
  const id = await whole();
  const step = async () => textOf(await house.get(`/campaigns/${id}/setup?step=attempts`));
  expect(await step()).toContain("There is no message yet, so the agent hangs up.");
  const message = { machines: "message", voicemail_message: "Please call {organization} back." };
  await house.post("/twilio-settings", { do: "outgoing", default_account: "", caller_id: "", ...message });
  expect(await step()).toMatch(
    /It says: “This is an automated message from (.+)\. Please call \1 back\. To get no more of these calls, call \+1 .+ and say stop calling\.”/,
  );
});

test("the number to call back is chosen, shown, and gives way to the one that calls when it is gone", async () => {
  const id = await whole();
  await rows(
    house,
    `insert into numbers (id, phone_number, country, provider, status, created_at, updated_at)
     values ('desk', '+14155550177', 'US', 'twilio', 'active', ${Date.now()}, ${Date.now()})`,
  );
  await leadsTo(
    await setup(id, { ...attempts, voicemail: "message", call_back_number_id: "desk" }),
    "budget",
  );
  const step = async (name: string) => textOf(await house.get(`/campaigns/${id}/setup?step=${name}`));
  expect(await step("attempts")).toContain("call +1 415 555 0177 and say stop calling.");
  expect(await step("review")).toContain("to call +1 415 555 0177 back");
  await rows(house, "update numbers set status = 'released' where id = 'desk'");
  expect(await step("attempts")).toMatch(/call \+1 .+ and say stop calling\./);
  expect(await step("attempts")).not.toContain("call +1 415 555 0177");
});

test("the page of the pace says what all campaigns together may call, and by which clock", async () => {
  const page = await textOf(await house.get(`/campaigns/${await whole()}/setup?step=budget`));
  expect(page).toContain(
    "at most 10 calls a minute and 1,000 a day. A day begins at midnight, New York time.",
  );
});

test("an organization that never subscribed is told why it runs no campaign", async () => {
  const pending = await clinic(undefined, "owner", "pending");
  for (const path of ["/campaigns", "/campaigns/new"]) {
    const page = await textOf(await pending.get(path));
    expect(page, path).toContain("Campaigns open with a plan");
    expect(page, path).not.toContain("Continue to agent");
  }
});

test("only those who may manage campaigns change them, and no one reaches another organization's", async () => {
  const id = await draftOf(house);
  const viewer = await memberOf({ role: "viewer", organizationId: house.organizationId });
  expect((await viewer.post(`/campaigns/${id}`, { do: "start" })).status).toBe(403);
  const stranger = await memberOf();
  for (const path of [`/campaigns/${id}`, `/campaigns/${id}/setup`, `/campaigns/${id}/people`]) {
    expect((await stranger.get(path)).status, path).toBe(404);
    expect((await house.get(path)).status, path).toBe(200);
  }
});
