/** What a stranger with a workflow's secret address can and can't do there. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { organizations, rateCounters } from "#drizzle/control/schema.ts";
import { twilio } from "../carriers/sides.ts";
import { tenantsHost } from "../sign-in/crossing.ts";
import { mailsTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, newAddress, type Person } from "../support/people.ts";
import { newNumber, rows } from "../support/telephone.ts";
import { textedClinic, until } from "../texts/arrange.ts";
import { address } from "../webhooks/arrange.ts";
import { formOf, graphOf, runOver, runsOver, withoutWaits, workflowOn } from "./arrange.ts";

const paying = { organization: { subscription_status: "active" } };

/** The secret address of a workflow, and a way to post there. */
async function hookOf(owner: Person, id: string) {
  const page = await (await owner.get(`/workflows/${id}`)).text();
  const address = /https:\/\/[\w.-]+\/webhooks\/workflows\/[\w/-]+/.exec(page)?.[0] ?? "";
  const post = (body: string) => owner.fetch(address, { method: "POST", body });
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

test("a text to one of the organization's own numbers is refused", async () => {
  await using _ = await withoutWaits();
  const owner = await textedClinic(twilio);
  const id = await workflowOn(owner, graphOf("webhook", [["send_text", { text: "Hello", number_id: "" }]]));
  const { say } = await hookOf(owner, id);
  await say({ phone_number: owner.number });
  expect((await runOver(owner, id)).why).toContain("one of your own numbers");
});

test("what a secret address can't take is answered with a problem that says why, and a minute has room for so many events", async () => {
  const owner = await memberOf(paying);
  const id = await workflowOn(owner, graphOf("webhook", [["tag", { tag: "seen" }]]));
  const { post } = await hookOf(owner, id);
  const refusals = [
    [`{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`, 400, "nested more than 32 deep"],
    ['{"name": "Ada"', 400, "no valid JSON"],
    ['["Ada"]', 400, "no JSON object"],
    ["null", 400, "no JSON object"],
    [JSON.stringify({ ["x".repeat(81)]: 1 }), 400, "longer than 80 characters"],
    [JSON.stringify({ text: "x".repeat(70_000) }), 413, "larger than 64 KB"],
  ] as const;
  for (const [body, status, detail] of refusals) {
    const refused = await post(body);
    expect([refused.status, refused.headers.get("content-type")]).toEqual([
      status,
      "application/problem+json",
    ]);
    expect(await refused.json()).toMatchObject({ status, detail: expect.stringContaining(detail) });
  }
  expect((await post(`{"a":"${"[".repeat(200)}\\"${"{".repeat(200)}"}`)).status).toBe(202);
  await Promise.all(
    Array.from({ length: 300 }, () => owner.store.workflowRuns.hasRoomAtHook(id, Date.now())),
  );
  const full = await post("{}");
  expect([full.status, full.headers.get("retry-after")]).toEqual([429, "60"]);
  expect(await full.json()).toMatchObject({ detail: "This address takes 300 events a minute." });
});

const emailFlow = graphOf("webhook", [
  ["send_email", { to: "{{event.to}}", subject: "{{event.subject}}", text: "{{event.text}}" }],
]);
const letter = (to: string) => ({ to, subject: "Your account", text: "Sign in at once." });

/** Why the steps of the newest run failed; null: they did not. */
async function whyOf(owner: Person, id: string, least: number) {
  const [newest] = await runsOver(owner, id, least);
  return newest?.why ?? null;
}

test("before it pays, an organization's workflows write to its members alone", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf();
  const id = await workflowOn(owner, emailFlow);
  const { say } = await hookOf(owner, id);
  const to = newAddress();
  await say(letter(to));
  expect(await whyOf(owner, id, 1)).toContain("write to your members only");
  expect(await mailsTo(to)).toEqual([]);
  await say(letter(owner.email));
  expect(await whyOf(owner, id, 2)).toBeNull();
});

test("an organization that pays writes to its contacts, to no one who refused, and to few others a day", async () => {
  await using _ = await withoutWaits();
  const owner = await memberOf(paying);
  const id = await workflowOn(owner, emailFlow);
  const { say } = await hookOf(owner, id);
  const [contact, refusing] = [newAddress(), newAddress()];
  const number = newNumber();
  for (const [email, phone_number] of [
    [contact, newNumber()],
    [refusing, number],
  ] as const)
    await owner.store.contactBook.save(
      {
        id: null,
        version: null,
        name: "Ada",
        company: "",
        address: "",
        time_zone: "",
        country: "",
        status: null,
        numbers: [{ phone_number, label: "" }],
        emails: [email],
        custom: {},
      },
      { id: owner.userId, name: "Mara", now: Date.now() },
    );
  await owner.post("/contacts/do-not-call", { do: "block", number, reason: "They asked" });
  await say(letter(newAddress()));
  expect(await whyOf(owner, id, 1)).toBeNull();
  const key = `workflow_strangers:${owner.organizationId}`;
  await controlPlane().update(rateCounters).set({ count: 20 }).where(eq(rateCounters.key, key));
  await say(letter(newAddress()));
  expect(await whyOf(owner, id, 2)).toContain("20 addresses a day");
  await say(letter(contact));
  expect(await whyOf(owner, id, 3)).toBeNull();
  await say(letter(refusing));
  expect(await whyOf(owner, id, 4)).toContain("asked not to be contacted");
});

