/** A payment whose number cannot be had goes back, wholly, once, and however long it takes. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { continueOrders } from "#app/telephony/sale/continue-order.server.ts";
import { continueOrderOf, reopenRefundOf } from "#app/telephony/sale/order-events.server.ts";
import { owedOrders } from "#app/telephony/sale/orders.server.ts";
import { mailsTo } from "../support/inbox.ts";
import { pageText } from "../support/page-form.ts";
import { memberOf, type Person } from "../support/people.ts";
import { deliver } from "../support/stripe.ts";
import { rows } from "./buyer.ts";
import { fault, soldAs } from "./carrier.ts";
import {
  database,
  nextNumber,
  ordered,
  orderRow,
  paidFor,
  refundsOf,
  rentsOf,
  returned,
  subscriber,
} from "./sale.ts";

beforeAll(() => deliver({ mode: "held" }));

const minutes = (count: number) => Date.now() + count * 60_000;

/** A paid order whose number the carrier refuses, told on the page. */
async function refusedByCarrier() {
  const owner = await subscriber();
  const phone_number = nextNumber();
  const id = await ordered(owner, phone_number);
  await paidFor(id);
  await fault(owner, { path: "IncomingPhoneNumbers.json", status: 400 });
  return { owner, id, phone_number };
}

const textOf = async (person: Person, id: string) => pageText(await (await returned(person, id)).text());

describe("a number that the carrier refuses after it was paid", () => {
  it("is refunded in full, once, and the page and a mail say so", async () => {
    const { owner, id, phone_number } = await refusedByCarrier();
    const text = await textOf(owner, id);
    expect(text).toMatch(/We couldn't get \+44 7400.*We've refunded your whole payment of \$6/s);
    expect(await textOf(owner, id)).toContain("We've refunded");
    await continueOrders(env, minutes(10));
    expect(await refundsOf(id)).toMatchObject([{ amount: 600, status: "succeeded" }]);
    expect(await orderRow(id)).toMatchObject({ state: "refunded", reason: "refused", due_at: null });
    expect(await rows(owner)).toEqual([]);
    expect(await rentsOf(owner)).toEqual([]);
    expect(await soldAs(phone_number)).toBeNull();
    const mails = await mailsTo(owner.email);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^We refunded \$6 for \+44/)]);
    expect((await ordered(owner, phone_number)).length).toBe(36);
  });

  it("because it was taken meanwhile is refunded and says why", async () => {
    const [owner, rival] = [await subscriber(), await subscriber()];
    const id = await ordered(owner);
    const { phone_number } = await orderRow(id);
    await paidFor(id);
    await fault(rival, { path: "IncomingPhoneNumbers.json", status: 400 });
    expect(await textOf(owner, id)).toContain("refunded your whole payment");
    expect((await orderRow(id)).phone_number).toBe(phone_number);
  });

  it("whose carrier is silent is not given up: its check decides, and buys no second one", async () => {
    const owner = await subscriber();
    const id = await ordered(owner);
    await paidFor(id);
    await fault(owner, { path: "IncomingPhoneNumbers.json", drop: true, times: 2 });
    expect(await textOf(owner, id)).toContain("Getting your number");
    expect((await orderRow(id)).state).toBe("paid");
    expect(await refundsOf(id)).toEqual([]);
    const { organizationId } = owner;
    await owner.store.numbers.fail({ id: (await orderRow(id)).number_id, isSure: true, now: Date.now() });
    await continueOrders(env, minutes(2));
    expect(organizationId).toBe((await orderRow(id)).organization_id);
    expect(await orderRow(id)).toMatchObject({ state: "refunded", reason: "lost" });
    expect(await refundsOf(id)).toHaveLength(1);
  });

  it("of a carrier that is busy is tried again, and bought once", async () => {
    const owner = await subscriber();
    const id = await ordered(owner);
    await paidFor(id);
    await fault(owner, { path: "IncomingPhoneNumbers.json", status: 429 });
    expect(await textOf(owner, id)).toContain("Getting your number");
    await continueOrders(env, minutes(2));
    expect((await orderRow(id)).state).toBe("bought");
    expect(await rows(owner)).toMatchObject([{ status: "active" }]);
  });
});

describe("a refund that fails", () => {
  it("is told, stands before platform admins, and is tried until it works", async () => {
    const { owner, id } = await refusedByCarrier();
    await fault(owner, { host: "api.stripe.com", path: "/v1/refunds", status: 500, times: 6 });
    const text = await textOf(owner, id);
    expect(text).toContain("Your refund of $6 hasn't gone through yet.");
    expect((await owedOrders(database(), 50)).map((order) => order.id)).toContain(id);
    const admin = await memberOf({ isPlatformAdmin: true });
    const page = await pageText(await (await admin.get("/admin/billing-events")).text());
    expect(page).toMatch(/Refunds that failed.*\+44 7400/s);
    await continueOrders(env, minutes(6));
    expect((await orderRow(id)).state).toBe("refund_failed");
    await continueOrders(env, minutes(30));
    expect((await orderRow(id)).state).toBe("refunded");
    expect(await refundsOf(id)).toMatchObject([{ amount: 600 }]);
    expect(await textOf(owner, id)).toContain("We've refunded your whole payment of $6");
    expect(await mailsTo(owner.email)).toHaveLength(1);
  });

  it("after Stripe had taken it is opened again by its event, and never paid back twice", async () => {
    const { owner, id } = await refusedByCarrier();
    await returned(owner, id);
    const { refund_id } = await orderRow(id);
    const object = {
      ...{ id: refund_id, object: "refund", customer: null, subscription: null, invoice: null },
      ...{ charge: null, payment_intent: null, mode: null, metadata: { order_id: id } },
    };
    const event = { id: "evt_1", type: "refund.failed", account_id: null, organization_id: null, object };
    const now = Date.now();
    await reopenRefundOf({ env, db: database(), now }, { ...event, attempts: 1 });
    expect((await orderRow(id)).state).toBe("refund_failed");
    await continueOrders(env, minutes(1));
    expect((await orderRow(id)).state).toBe("refunded");
    expect(await refundsOf(id)).toHaveLength(1);
    await continueOrderOf({ env, db: database(), now }, { ...event, attempts: 1 });
    expect((await orderRow(id)).state).toBe("refunded");
  });
});
