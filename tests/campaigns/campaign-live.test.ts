/** The pages of a campaign that calls: figures, results by person, why someone is not called yet, the file, and calling again. */
import { beforeAll, expect, test } from "vitest";
import { beginning, faultOf, type LedgerRow, ledgerEnd, ledgerRow } from "#app/campaigns/ledger-chain.ts";
import { type House, houseAt, unlawful, whenCalled } from "../calls/placing.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, memberOf } from "../support/people.ts";
import { rows } from "../support/telephone.ts";
import { attemptsOver, type Contact, contactOf, started } from "./arrange.ts";

let house: House;
let id: string;
let reached: Contact;
let missed: Contact;
let silent: Contact;
let asleep: Contact;

const textOf = async (answer: Response) => pageText(await answer.text());
const page = async (rest = "") => textOf(await house.get(`/campaigns/${id}${rest}`));

beforeAll(async () => {
  await anonymous().get("/auth");
  house = await houseAt("twilio");
  [reached, missed, silent, asleep] = await Promise.all([
    contactOf(house),
    contactOf(house),
    contactOf(house, { consent: null }),
    contactOf(house, { to: unlawful() }),
  ]);
  await rows(house, `update contacts set name = '=cmd, "Nora"' where id = '${missed.id}'`);
  await whenCalled(reached.to, {
    outcome: "answered",
    turns: [{ say: "What are your opening hours?" }, { hang_up: true }],
  });
  await whenCalled(missed.to, { outcome: "busy" });
  id = await started(house, { per_minute: 60 });
  await attemptsOver(house, id, 3);
}, 180_000);

test("the page of a campaign shows how far it is, what came of it, what it cost, and whom it does not call", async () => {
  const text = await page();
  expect(text).toMatch(/Running/);
  expect(text).toMatch(/Called 25% 1 of 4 people/);
  expect(text).toContain("1 of 4 people called, 1 can't be called, 2 still to call");
  expect(text).toMatch(/Calls a minute [12] set: 60 a minute, at most 10 for all campaigns/);
  expect(text).toMatch(/Answered 50% 1 of 2 calls/);
  expect(text).toMatch(/Cost \$\d/);
  // Someone who was busy had no conversation.
  expect(text).toMatch(/What came of the conversations/);
  expect(text).not.toContain("Missed");
  expect(text).toMatch(/No consent on file 1 person.{1,200}See who/);
  expect(text).not.toContain("For example");
  expect(text).toMatch(/Outside calling hours 1 person/);
  expect(text).toMatch(/The next call is due/);
  const list = await textOf(await house.get("/campaigns"));
  expect(list).toMatch(/Spring.*Running.*1 of 4 called/);
});

