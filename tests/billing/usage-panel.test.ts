/** The usage panel of /subscription: the period's figures, before and after there is a plan. */
import { expect, test } from "vitest";
import { usagePanelOf } from "#app/billing/usage/usage-panel.server.ts";
import { day_ms } from "#app/platform/durations.ts";
import { spendingCaps } from "#drizzle/control/schema.ts";
import { ended } from "../calls/arrange.ts";
import { actorIn, asMember, testDeps } from "../membership/acting.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { callOf } from "./arrange.ts";
import { minuteOf, periodStart, terms } from "./periods.ts";

const zone = { time_zone: "UTC" };

const panelOf = async (owner: Person, now: number) =>
  usagePanelOf(await actorIn(owner.organizationId, asMember(owner)), testDeps().deps, now);

test("a period shows minutes of the included, money beyond them, days, a forecast and the cap", async () => {
  const owner = await memberOf({ organization: zone });
  await owner.store.usage.setTerms([terms({ included_seconds: 600 })], periodStart);
  await ended(
    owner,
    callOf(400, periodStart + day_ms, { time_zone: "UTC" }),
    callOf(800, periodStart + 2 * day_ms, { time_zone: "UTC" }),
  );
  await controlPlane().insert(spendingCaps).values({
    organization_id: owner.organizationId,
    amount: 3_00,
    currency: "USD",
    action: "stop_all",
    updated_by: owner.userId,
    updated_at: 1,
  });
  const panel = await panelOf(owner, periodStart + 3 * day_ms);
  expect(panel.range).toBe("Nov 1 to Nov 4");
  expect(panel.bars.map(({ label, words, tone }) => [label, words, tone])).toEqual([
    ["Minutes", "20 of 10 included", "amber"],
    ["Agents", "0 of 10", "usual"],
    ["Phone numbers", "0 of 5", "usual"],
    ["Members and invitations", "1 of 10", "usual"],
  ]);
  expect(panel.notes).toEqual([
    "10 minutes beyond the plan so far: $1.50.",
    "At this rate: 200 minutes by Dec 1, $28.50 beyond the plan.",
  ]);
  expect(panel.chart?.bars.map(({ title }) => title.split(": ")[1])).toEqual([
    "0 min, 0 calls",
    "7 min, 1 call",
    "14 min, 1 call",
    "0 min, 0 calls",
  ]);
  expect(panel.cap).toEqual({
    amount: "3.00",
    action: "stop_all",
    currency: "USD",
    words: "$1.50 of $3.00 spent (50%). At the cap: stop all calls.",
  });
});

test("an organization that never subscribed sees its trial minutes and the calendar month", async () => {
  const owner = await memberOf({ organization: { ...zone, subscription_status: "pending" } });
  await ended(owner, callOf(400, minuteOf(60), { time_zone: "UTC" }));
  const panel = await panelOf(owner, minuteOf(120));
  expect(panel.bars[0]).toMatchObject({ label: "Free minutes", words: "7 of 30 included" });
  expect(panel.range).toBe("Nov 1");
  expect(panel.notes).toEqual([]);
  expect(panel.cap.words).toBeNull();
});

test("a trial of a plan promises no charge", async () => {
  const owner = await memberOf({ organization: zone });
  await owner.store.usage.setTerms([terms({ is_trial: true })], periodStart);
  const panel = await panelOf(owner, periodStart + 3 * day_ms);
  expect(panel.notes).toEqual([
    "Calls stop when the trial's minutes are used up. Nothing is charged for them.",
  ]);
});

test("where another pays, minutes have no limit of their own", async () => {
  const owner = await memberOf({ organization: { ...zone, subscription_status: "active" } });
  await ended(owner, callOf(400, minuteOf(60), { time_zone: "UTC" }));
  expect((await panelOf(owner, minuteOf(120))).bars[0]).toMatchObject({ words: "7 in 1 call", filled: 0 });
});
