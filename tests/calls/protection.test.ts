/** The protection of an organization's numbers: who is refused before any media, what the history says, and the page of it. */
import { beforeAll, expect, test } from "vitest";
import { localDate } from "#app/platform/zoned-time.ts";
import { anonymous, memberOf } from "../support/people.ts";
import {
  type Clinic,
  call,
  clinic,
  hangUp,
  history,
  newCallSid,
  newNumber,
  ring,
  rows,
} from "../support/telephone.ts";
import { ended, finishedCall, wordsOf } from "./arrange.ts";

const page = "/numbers/protection";
const saved = {
  do: "save",
  caller_calls: "",
  caller_minutes: "",
  number_calls: "",
  number_minutes: "",
  day_factor: "",
};

beforeAll(async () => {
  await anonymous().get(page);
}, 180_000);

const heard = async (owner: Clinic, from: string): Promise<string> =>
  (await ring({ call_sid: newCallSid(), from, to: owner.number })).text();
const isLetIn = async (owner: Clinic, from: string) =>
  (await heard(owner, from)).includes("<ConversationRelay");

async function words(owner: Clinic): Promise<string> {
  return wordsOf(await (await owner.get(page)).text());
}

test("a blocked number hears one sentence, starts no media, and stands in the history with its reason", async () => {
  const owner = await clinic();
  const [from, other] = [newNumber(), newNumber()];
  const answer = await owner.post(page, { do: "block", number: from, note: "Sells insurance" });
  expect(answer.status).toBe(200);
  const said = await heard(owner, from);
  expect(said).toContain("take calls from your number");
  expect(said).not.toContain("ConversationRelay");
  expect(await isLetIn(owner, other)).toBe(true);
  expect(await history(owner)).toMatchObject([
    { status: "rejected", outcome: "missed", end_reason: "abuse_blocked", end_detail: "caller_blocked" },
  ]);
  const [row] = await history(owner);
  expect(wordsOf(await (await owner.get(`/call-history/${row?.id}`)).text())).toContain(
    "Status Not connected How it ended The caller is blocked At fault The caller",
  );
  expect(await words(owner)).toContain("Sells insurance");
  const [{ id } = { id: "" }] = await rows(owner, "select id from blocked_callers");
  await owner.post(page, { do: "unblock", id: String(id) });
  expect(await isLetIn(owner, from)).toBe(true);
});

test("the beginning of numbers blocks all of them, and a beginning of one digit is refused", async () => {
  const owner = await clinic();
  expect((await owner.post(page, { do: "block", number: "+1", starts: "on" })).status).toBe(422);
  await owner.post(page, { do: "block", number: "+1 900", starts: "on" });
  expect(await isLetIn(owner, "+19005550142")).toBe(false);
  expect(await isLetIn(owner, newNumber())).toBe(true);
});

test("a call's page blocks its caller with one press", async () => {
  const owner = await clinic();
  const placed = await call(owner, newNumber());
  await hangUp(placed);
  const html = await (await owner.get(`/call-history/${placed.call_id}`)).text();
  expect(html).toContain("Block this caller");
  expect((await owner.post(page, { do: "block_caller", call: placed.call_id })).status).toBe(200);
  const [row] = await history(owner);
  expect(await isLetIn(owner, String(row?.other_number))).toBe(false);
  expect((await owner.post(page, { do: "block_caller", call: "of-no-one" })).status).toBe(404);
});

test("callers who withhold their number are refused where that is chosen", async () => {
  const owner = await clinic();
  expect(await isLetIn(owner, "anonymous")).toBe(true);
  await owner.post(page, { ...saved, refuses_withheld: "on" });
  expect(await heard(owner, "anonymous")).toContain("show their number");
  expect((await history(owner)).at(-1)).toMatchObject({ end_detail: "number_withheld" });
});

test("a caller's budget counts calls that were let in, not refused ones, and leaves other callers alone", async () => {
  const owner = await clinic();
  const from = newNumber();
  await owner.post(page, { ...saved, caller_calls: "2" });
  for (const _ of [1, 2]) await hangUp(await call(owner, from));
  for (const _ of [1, 2, 3]) expect(await isLetIn(owner, from)).toBe(false);
  expect(await isLetIn(owner, newNumber())).toBe(true);
  expect((await history(owner)).map(({ end_detail }) => end_detail)).toEqual([
    "hung_up",
    "hung_up",
    "caller_budget",
    "caller_budget",
    "caller_budget",
  ]);
  // An hour later they have a new budget.
  await rows(
    owner,
    "update calls set id = '00000000-0000-7000-8000-' || substr(id, 25) where end_detail = 'hung_up'",
  );
  expect(await isLetIn(owner, from)).toBe(true);
});

test("callers who withhold their number share a budget, four times that of one caller", async () => {
  const owner = await clinic();
  await owner.post(page, { ...saved, caller_calls: "1" });
  const answers: boolean[] = [];
  for (let i = 0; i < 6; i++) answers.push(await isLetIn(owner, i % 2 === 0 ? "anonymous" : "Restricted"));
  expect(answers).toEqual([true, true, true, true, false, false]);
  expect(await isLetIn(owner, newNumber())).toBe(true);
});

