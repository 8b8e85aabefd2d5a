/** Whom an agent does not call: the hour, the do-not-call list, numbers that cost, the plan, the role, another's number. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, beforeAll, expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import { capacity } from "#app/telephony/carrier-lines.server.ts";
import { organizations } from "#drizzle/control/schema.ts";
import { mend, platformAccount, telnyx } from "../carriers/sides.ts";
import { anonymous, controlPlane } from "../support/people.ts";
import { history, rows } from "../support/telephone.ts";
import { wordsOf } from "./arrange.ts";
import {
  dialPage,
  type House,
  houseAt,
  inHistory,
  lawful,
  lawfulInTrial,
  placed,
  placedId,
  press,
  unlawful,
  whenCalled,
} from "./placing.ts";

beforeAll(async () => {
  await anonymous().get("/auth");
}, 180_000);
afterEach(mend);

const wordsIn = async (answer: Response) => wordsOf(await answer.text());
const refused = async (house: House, to: string, more: Record<string, string> = {}) => {
  const answer = await press(house, to, more);
  return { status: answer.status, words: await wordsIn(answer) };
};

test("outside lawful hours nothing rings: the reason stands at the field and on the call's page", async () => {
  const house = await houseAt("twilio");
  const { status, words } = await refused(house, unlawful());
  expect(status).toBe(422);
  expect(words).toContain("People may not be called at this hour");
  expect(words).toContain("It may be called again");
  const [row] = await history(house);
  expect(row).toMatchObject({
    direction: "outbound",
    status: "rejected",
    end_reason: "outside_window",
    end_detail: "calling_hours",
    summary: "People may not be called at that hour",
  });
  const page = wordsOf(await (await house.get(`/call-history/${row?.id}`)).text());
  expect(page).toContain("People may not be called at this hour");
  expect(await house.store.live.list()).toEqual([]);
});

test("a number whose place is not known is not called at any hour", async () => {
  const house = await houseAt("twilio");
  const { words } = await refused(house, "+18005550123");
  expect(words).toContain("It isn't known in which time zone");
  expect(await history(house)).toMatchObject([{ end_reason: "outside_window", end_detail: "unknown_place" }]);
});

test("a person who asked not to be called, in a call or by a member's press, is not called", async () => {
  const house = await houseAt("twilio");
  const { to, row } = await placed(house, { outcome: "answered", turns: [{ press: "9" }] });
  expect(row).toMatchObject({ end_reason: "opt_out", outcome: "opted_out" });
  expect(await house.store.doNotCall.isBarred(to)).toMatchObject({ source: "key" });
  const { status, words } = await refused(house, to);
  expect(status).toBe(422);
  expect(words).toContain("do-not-call list");
  expect((await history(house)).at(-1)).toMatchObject({ status: "rejected", end_reason: "dnc_blocked" });
});

test.each([
  ["+19005550123", "cost extra"],
  ["+37121234567", "high risk of fraud"],
  ["12", "Enter a phone number"],
  ["911", "Enter a phone number"],
])("%s is refused at its field, and leaves nothing", async (to, why) => {
  const house = await houseAt("twilio");
  const { status, words } = await refused(house, to);
  expect(status).toBe(422);
  expect(words).toContain(why);
  expect(await history(house)).toEqual([]);
});

test("one's own number is not called, and another organization's number does not call", async () => {
  const [house, other] = [await houseAt("twilio"), await houseAt("twilio")];
  expect((await refused(house, house.line)).words).toContain("one of your own numbers");
  const answer = await refused(house, lawful(), { number_id: other.lineId });
  expect(answer).toMatchObject({
    status: 422,
    words: expect.stringContaining("None of your active numbers"),
  });
  expect(await history(house)).toEqual([]);
  expect(await history(other)).toEqual([]);
});

test("a press twice, and the same press again later, is one call", async () => {
  const house = await houseAt("twilio");
  const [to, key] = [lawful(), newId()];
  await whenCalled(to, { outcome: "busy" });
  const answers = await Promise.all([1, 2, 3].map(() => press(house, to, { key })));
  const ids = new Set(answers.map(placedId));
  expect(ids.size).toBe(1);
  const [id = ""] = ids;
  await inHistory(house, id);
  expect(placedId(await press(house, to, { key }))).toBe(id);
  expect(await history(house)).toHaveLength(1);
});

test("two people who call one number at the same time: one call, and the other is told", async () => {
  const house = await houseAt("twilio");
  const to = lawful();
  const answers = await Promise.all([press(house, to), press(house, to)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 422]);
});

test("a carrier account without a free line refuses, and keeps lines for callers", async () => {
  const house = await houseAt("telnyx");
  const { lines_of, lines } = await platformAccount(telnyx);
  const account = capacity(env, lines_of);
  const taken = Array.from({ length: lines - 1 }, () => newId());
  for (const call_id of taken)
    await account.lease({
      call_id,
      organization_id: "other",
      direction: "inbound",
      account_lines: lines,
      organization_lines: null,
      now: Date.now(),
      expires_at: Date.now() + 600_000,
    });
  const { words } = await refused(house, lawful());
  for (const call_id of taken) await account.release(call_id);
  expect(words).toContain("no free line");
  expect(await history(house)).toMatchObject([{ status: "rejected", end_reason: "concurrency" }]);
});

test("a trial whose minutes are used up makes no calls", async () => {
  const house = await houseAt("twilio", undefined, { status: "pending" });
  const { to, country } = lawfulInTrial();
  await controlPlane()
    .update(organizations)
    .set({ country })
    .where(eq(organizations.id, house.organizationId));
  await rows(
    house,
    "insert into call_days (day, agent_id, calls, seconds) values ('2026-11-20', 'a', 9, 1800)",
  );
  expect((await refused(house, to)).words).toContain("trial's minutes are used up");
  expect(await history(house)).toMatchObject([{ status: "rejected", end_reason: "no_credit" }]);
});

test("a suspended organization makes no calls", async () => {
  const house = await houseAt("twilio");
  const to = lawful();
  await controlPlane()
    .update(organizations)
    .set({ platform_suspended_at: Date.now() })
    .where(eq(organizations.id, house.organizationId));
  const answer = await press(house, to);
  expect(answer.headers.get("location") ?? "").not.toContain("/call-history");
  expect(await house.store.live.list()).toEqual([]);
});

test("a viewer meets no form and places nothing", async () => {
  const house = await houseAt("twilio", undefined, { role: "viewer" });
  expect(await wordsIn(await house.get(dialPage(house)))).toContain("Your role can't place calls");
  expect((await press(house, lawful())).status).toBe(403);
  expect(await history(house)).toEqual([]);
});

test("the look before the call says what the rules say, and places nothing", async () => {
  const house = await houseAt("twilio");
  const check = (to: string) => house.post(dialPage(house), { do: "check", to, number_id: house.lineId });
  const good = await wordsIn(await check(lawful()));
  expect(good).toContain("Make this call?");
  expect(good).toContain("Within the hours in which this number may be called");
  const bad = await check(unlawful());
  expect(bad.status).toBe(422);
  expect(await wordsIn(bad)).toContain("People may not be called at this hour");
  expect(await history(house)).toEqual([]);
});
