/** The spending cap: what may be typed, what calls meet, whom it warns. */
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { CapAction } from "#app/billing/usage/cap-terms.schema.ts";
import { answerSpendingCap } from "#app/billing/usage/spending-cap-form.server.ts";
import { day_ms } from "#app/platform/durations.ts";
import { organizations, spendingCaps, spendingWarnings, subscriptionTerms } from "#drizzle/control/schema.ts";
import { ended } from "../calls/arrange.ts";
import { actorIn, asMember, testDeps } from "../membership/acting.ts";
import { mailsTo } from "../support/inbox.ts";
import { callFinished, delivered } from "../support/outbox.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { deliver } from "../support/stripe.ts";
import { clinic, history, newCallSid, newNumber, relayOrder, ring, rows } from "../support/telephone.ts";
import { callOf } from "./arrange.ts";
import { terms } from "./periods.ts";

beforeAll(async () => {
  await deliver({ mode: "held" });
});

const ringing = (to: string) => ring({ call_sid: newCallSid(), from: newNumber(), to }).then((r) => r.text());

/** A period that goes on now: two minutes included, the third costs 0.15. */
const present = () => terms({ period_start: Date.now() - 10 * day_ms, period_end: Date.now() + 20 * day_ms });

/** Both homes of a period's terms, as a subscription's change leaves them. */
async function onPlan({ organizationId, store }: Person, plan = present()) {
  await store.usage.setTerms([plan], Date.now());
  await controlPlane()
    .insert(subscriptionTerms)
    .values({ ...plan, organization_id: organizationId, created_at: Date.now() });
}

function typed(values: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ currency: "USD", action: "stop_all", ...values }))
    form.set(name, value);
  return form;
}

const save = async (owner: Person, values: Record<string, string>) =>
  answerSpendingCap(await actorIn(owner.organizationId, asMember(owner)), typed(values), testDeps().deps);

const capOf = ({ organizationId }: Person) =>
  controlPlane().select().from(spendingCaps).where(eq(spendingCaps.organization_id, organizationId)).get();

test.each(["0", "0.99", "-5", "1e12", "12,50", "1000000.01", "fifty", "5.123", "٥٠", "1 000"])(
  "%s is no cap",
  async (amount) => {
    const owner = await memberOf();
    const { status, reply } = await save(owner, { amount });
    expect([status, reply.typed?.amount]).toEqual([422, amount]);
    expect(reply.errors.amount).toBeTruthy();
    expect(await capOf(owner)).toBeUndefined();
  },
);

test("another currency than the plan's, and an action that does not exist, are refused in words", async () => {
  const owner = await memberOf();
  await onPlan(owner, { ...present(), currency: "GBP" });
  expect((await save(owner, { amount: "50" })).reply.errors.form).toBe(
    "Your plan is billed in GBP. Reload the page and try again.",
  );
  expect((await save(owner, { amount: "50", currency: "" })).status).toBe(422);
  expect((await save(owner, { amount: "50", action: "explode" })).reply.errors.action).toBeTruthy();
  expect(await capOf(owner)).toBeUndefined();
});

test("a cap is kept, changed and removed", async () => {
  const owner = await memberOf();
  expect((await save(owner, { amount: "49.5" })).status).toBe(200);
  expect(await capOf(owner)).toMatchObject({ amount: 49_50, action: "stop_all", currency: "USD" });
  await save(owner, { amount: "1000000", action: "warn" });
  expect(await capOf(owner)).toMatchObject({ amount: 100_000_000, action: "warn" });
  await save(owner, { amount: "" });
  expect(await capOf(owner)).toMatchObject({ amount: null });
});

test.each<[CapAction, boolean]>([
  ["stop_all", false],
  ["stop_outbound", true],
  ["warn", true],
])("at the cap, %s: an incoming call is answered: %s", async (action, isAnswered) => {
  const owner = await clinic();
  await onPlan(owner);
  await save(owner, { amount: "1.00", action });
  await ended(owner, callOf(120 + 399, Date.now()));
  expect(relayOrder(await ringing(owner.number))).not.toBeNull();
  await rows(owner, "delete from live_calls where 1 = 1");
  await ended(owner, callOf(1, Date.now()));
  const answer = await ringing(owner.number);
  expect(relayOrder(answer) !== null).toBe(isAnswered);
  if (isAnswered) return;
  expect(answer).toContain("No one can take your call right now.");
  expect((await history(owner)).at(-1)).toMatchObject({
    end_detail: "spending_cap",
    summary: "The spending cap was reached",
  });
  await save(owner, { amount: "" });
  expect(relayOrder(await ringing(owner.number))).not.toBeNull();
});

