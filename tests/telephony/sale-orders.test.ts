/** A number that no plan includes: ordered once, paid once, bought once, whatever is pressed twice or stops in between. */
import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { releaseWords } from "#app/telephony/number-words.ts";
import { continueOrders } from "#app/telephony/sale/continue-order.server.ts";
import {
  auditEvents,
  numberOrders,
  organizationBranding,
  organizations,
  stripeEvents,
} from "#drizzle/control/schema.ts";
import { processEvent } from "#workers/stripe-events.ts";
import { agentOf } from "../agents/editor-client.ts";
import { mailsTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { anonymous, controlPlane, memberOf } from "../support/people.ts";
import { cards, deliver, deliverAgain, events, release } from "../support/stripe.ts";
import { bought, holding, indexed, rows } from "./buyer.ts";
import { fault, numberForSale, soldAs } from "./carrier.ts";
import {
  nextNumber,
  ordered,
  orderRow,
  ordersOf,
  paidFor,
  press,
  refundsOf,
  rentsOf,
  returned,
  subscriber,
} from "./sale.ts";

beforeAll(() => deliver({ mode: "held" }));

const minutes = (count: number) => Date.now() + count * 60_000;

describe("an order", () => {
  it("leads from the button through the payment to the number, with its agent, and begins its rent", async () => {
    const owner = await subscriber();
    const agent = await agentOf(owner);
    const phone_number = nextNumber();
    const id = await ordered(owner, phone_number, agent);
    const page = await pageText(await (await owner.get(`/checkout-number?order=${id}`)).text());
    expect(page).toMatch(/Buy \+44 7400 123\d{3}/);
    expect(page).toContain("Booking desk answers it right away.");
    expect(page).toMatch(/First month.*\$4.*Setup, once.*\$2.*Due today.*\$6/s);
    expect(await paidFor(id)).toMatchObject({
      status: "complete",
      return_to: `https://app.test/checkout-number/return?order=${id}`,
    });
    const back = await returned(owner, id);
    const { number_id, state, due_at } = await orderRow(id);
    expect([back.status, back.headers.get("location")]).toEqual([302, `/numbers?bought=${number_id}`]);
    expect([state, due_at]).toEqual(["bought", null]);
    expect(await soldAs(phone_number)).toMatchObject({ friendly_name: number_id });
    expect(await indexed(phone_number)).toMatchObject({ number_id, agent_name: "Booking desk" });
    expect(await rows(owner)).toMatchObject([
      { phone_number, status: "active", monthly: { micros: 4_000_000, currency: "USD" } },
    ]);
    const [rent] = await rentsOf(owner);
    expect(rent).toMatchObject({ number_id, monthly_amount: 400, currency: "USD", ended_at: null });
    const days = ((rent?.paid_until ?? 0) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(27);
    expect(days).toBeLessThan(32);
    const audit = await controlPlane()
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.target, number_id), eq(auditEvents.action, "number.bought")));
    expect(audit).toHaveLength(1);
    expect(await pageText(await (await owner.get("/numbers")).text())).toContain("$4.00 a month");
    expect(releaseWords("$4.00 a month")).toContain("Its rent of $4.00 a month ends");
    const mails = await mailsTo(owner.email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Receipt: \$6 for \+44 7400 123\d{3}: /),
    ]);
    expect(mails[0]?.text).toContain("You paid $6: $4 for the first month + $2 setup.");
    expect(mails[0]?.text).toMatch(/From \w+ \d+ its rent of \$4 a month is on your plan's invoice\./);
    const plan = await pageText(await (await owner.get("/subscription")).text());
    expect(plan).toContain("Bought numbers $4 a month for 1 number");
  });

  it("is found again by a double click, a colleague and a retry: one order, one session, one number", async () => {
    const owner = await subscriber();
    const colleague = await memberOf({ role: "owner", organizationId: owner.organizationId });
    const phone_number = nextNumber();
    const [first, second, third] = await Promise.all([
      ordered(owner, phone_number),
      ordered(owner, phone_number),
      ordered(colleague, phone_number),
    ]);
    expect(new Set([first, second, third, await ordered(owner, phone_number)]).size).toBe(1);
    await paidFor(first);
    await Promise.all([returned(owner, first), returned(colleague, first), returned(owner, first)]);
    await returned(owner, first);
    expect(await ordersOf(owner)).toHaveLength(1);
    expect((await rows(owner)).map(({ phone_number }) => phone_number)).toEqual([phone_number]);
    expect(await rentsOf(owner)).toHaveLength(1);
    const again = await press(owner, phone_number);
    expect(again.status).toBe(409);
    expect(await pageText(await again.text())).toContain("You already have");
  });

  it("holds the number against other organizations while it can be paid", async () => {
    const [owner, rival] = [await subscriber(), await subscriber()];
    const phone_number = nextNumber();
    await ordered(owner, phone_number);
    const answer = await press(rival, phone_number);
    expect(answer.status).toBe(409);
    expect(await pageText(await answer.text())).toContain("Someone else is buying +44 7400");
    expect(await ordersOf(rival)).toEqual([]);
  });

  it("that is not paid expires, charges nothing and frees the number", async () => {
    const [owner, rival] = [await subscriber(), await subscriber()];
    const phone_number = nextNumber();
    const id = await ordered(owner, phone_number);
    await continueOrders(env, minutes(41));
    await continueOrders(env, minutes(47));
    expect((await orderRow(id)).state).toBe("expired");
    expect(await pageText(await (await returned(owner, id)).text())).toContain("Nothing was charged.");
    expect(await ordered(rival, phone_number)).not.toBe(id);
  });

  it("whose card is declined stays open, and is paid with another", async () => {
    const owner = await subscriber();
    const id = await ordered(owner);
    expect(await paidFor(id, cards.declined)).toMatchObject({ status: "refused" });
    const back = await returned(owner, id);
    expect(back.headers.get("location")).toBe(`/checkout-number?order=${id}`);
    await paidFor(id);
    await returned(owner, id);
    expect((await orderRow(id)).state).toBe("bought");
  });

  it("is refused when the payment provider fails, and leaves no half-made row", async () => {
    const owner = await subscriber();
    await fault(owner, { host: "api.stripe.com", path: "/v1/checkout/sessions", status: 500, times: 3 });
    const answer = await press(owner, nextNumber());
    expect(answer.status).toBe(502);
    expect(await pageText(await answer.text())).toContain("Failed to start checkout:");
    expect(await ordersOf(owner)).toEqual([]);
  });

  it("above the plan's limit is refused before anything is paid", async () => {
    const owner = await subscriber();
    await holding(owner, 5);
    const answer = await press(owner, nextNumber());
    expect(answer.status).toBe(409);
    expect(await ordersOf(owner)).toEqual([]);
  });
});