test("who may not manage webhooks turns on no workflow that reaches other systems", async () => {
  const owner = await memberOf(paying);
  const member = await memberOf({ role: "member", organizationId: owner.organizationId });
  const posts = graphOf("call_ended", [["webhook", { url: (await address()).url }]]);
  for (const graph of [posts, graphOf("webhook", [["tag", { tag: "seen" }]])]) {
    const made = await member.post("/workflows/new", { template: "blank" });
    const path = made.headers.get("location") ?? "";
    expect((await member.post(path, formOf(graph, "Out", 1))).status).toBe(302);
    const refused = await member.post(path, { do: "enable" });
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining("manage webhooks")]);
    const page = await (await member.get(path)).text();
    expect(page).not.toMatch(/webhooks\/workflows\/|whsec_/);
    expect((await owner.post(path, { do: "enable" })).status).toBe(200);
    const changed = await member.post(path, formOf(graph, "Elsewhere", 2));
    expect(changed.status).toBe(403);
  }
  await workflowOn(member, graphOf("call_ended", [["tag", { tag: "seen" }]]));
});

test("turning a workflow off stops its runs that sleep, and one whose turn comes a day late does not begin", async () => {
  const owner = await memberOf(paying);
  const sleeps = graphOf("webhook", [
    ["wait", { amount: "2", unit: "days" }],
    ["tag", { tag: "late" }],
  ]);
  const id = await workflowOn(owner, sleeps);
  const { say } = await hookOf(owner, id);
  await say({ phone_number: newNumber() });
  await until(async () => expect((await listed(owner)).map(({ status }) => status)).toEqual(["waiting"]));
  const off = await owner.post(`/workflows/${id}`, { do: "disable" });
  expect(await off.text()).toContain("Off. Runs that waited or slept were stopped.");
  const [run] = await runsOver(owner, id);
  expect([run?.status, run?.why]).toEqual(["stopped", "The workflow was turned off."]);
  await owner.post(`/workflows/${id}`, { do: "enable" });
  await runInDurableObject(env.ORGANIZATION.getByName(owner.organizationId), (_, { storage }) => {
    storage.sql.exec("update workflow_runs set status = 'queued', ended_at = null, updated_at = 1");
  });
  const room = { month: 10, atOnce: 10 };
  expect(await owner.store.workflowRuns.launch(run?.id ?? "", room, Date.now())).toMatchObject({ go: false });
  expect((await listed(owner))[0]?.why).toContain("more than a day late");
});

test("nothing runs by itself while the plan is not paid", async () => {
  const owner = await memberOf(paying);
  const id = await workflowOn(owner, graphOf("webhook", [["tag", { tag: "seen" }]]));
  const { say } = await hookOf(owner, id);
  await controlPlane()
    .update(organizations)
    .set({ subscription_status: "canceled" })
    .where(eq(organizations.id, owner.organizationId));
  await say({ phone_number: newNumber() });
  const [run] = await runsOver(owner, id);
  expect([run?.status, run?.why]).toEqual(["stopped", expect.stringContaining("isn’t paid")]);
});

test("the secret address is on the organization's own host, and fields in a webhook's address stay parts of it", async () => {
  await using _ = await withoutWaits();
  const { owner, host } = await tenantsHost();
  const { url: at } = await address();
  const url = `${at}?name={{event.name}}`;
  const id = await workflowOn(owner, graphOf("webhook", [["webhook", { url }]]));
  const { address: hook, say } = await hookOf(owner, id);
  expect(hook).toContain(`https://${host}/webhooks/workflows/`);
  await say({ name: "a&to=https://evil.test/#" });
  const [{ id: event = "" } = {}] = await runsOver(owner, id);
  const answer = await owner.post(`/workflows/${id}`, { do: "dry", event });
  await runsOver(owner, id, 2);
  const dry = (answer.headers.get("location") ?? "").replace("/workflows/runs/", "");
  const log = await owner.store.workflowSteps.find(dry);
  expect(log?.steps[0]?.input).toEqual({
    url: `${at}?name=a%26to%3Dhttps%3A%2F%2Fevil.test%2F%23`,
  });
});

test("an address that can't be called is a fault of its step when a workflow is turned on and when one that is on is saved", async () => {
  const owner = await memberOf(paying);
  const [good, inward] = [await address(), await address({}, "192.168.1.1")];
  const calling = (url: string) => graphOf("call_ended", [["webhook", { url }]]);
  const id = await workflowOn(owner, calling(`${good.url}?who={{contact.name}}`));
  const path = `/workflows/${id}`;
  const refusals = [
    ["https://10.0.0.1/x", "Address: Enter a public https address"],
    ["http://hooks.example.com/x", "Address: Enter a public https address"],
    ["https://app.test/{{event.path}}", "Address: That’s an address of this product"],
    [inward.url, "Address: That name leads to a private network"],
  ] as const;
  for (const [url, words] of refusals) {
    const refused = await owner.post(path, formOf(calling(url), "Follow up", 2));
    expect([refused.status, await pageText(await refused.text())]).toEqual([
      409,
      expect.stringContaining(words),
    ]);
  }
  expect((await owner.store.workflows.find(id))?.version).toBe(2);
  // Off, it is kept as a draft, and cannot be turned on.
  await owner.post(path, { do: "disable" });
  expect((await owner.post(path, formOf(calling("https://10.0.0.1/x"), "Follow up", 2))).status).toBe(302);
  const enabled = await owner.post(path, { do: "enable" });
  expect([enabled.status, await pageText(await enabled.text())]).toEqual([
    409,
    expect.stringMatching(/Complete the steps that are marked first.*Address: Enter a public https address/s),
  ]);
  // Which host a field names, the run alone knows.
  await workflowOn(owner, calling("https://{{event.host}}/x"), "By field");
});