test("running calls count, and go on", async () => {
  const owner = await clinic();
  await onPlan(owner);
  await save(owner, { amount: "1.00" });
  expect(relayOrder(await ringing(owner.number))).not.toBeNull();
  await rows(owner, "update live_calls set started_at = started_at - 520000");
  expect(relayOrder(await ringing(owner.number))).toBeNull();
  expect(await rows(owner, "select call_id from live_calls")).toHaveLength(1);
});

test("talk in browsers counts for the cap and a plan's trial where the platform's models answered, and else not", async () => {
  const model = (cost_micros: number) => ({
    type: "web" as const,
    cost_items: [
      {
        what: "model" as const,
        quantity: 1,
        unit: "call" as const,
        unit_price_micros: cost_micros,
        cost_micros,
      },
    ],
  });
  const owner = await clinic();
  await onPlan(owner, { ...present(), included_seconds: 600, is_trial: true });
  await ended(owner, callOf(600, Date.now(), model(0)));
  expect(relayOrder(await ringing(owner.number))).not.toBeNull();
  await rows(owner, "delete from live_calls where 1 = 1");
  await ended(owner, callOf(600, Date.now(), model(20)));
  expect(relayOrder(await ringing(owner.number))).toBeNull();
  expect((await history(owner)).at(-1)).toMatchObject({ end_detail: "trial_over" });

  const capped = await clinic();
  await onPlan(capped);
  await save(capped, { amount: "1.00" });
  await ended(capped, callOf(100_000, Date.now(), model(20)));
  expect(relayOrder(await ringing(capped.number))).toBeNull();
});

test("in a plan's trial the included minutes are all there is, and nothing leads abroad", async () => {
  const owner = await clinic();
  await onPlan(owner, { ...present(), included_seconds: 600, is_trial: true });
  await ended(owner, callOf(540, Date.now()));
  expect(relayOrder(await ringing(owner.number))).not.toBeNull();
  await rows(owner, "delete from live_calls where 1 = 1");
  await ended(owner, callOf(1, Date.now()));
  expect(relayOrder(await ringing(owner.number))).toBeNull();
  expect((await history(owner)).at(-1)).toMatchObject({ end_detail: "trial_over" });
});

/** A call of so many seconds has ended, and its fact arrives. */
const talked = ({ organizationId }: Person, seconds: number) =>
  delivered([
    callFinished(organizationId, {
      seconds,
      billable_seconds: seconds,
      started_at: Date.now() - seconds * 1000,
      ended_at: Date.now(),
    }),
  ]);

let owner: Person;
let billing: Person;
let admin: Person;

beforeEach(async () => {
  owner = await memberOf();
  const { organizationId } = owner;
  billing = await memberOf({ role: "billing", organizationId });
  admin = await memberOf({ role: "admin", organizationId });
});

test("owners and billing members are warned at 50, 80 and 100 %, once in a period", async () => {
  await onPlan(owner);
  await save(owner, { amount: "3.00", action: "stop_outbound" });
  await talked(owner, 120 + 599);
  expect(await mailsTo(owner.email)).toEqual([]);
  await talked(owner, 1);
  await talked(owner, 1);
  await talked(owner, 400);
  await talked(owner, 1_000);
  for (const person of [owner, billing]) {
    const mails = await mailsTo(person.email);
    expect(mails.map(({ subject }) => subject.split(":")[0]).sort()).toEqual([
      "50% of your spending cap used",
      "80% of your spending cap used",
      "Spending cap reached",
    ]);
    expect(mails.map(({ text }) => text).join("\n")).toContain("Outbound calls are paused until");
  }
  expect(await mailsTo(admin.email)).toEqual([]);
});