describe("who may order", () => {
  it("not a visitor, a stranger or a member without the permission; a foreign order is one that does not exist", async () => {
    const owner = await subscriber();
    const id = await ordered(owner);
    const path = `/checkout-number?order=${id}`;
    expect((await anonymous().get(path)).headers.get("location")).toContain("/auth");
    const stranger = await memberOf();
    expect((await stranger.get(path)).status).toBe(404);
    expect((await returned(stranger, id)).status).toBe(404);
    expect((await stranger.get(`/checkout-number?order=${crypto.randomUUID()}`)).status).toBe(404);
    for (const role of ["member", "admin", "billing"] as const) {
      const member = await memberOf({ role, organizationId: owner.organizationId });
      expect((await member.get(path)).status).toBe(403);
    }
    const admin = await memberOf({ role: "admin", organizationId: owner.organizationId });
    const offers = await pageText(await (await admin.get("/numbers/search?country=GB")).text());
    expect(offers).toContain("Ask an owner to buy it");
    expect((await owner.get("/checkout-number")).status).toBe(400);
    for (const order of ["XX", "%", "1".repeat(200)])
      expect((await owner.get(`/checkout-number?order=${order}`)).status).toBe(404);
  });

  it("nobody where the brand hides it", async () => {
    const owner = await subscriber();
    const id = await ordered(owner);
    const admin = await memberOf({ role: "admin", organizationId: owner.organizationId });
    const agency = await memberOf();
    await controlPlane()
      .update(organizations)
      .set({ parent_organization_id: agency.organizationId })
      .where(eq(organizations.id, owner.organizationId));
    await controlPlane()
      .insert(organizationBranding)
      .values({
        ...{ organization_id: owner.organizationId, hide_purchase_numbers: true, updated_at: Date.now() },
      });
    expect((await admin.get(`/checkout-number?order=${id}`)).status).toBe(404);
  });

  it("not an organization that never subscribed: it keeps the local numbers of its trial", async () => {
    const owner = await memberOf();
    const answer = await press(owner, nextNumber());
    expect(answer.status).toBe(402);
    expect(await pageText(await answer.text())).toContain("Choose a plan under Plan and usage first.");
    await bought(owner, await numberForSale("415"));
  });

  it("not one whose plan has ended", async () => {
    const owner = await memberOf({ organization: { subscription_status: "canceled" } });
    const answer = await press(owner, nextNumber());
    expect(answer.status).toBe(402);
    expect(await ordersOf(owner)).toEqual([]);
  });

  it("a plan includes its first local numbers, and the next one is paid", async () => {
    const owner = await subscriber();
    await bought(owner, await numberForSale("212"));
    const text = await pageText(await (await owner.get("/numbers/search?area_code=312")).text());
    expect(text).toContain("$2 a month + $1 setup");
    const id = await ordered(owner, await numberForSale("312"), "", { country: "US", kind: "local" });
    expect(await orderRow(id)).toMatchObject({ monthly_amount: 200, setup_amount: 100 });
  });

  it("a client takes what its agency's plan includes, and is never shown a price or a checkout", async () => {
    const agency = await subscriber({ tier: "starter" });
    const parent_organization_id = agency.organizationId;
    const client = await memberOf({
      organization: { parent_organization_id, subscription_status: "active" },
    });
    await bought(client, await numberForSale("602"));
    const text = await pageText(await (await client.get("/numbers/search?area_code=702")).text());
    expect(text).not.toMatch(/[$£€]\d/);
    expect(text).toContain("Ask ");
    for (const [number, sort] of [
      [await numberForSale("702"), { country: "US", kind: "local" }],
      [nextNumber(), { country: "GB", kind: "mobile" }],
    ] as const) {
      const answer = await press(client, number, "", sort);
      expect(answer.status).toBe(409);
      expect(await pageText(await answer.text())).toMatch(/Ask .+ to add one\./);
    }
    expect(await ordersOf(client)).toEqual([]);
  });
});

