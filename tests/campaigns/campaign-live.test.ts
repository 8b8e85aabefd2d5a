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
  id = await started(house);
  await attemptsOver(house, id, 3);
}, 180_000);

test("the page of a campaign shows how far it is, what came of it, what it cost, and whom it does not call", async () => {
  const text = await page();
  expect(text).toMatch(/Running/);
  expect(text).toMatch(/Done 50% 2 of 4 people/);
  expect(text).toMatch(/Answered 50% 1 of 2 calls/);
  expect(text).toMatch(/Cost \$\d/);
  expect(text).toMatch(/No consent on file 1 person/);
  expect(text).toMatch(/Outside calling hours 1 person/);
  expect(text).toMatch(/The next call is due/);
  const list = await textOf(await house.get("/campaigns"));
  expect(list).toMatch(/Spring.*Running.*2 of 4/);
});

test("people are listed with their results, filtered, and the list says why someone is not called yet", async () => {
  const all = await page("/people");
  expect(all).toContain("4 people in all.");
  expect(all).toMatch(/Answered/);
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
  expect(lines[0]).toBe("Name,Number,State,Result,Calls,Last change (UTC),Next call (UTC),Call");
  expect(lines.join("\n")).toContain(`"'=cmd, ""Nora"""`);
  const busy = await (await house.get(`/campaigns/${id}/results.csv?result=busy`)).text();
  expect(busy.trim().split("\r\n")).toHaveLength(2);
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
  const answer = await house.post(`/campaigns/${id}`, { do: "redial" });
  const review = await textOf(await house.get(answer.headers.get("location") ?? ""));
  expect(review).toMatch(/Whoever an earlier campaign didn't reach/);
});