test("a call that goes over the whole cap at once sends one mail", async () => {
  await onPlan(owner);
  await save(owner, { amount: "3.00", action: "warn" });
  await talked(owner, 5_000);
  expect((await mailsTo(owner.email)).map(({ subject }) => subject.split(":")[0])).toEqual([
    "Spending cap reached",
  ]);
  const sent = await controlPlane()
    .select({ percent: spendingWarnings.percent })
    .from(spendingWarnings)
    .where(eq(spendingWarnings.organization_id, owner.organizationId));
  expect(sent.map(({ percent }) => percent).sort((a, b) => a - b)).toEqual([50, 80, 100]);
});

test("an agency's cap counts its clients' calls and stops them, until it is raised or a new period begins", async () => {
  const agency = await memberOf({ organization: { subscription_tier: "agency" } });
  const client = await clinic();
  await controlPlane()
    .update(organizations)
    .set({ parent_organization_id: agency.organizationId })
    .where(eq(organizations.id, client.organizationId));
  await onPlan(agency);
  await save(agency, { amount: "1.00" });
  await talked(client, 120 + 399);
  expect(relayOrder(await ringing(client.number))).not.toBeNull();
  await talked(client, 1);
  expect(relayOrder(await ringing(client.number))).toBeNull();
  expect((await history(client)).at(-1)).toMatchObject({ end_detail: "spending_cap" });
  await save(agency, { amount: "1.00", action: "stop_outbound" });
  expect(relayOrder(await ringing(client.number))).not.toBeNull();
  await save(agency, { amount: "1.00" });
  expect(relayOrder(await ringing(client.number))).toBeNull();
  await save(agency, { amount: "2.00" });
  expect(relayOrder(await ringing(client.number))).not.toBeNull();
  await talked(client, 400);
  expect(relayOrder(await ringing(client.number))).toBeNull();
  await onPlan(agency, { ...present(), period_start: Date.now() - 1 });
  expect(relayOrder(await ringing(client.number))).not.toBeNull();
});

/** Growth with ten days behind it: two minutes included, and 198.00 lent beyond them, which are 1,320 minutes. */
const lent_s = 120 + 1_320 * 60;

test("before the first payment of minutes, calls stop where the platform lends no more, with warnings before", async () => {
  const clinicOwner = await clinic();
  await onPlan(clinicOwner);
  await talked(clinicOwner, lent_s / 2);
  expect((await mailsTo(clinicOwner.email)).map(({ subject }) => subject.split(":")[0])).toEqual([]);
  await talked(clinicOwner, lent_s / 2 - 1);
  expect(relayOrder(await ringing(clinicOwner.number))).not.toBeNull();
  await talked(clinicOwner, 1);
  expect(relayOrder(await ringing(clinicOwner.number))).toBeNull();
  expect((await history(clinicOwner)).at(-1)).toMatchObject({
    end_detail: "usage_ceiling",
    summary: "The limit for unpaid minutes was reached",
  });
  const subjects = (await mailsTo(clinicOwner.email)).map(({ subject }) => subject.split(":")[0]);
  expect(subjects.sort()).toEqual([
    "80% of your limit for unpaid minutes used",
    "Limit for unpaid minutes reached",
  ]);
});

test("who has paid for a month has no ceiling, until a payment is overdue", async () => {
  const clinicOwner = await clinic();
  const { organizationId } = clinicOwner;
  await onPlan(clinicOwner);
  const before = present().period_start - 30 * day_ms;
  await controlPlane()
    .insert(subscriptionTerms)
    .values({
      ...present(),
      period_start: before,
      period_end: before + 30 * day_ms,
      organization_id: organizationId,
      created_at: 1,
    });
  await talked(clinicOwner, lent_s);
  expect(relayOrder(await ringing(clinicOwner.number))).not.toBeNull();
  const standing = (subscription_status: string, past_due_since: number | null) =>
    controlPlane()
      .update(organizations)
      .set({ subscription_status, past_due_since })
      .where(eq(organizations.id, organizationId));
  await standing("past_due", Date.now());
  await talked(clinicOwner, 1);
  expect(relayOrder(await ringing(clinicOwner.number))).toBeNull();
  await standing("active", null);
  expect(relayOrder(await ringing(clinicOwner.number))).not.toBeNull();
});