describe("Stripe's events", () => {
  /** The event that tells that an order was paid. */
  const eventOf = async (session_id: string | null) =>
    (await events()).find(
      ({ type, event }) => type === "checkout.session.completed" && event.data.object.id === session_id,
    )?.id ?? "";

  it("that come before the person returns, twice and late, buy the number once", async () => {
    const owner = await subscriber();
    const id = await ordered(owner);
    await paidFor(id);
    const event = await eventOf((await orderRow(id)).session_id);
    expect(await release({ events: [event] })).toEqual({ [event]: 200 });
    await processEvent(env, event, Date.now());
    expect(await deliverAgain(event)).toBe(200);
    expect((await returned(owner, id)).headers.get("location")).toMatch(/^\/numbers\?bought=/);
    await expect
      .poll(
        async () =>
          (await controlPlane().select().from(stripeEvents).where(eq(stripeEvents.id, event)).get())
            ?.processed_at,
      )
      .toBeTypeOf("number");
    expect((await orderRow(id)).state).toBe("bought");
    expect(await rows(owner)).toHaveLength(1);
    expect(await refundsOf(id)).toEqual([]);
  });

  it("that never come are not needed: cron finds the payment", async () => {
    const owner = await subscriber();
    const id = await ordered(owner);
    await paidFor(id);
    await continueOrders(env, minutes(41));
    expect((await orderRow(id)).state).toBe("bought");
    expect(await rows(owner)).toHaveLength(1);
  });
});

describe("a crash", () => {
  const paidAndStopped = async () => {
    const owner = await subscriber();
    const id = await ordered(owner);
    await paidFor(id);
    const { session_id } = await orderRow(id);
    await controlPlane()
      .update(numberOrders)
      .set({ state: "paid", payment_intent_id: `pi_of_${session_id}`, due_at: Date.now() - 1, attempts: 1 })
      .where(eq(numberOrders.id, id));
    return { owner, id };
  };

  it("between the payment and the purchase is resumed by cron", async () => {
    const { owner, id } = await paidAndStopped();
    await continueOrders(env, Date.now());
    await continueOrders(env, minutes(3));
    expect((await orderRow(id)).state).toBe("bought");
    expect(await rows(owner)).toHaveLength(1);
  });

  it("between the purchase and its note buys no second number", async () => {
    const owner = await subscriber();
    const id = await ordered(owner);
    await paidFor(id);
    await returned(owner, id);
    await controlPlane()
      .update(numberOrders)
      .set({ state: "paid", due_at: Date.now() - 1 })
      .where(eq(numberOrders.id, id));
    await continueOrders(env, Date.now());
    expect((await orderRow(id)).state).toBe("bought");
    expect(await rows(owner)).toHaveLength(1);
    expect(await rentsOf(owner)).toHaveLength(1);
  });
});
