/** What an organization can still do whose plan is not paid (R31), and what the people of a full plan are told. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { grace_ms } from "#app/membership/entitlement.ts";
import { organizations } from "#drizzle/control/schema.ts";
import { invite } from "../organizations/inviting.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf, newAddress } from "../support/people.ts";
import { clinic, history, newCallSid, newNumber, relayOrder, ring } from "../support/telephone.ts";

type Row = Partial<typeof organizations.$inferInsert>;
const set = (id: string, row: Row) =>
  controlPlane().update(organizations).set(row).where(eq(organizations.id, id));

const unpaid: readonly Row[] = [
  ...["incomplete", "incomplete_expired", "canceled", "unpaid", "paused", "of_tomorrow"].map(
    (subscription_status) => ({ subscription_status }),
  ),
  { subscription_status: "past_due", past_due_since: Date.now() - grace_ms - 1000 },
];

test.each(unpaid)(
  "R31: with $subscription_status pages open, and changes are refused in words",
  async (row) => {
    const owner = await memberOf({ organization: row });
    for (const page of ["/dashboard", "/agents", "/call-history", "/subscription", "/users", "/settings"])
      expect((await owner.get(page)).status, page).toBe(200);
    const email = newAddress();
    const refused = await invite(owner, email, "viewer");
    expect(refused.status).toBe(402);
    expect(await pageText(await refused.text())).toContain("plan isn't paid");
  },
);

test.each(unpaid)("R31: with $subscription_status no call is answered", async (row) => {
  const owner = await clinic();
  await set(owner.organizationId, row);
  const xml = await (await ring({ call_sid: newCallSid(), from: newNumber(), to: owner.number })).text();
  expect(relayOrder(xml)).toBeNull();
  expect(xml).toContain("No one can take your call right now.");
  expect(await history(owner)).toMatchObject([{ outcome: "missed", end_detail: "unpaid" }]);
});

test("B37: an overdue payment changes nothing for seven days, and what is paid again works again", async () => {
  const owner = await clinic();
  const ringing = async () =>
    relayOrder(await (await ring({ call_sid: newCallSid(), from: newNumber(), to: owner.number })).text());
  await set(owner.organizationId, { subscription_status: "past_due", past_due_since: Date.now() });
  expect(await ringing()).not.toBeNull();
  await set(owner.organizationId, { past_due_since: Date.now() - grace_ms - 1000 });
  expect(await ringing()).toBeNull();
  await set(owner.organizationId, { subscription_status: "active", past_due_since: null });
  expect(await ringing()).not.toBeNull();
});

test("a client of an agency whose plan is not paid can be read only", async () => {
  const agency = await memberOf({ organization: { subscription_status: "canceled" } });
  const client = await memberOf({
    organization: { parent_organization_id: agency.organizationId, subscription_status: "active" },
  });
  expect((await invite(client, newAddress(), "viewer")).status).toBe(402);
  await set(agency.organizationId, { subscription_status: "active" });
  expect((await invite(client, newAddress(), "viewer")).status).toBe(200);
});

test("what takes away or protects stays possible without a paid plan", async () => {
  const owner = await memberOf();
  const email = newAddress();
  await invite(owner, email, "viewer");
  const member = await memberOf({ role: "member", organizationId: owner.organizationId });
  await set(owner.organizationId, { subscription_status: "canceled" });
  const removed = await owner.post("/users", { intent: "remove", member: member.userId });
  expect(removed.status).toBeLessThan(400);
});

test("a plan's last seat is given once, and the refusal names the plan that has more", async () => {
  const owner = await memberOf({ organization: { subscription_status: "active" } });
  for (let one = 0; one < 8; one++) await memberOf({ role: "viewer", organizationId: owner.organizationId });
  const [first, second] = await Promise.all([
    invite(owner, newAddress(), "viewer"),
    invite(owner, newAddress(), "viewer"),
  ]);
  const texts = await Promise.all([first, second].map(async (answer) => pageText(await answer.text())));
  expect(texts.filter((text) => text.includes("An invitation is on its way"))).toHaveLength(1);
  const full = texts.find((text) => text.includes("Your plan has room for 10 people"));
  expect(full).toContain("choose the Growth plan under Plan and usage");
});