test("one caller holds five lines at most, whatever their budget", async () => {
  const owner = await clinic();
  const from = newNumber();
  const answers: boolean[] = [];
  for (let i = 0; i < 6; i++) answers.push(await isLetIn(owner, from));
  expect(answers).toEqual([true, true, true, true, true, false]);
  expect(await isLetIn(owner, newNumber())).toBe(true);
});

test("a burst from one caller gets exactly the calls of the budget, running ones included", async () => {
  const owner = await clinic();
  const from = newNumber();
  await owner.post(page, { ...saved, caller_calls: "2" });
  const answers = await Promise.all(Array.from({ length: 6 }, () => isLetIn(owner, from)));
  expect(answers.filter(Boolean)).toHaveLength(2);
});

test("minutes with a caller in a day, and calls and minutes of a number in an hour, are budgets too", async () => {
  const owner = await clinic();
  const from = newNumber();
  const long = {
    other_number: from,
    number_id: owner.numberId,
    talk_seconds: 1800,
    started_at: Date.now() - 60_000,
  };
  await ended(owner, finishedCall(long));
  await owner.post(page, { ...saved, caller_minutes: "30" });
  expect(await isLetIn(owner, from)).toBe(false);
  await owner.post(page, { ...saved, caller_minutes: "31" });
  expect(await isLetIn(owner, from)).toBe(true);
  await owner.post(page, { ...saved, number_minutes: "30" });
  expect(await heard(owner, newNumber())).toContain("try again later");
  await owner.post(page, { ...saved, number_calls: "2" });
  expect(await isLetIn(owner, newNumber())).toBe(false);
  expect((await history(owner)).at(-1)).toMatchObject({ end_detail: "number_budget" });
});

test("much more talk than on a usual day refuses calls until a member lets them in", async () => {
  const owner = await clinic();
  const zone = "America/New_York";
  const daysAgo = (days: number) => localDate(Date.now() - days * 86_400_000, zone);
  const talk = (day: string, minutes: number) =>
    rows(
      owner,
      `insert into call_days (day, agent_id, calls, seconds) values ('${day}', 'a', 9, ${minutes * 60})`,
    );
  await talk(daysAgo(0), 1000);
  // Two days are no usual day yet.
  for (const days of [1, 2]) await talk(daysAgo(days), 60);
  expect(await isLetIn(owner, newNumber())).toBe(true);
  await talk(daysAgo(3), 60);
  expect(await isLetIn(owner, newNumber())).toBe(false);
  expect((await history(owner)).at(-1)).toMatchObject({ end_detail: "spend_breaker" });
  expect(await words(owner)).toContain("Calls are being refused");
  await owner.post(page, { do: "let_in" });
  expect(await isLetIn(owner, newNumber())).toBe(true);
  expect(await words(owner)).not.toContain("Calls are being refused");
});

test("calls that are still going on count to the day's talk", async () => {
  const owner = await clinic();
  const zone = "America/New_York";
  const talk = (days: number, minutes: number) =>
    rows(
      owner,
      `insert into call_days (day, agent_id, calls, seconds)
       values ('${localDate(Date.now() - days * 86_400_000, zone)}', 'a', 9, ${minutes * 60})`,
    );
  for (const days of [1, 2, 3]) await talk(days, 60);
  // What has ended is not quite enough to trip.
  await talk(0, 600);
  await rows(owner, "update call_days set seconds = seconds - 5 where seconds = 36000");
  const placed = await call(owner);
  expect(await isLetIn(owner, newNumber())).toBe(true);
  await rows(
    owner,
    `update live_calls set started_at = started_at - 6000 where call_id = '${placed.call_id}'`,
  );
  expect(await isLetIn(owner, newNumber())).toBe(false);
  expect((await history(owner)).at(-1)).toMatchObject({ end_detail: "spend_breaker" });
});

test("limits that are no numbers are refused, and a viewer sees the page without numbers and without buttons", async () => {
  const owner = await clinic();
  for (const caller_calls of ["0", "-1", "1.5", "many", "1001"])
    expect((await owner.post(page, { ...saved, caller_calls })).status).toBe(422);
  expect(await words(owner)).toContain("Limits");
  await owner.post(page, { do: "block", number: "+14155550177" });
  const viewer = await memberOf({ role: "viewer", organizationId: owner.organizationId });
  const shown = wordsOf(await (await viewer.get(page)).text());
  expect(shown).toContain("A hidden number");
  expect(shown).not.toContain("0177");
  expect(shown).not.toContain("Save limits");
  expect((await viewer.post(page, saved)).status).toBe(403);
});

test("what was blocked, and by whom, is in the audit trail without the caller's number", async () => {
  const owner = await clinic();
  await owner.post(page, { do: "block", number: "+14155550178" });
  const trail = wordsOf(await (await owner.get("/users/activity")).text());
  expect(trail).toContain("Blocked a caller");
  expect(trail).not.toContain("0178");
});