test("people are listed with their results, filtered, and the list says why someone is not called yet", async () => {
  const all = await page("/people");
  expect(all).toContain("4 people in all.");
  expect(all).toMatch(/Answered/);
  expect(all).toMatch(/1 call Done/);
  expect(all).toMatch(/No consent on file 0 calls Done/);
  const answered = await page("/people?show=done&result=answered");
  expect(answered).toContain("Ada Lovelace");
  expect(answered).not.toContain("Nora");
  const blocked = await page("/people?result=no_consent");
  expect(blocked).toMatch(/No consent on file/);
  const why = await page(`/people?why=${asleep.id}`);
  expect(why).toMatch(/Why isn't Ada Lovelace called yet\? Outside calling hours\..*They can be called/);
  expect(await page(`/people?why=${silent.id}`)).toMatch(
    /No consent on file\. This campaign needs a consent/,
  );
  expect(await page("/people?show=nonsense&result=nonsense&cursor=%27&why=%27")).toContain(
    "4 people in all.",
  );
});

test("the evidence of every attempt is a file whose rows hang together", async () => {
  const answer = await house.get("/campaigns/ledger.ndjson");
  expect(answer.headers.get("content-disposition")).toContain("campaign-ledger.ndjson");
  const lines = (await answer.text())
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  const end = ledgerEnd.parse(lines.pop());
  let before: Pick<LedgerRow, "sequence" | "hash"> = { sequence: 0, hash: beginning };
  for (const line of lines) {
    const row = ledgerRow.parse(line);
    expect(faultOf(row, before)).toBeNull();
    before = row;
  }
  expect(end).toMatchObject({ rows: before.sequence, hash: before.hash });
  expect(before.sequence).toBeGreaterThanOrEqual(3);
});

test("the file has everyone that the filter shows, and no cell that a spreadsheet takes for a formula", async () => {
  const answer = await house.get(`/campaigns/${id}/results.csv`);
  expect(answer.headers.get("content-type")).toMatch(/^text\/csv/);
  const lines = (await answer.text()).trim().split("\r\n");
  expect(lines).toHaveLength(5);
  expect(lines[0]).toBe(
    "Name,Number,State,Result,Calls,Last change (UTC),Next call (UTC),Call,Outcome,Talked (seconds),Cost (USD),Called from",
  );
  const [call] = await rows(
    house,
    `select call_id, talk_seconds, cost_micros from dial_attempts where contact_id = '${reached.id}'`,
  );
  const talked = lines.find((line) => line.includes(String(call?.call_id)));
  const cost = (Number(call?.cost_micros) / 1_000_000).toFixed(4);
  expect(talked).toMatch(new RegExp(`,Answered,${String(call?.talk_seconds)},${cost},'\\+1 [\\d ]+$`));
  // Without a call there is nothing to say of one.
  expect(lines.filter((line) => line.endsWith(",,,,,"))).toHaveLength(2);
  expect(lines.join("\n")).toContain(`"'=cmd, ""Nora"""`);
  const busy = await (await house.get(`/campaigns/${id}/results.csv?result=busy`)).text();
  expect(busy.trim().split("\r\n")).toHaveLength(2);
});

const contactPage = async ({ id }: Contact, of = house) => textOf(await of.get(`/contacts/${id}`));
const times = (text: string, words: RegExp) => text.match(new RegExp(words, "g"))?.length ?? 0;

test("a contact shows whom a campaign called and whom it decided against, in one line for each attempt", async () => {
  const html = await (await house.get(`/contacts/${reached.id}`)).text();
  const [call] = await rows(house, `select call_id from dial_attempts where contact_id = '${reached.id}'`);
  expect(html).toContain(`href="/call-history/${String(call?.call_id)}"`);
  expect(html).toContain(`href="/campaigns/${id}"`);
  expect(times(await pageText(html), /We called · /)).toBe(1);
  const busy = await contactPage(missed);
  expect(times(busy, /We called · busy.{1,80}campaign Spring/)).toBe(1);
  expect(times(busy, /We called · |Not called · /)).toBe(1);
  const against = await contactPage(silent);
  expect(times(against, /Not called · no consent on file.{1,80}Campaign Spring/)).toBe(1);
  expect(against).not.toContain("We called");
});

test("an attempt whose call is deleted keeps its line, and without the right to read campaigns none is named", async () => {
  const gone = await contactOf(house);
  await rows(
    house,
    `insert into dial_attempts (id, campaign_id, contact_id, phone_number, number_id, agent_id, state, result, call_id,
       leased_at, lease_until, asked_at) values
     ('gone-1', '${id}', '${gone.id}', '${gone.to}', 'n', 'a', 'over', 'no_answer', 'deleted-call', 1, 1, 2),
     ('gone-2', '${id}', '${gone.id}', '${gone.to}', 'n', 'a', 'over', 'lost', null, 3, 3, null)`,
  );
  const text = await contactPage(gone);
  expect(times(text, /We called · no answer/)).toBe(1);
  expect(text).not.toContain("Not called · ");
  const reading = { now: Date.now(), timeZone: "America/New_York", locale: "en-US" };
  for (const one of [gone, missed]) {
    const { items } = await house.store.contactTimeline.timeline(one.id, null, reading, false);
    expect(items.filter(({ campaign, is }) => campaign !== null || is === "campaign")).toEqual([]);
  }
  expect((await house.store.contactTimeline.timeline(missed.id, null, reading, false)).items).toContainEqual(
    expect.objectContaining({ is: "call" }),
  );
});

test("a contact says why each campaign that goes on hasn't called it yet, and when it can be called", async () => {
  expect(await contactPage(asleep)).toMatch(
    /Why not called yet\? Spring Outside calling hours\..*They can be called .* at the earliest\./,
  );
  expect(await contactPage(silent)).toMatch(/Why not called yet\? Spring No consent on file\./);
  expect(await contactPage(missed)).toMatch(/Why not called yet\? Spring Called often enough\..*They can be/);
  expect(await contactPage(reached)).not.toContain("Why not called yet?");
  const stranger = await contactOf(house, { consent: null });
  await rows(house, `delete from campaign_leads where contact_id = '${stranger.id}'`);
  expect(await contactPage(stranger)).not.toContain("Why not called yet?");
  expect((await house.post(`/campaigns/${id}`, { do: "pause" })).status).toBe(200);
  expect(await contactPage(asleep)).toMatch(/Why not called yet\? Spring Paused Outside calling hours\./);
  expect((await house.post(`/campaigns/${id}`, { do: "resume" })).status).toBe(200);
});

test("those who may not read who people are see results without names and numbers, and get no file", async () => {
  const viewer = await memberOf({ role: "viewer", organizationId: house.organizationId });
  expect((await viewer.get(`/campaigns/${id}/results.csv`)).status).toBe(403);
  const stranger = await memberOf();
  expect((await stranger.get(`/campaigns/${id}/results.csv`)).status).toBe(404);
});

test("a campaign that is over is called again for those who were not reached", async () => {
  expect((await house.post(`/campaigns/${id}`, { do: "redial" })).status).toBe(302);
  expect((await house.post(`/campaigns/${id}`, { do: "stop" })).status).toBe(200);
  // A line that was busy was called, though it waited for another call.
  expect(await page()).toContain("2 of 4 people called, 1 can't be called, 1 left over when it was stopped");
  expect(await textOf(await house.get("/campaigns"))).toMatch(/Spring.*Stopped.*2 of 4 called/);
  const answer = await house.post(`/campaigns/${id}`, { do: "redial" });
  const review = await textOf(await house.get(answer.headers.get("location") ?? ""));
  expect(review).toMatch(/Whoever an earlier campaign didn't reach/);
  expect(await contactPage(asleep)).not.toContain("Why not called yet?");
});
