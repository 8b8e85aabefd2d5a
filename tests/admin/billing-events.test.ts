/** /admin/billing-events: what was set aside is seen, found and replayed, by platform admins alone. */
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { newId } from "#app/platform/id.ts";
import * as control from "#drizzle/control/schema.ts";
import { planOf, processed, sellPlans, subscribe } from "../billing/subscribing.ts";
import { pageText } from "../support/page-form.ts";
import { controlPlane, memberOf } from "../support/people.ts";
import { deliver } from "../support/stripe.ts";

beforeAll(async () => {
  await deliver({ mode: "held" });
  await sellPlans();
});

const page = "/admin/billing-events";

/** An event that was set aside: of a subscription that is at Stripe, and not yet here. */
async function setAside(error: string) {
  const person = await memberOf();
  const made = await subscribe(person);
  const id = `evt_${newId().replaceAll("-", "")}`;
  const now = Date.now();
  await controlPlane()
    .insert(control.stripeEvents)
    .values({
      id,
      type: "customer.subscription.created",
      organization_id: person.organizationId,
      object_id: made.id,
      payload: {
        id: made.id,
        object: "subscription",
        subscription: made.id,
        customer: String(made.customer),
      },
      stripe_created: now,
      received_at: now,
      attempts: 8,
      last_error: error,
      set_aside_at: now,
    });
  return { id, person };
}

test("an admin sees what failed and why, finds it by its id, and replays it", async () => {
  const admin = await memberOf({ isPlatformAdmin: true });
  const { id, person } = await setAside("Stripe was not in the mood");
  const shown = await pageText(await (await admin.get(page)).text());
  for (const words of ["customer.subscription.created", "Stripe was not in the mood", "8 attempts", id])
    expect(shown).toContain(words);
  const found = await pageText(await (await admin.get(`${page}?event=${id}`)).text());
  expect(found).toContain("Search result");
  const answer = await admin.post(page, { intent: "replay", event: id });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, `${page}?done=replayed`]);
  await processed(id);
  expect(await planOf(person.organizationId)).toMatchObject({ tier: "growth", status: "active" });
  const [noted] = await controlPlane()
    .select()
    .from(control.auditEvents)
    .where(eq(control.auditEvents.target, id));
  expect(noted).toMatchObject({
    action: "stripe_event.replayed",
    actor_id: admin.userId,
    organization_id: person.organizationId,
    changes: { type: "customer.subscription.created" },
  });
  const after = await pageText(await (await admin.get(`${page}?event=${id}`)).text());
  expect(after).toContain("Processed");
});

test("an event that never came is not found, and can't be replayed", async () => {
  const admin = await memberOf({ isPlatformAdmin: true });
  expect(await pageText(await (await admin.get(`${page}?event=evt_none`)).text())).toContain(
    "No event has this ID.",
  );
  expect((await admin.post(page, { intent: "replay", event: "evt_none" })).status).toBe(404);
  expect((await admin.post(page, { intent: "replay" })).status).toBe(404);
  expect((await admin.post(page, { intent: "other" })).status).toBe(400);
});

test("without a recent proof nothing is shown and nothing replayed", async () => {
  const admin = await memberOf({ isPlatformAdmin: true });
  const { id } = await setAside("for later");
  await controlPlane()
    .update(control.sessions)
    .set({ proven_at: Date.now() - 13 * 3_600_000 })
    .where(eq(control.sessions.user_id, admin.userId));
  expect(await (await admin.get(page)).text()).not.toContain(id);
  expect((await admin.post(page, { intent: "replay", event: id })).status).toBe(403);
  const [row] = await controlPlane()
    .select()
    .from(control.stripeEvents)
    .where(eq(control.stripeEvents.id, id));
  expect(row).toMatchObject({ attempts: 8, processed_at: null });
});
