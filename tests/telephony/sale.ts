/** A customer who pays for numbers: a subscription at the simulated Stripe, an order, and its payment. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { customerOf } from "#app/billing/stripe/customers.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { numberOrders, numberRents, organizations, subscriptions } from "#drizzle/control/schema.ts";
import { plan, stripe } from "../sandbox/stripe.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";
import { cards, pay } from "../support/stripe.ts";
import { pressFor } from "./carrier.ts";

export const database = () => new Database(env.DB, new Timing());

export type Subscriber = Person & { subscription: string };

/** The owner of an organization that subscribes at the simulated Stripe; its events are held by the caller. */
export async function subscriber({ tier = "starter", organization = {} } = {}): Promise<Subscriber> {
  const owner = await memberOf({ organization });
  return { ...owner, subscription: await subscribe(owner, tier) };
}

/** Subscribes an organization to a plan of some fee. */
export async function subscribe(owner: Person, tier: string): Promise<string> {
  const { organizationId: organization_id, email } = owner;
  const customer = await customerOf(env, database(), { organization_id, name: "Harborvet", email });
  const { fee, minutes } = await plan(tier, 2900);
  const metadata = { organization_id };
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    ui_mode: "embedded_page",
    customer,
    line_items: [{ price: fee.id, quantity: 1 }, { price: minutes.id }],
    return_url: "https://app.test/checkout/return",
    metadata,
    subscription_data: { metadata, billing_mode: { type: "flexible" } },
  });
  await pay(session.id, cards.good);
  const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ["subscription"] });
  if (paid.subscription === null || typeof paid.subscription === "string") throw new Error("not subscribed");
  const { id: subscription_id, items, created } = paid.subscription;
  const [item] = items.data;
  const now = Date.now();
  await controlPlane()
    .insert(subscriptions)
    .values({
      ...{ subscription_id, organization_id, customer_id: customer, status: "active", tier },
      ...{ cadence: "monthly", price_id: fee.id, currency: "USD", unit_amount: 2900 },
      plan_item_id: item?.id ?? "",
      period_start: (item?.current_period_start ?? 0) * 1000,
      period_end: (item?.current_period_end ?? 0) * 1000,
      ...{ stripe_created: created * 1000, refreshed_at: now, created_at: now },
    });
  await controlPlane()
    .update(organizations)
    .set({ subscription_status: "active", subscription_tier: tier })
    .where(eq(organizations.id, organization_id));
  return subscription_id;
}

/** The newest orders of an organization first. */
export const ordersOf = ({ organizationId }: Person) =>
  controlPlane()
    .select()
    .from(numberOrders)
    .where(eq(numberOrders.organization_id, organizationId))
    .orderBy(numberOrders.created_at);

export const rentsOf = ({ organizationId }: Person) =>
  controlPlane().select().from(numberRents).where(eq(numberRents.organization_id, organizationId));

type Sort = { country: string; kind: string };
const britishMobile = { country: "GB", kind: "mobile" };

let last = 0;
/** A mobile number of the United Kingdom that no other test of this file uses. */
export const nextNumber = (): string => `+447400123${String(++last).padStart(3, "0")}`;

/** Presses Buy beside a number that is paid for. @returns the answer of the form */
export const press = async (
  person: Person,
  phone_number: string,
  agent = "",
  sort: Sort = britishMobile,
): Promise<Response> =>
  person.post("/numbers/search", { buy: await pressFor(person, phone_number, sort), agent });

/** Orders a number that is paid for. @returns the order's id */
export async function ordered(
  person: Person,
  phone_number = nextNumber(),
  agent = "",
  sort: Sort = britishMobile,
): Promise<string> {
  const answer = await press(person, phone_number, agent, sort);
  const to = answer.headers.get("location") ?? "";
  const id = new URL(to, "https://app.test").searchParams.get("order");
  if (answer.status !== 302 || id === null)
    throw new Error(`not ordered: ${answer.status} ${to} ${(await answer.text()).slice(0, 300)}`);
  return id;
}

export const orderRow = async (id: string) => {
  const row = await controlPlane().select().from(numberOrders).where(eq(numberOrders.id, id)).get();
  if (!row) throw new Error("no such order");
  return row;
};

/** Pays an order at the payment form. */
export async function paidFor(id: string, card: string = cards.good) {
  return pay((await orderRow(id)).session_id ?? "", card);
}

/** Where the person lands after paying. */
export const returned = (person: Person, id: string) => person.get(`/checkout-number/return?order=${id}`);

/** The refunds of an order's payment. */
export async function refundsOf(id: string) {
  const { payment_intent_id } = await orderRow(id);
  if (payment_intent_id === null) return [];
  return (await stripe.refunds.list({ payment_intent: payment_intent_id })).data;
}

/** The items of a subscription that charge for numbers: quantity and unit price. */
export async function numberItems(subscription: string): Promise<[number, number][]> {
  const { items } = await stripe.subscriptions.retrieve(subscription);
  return items.data
    .filter(({ price }) => price.lookup_key?.startsWith("number_"))
    .map(({ quantity, price }) => [quantity ?? 0, price.unit_amount ?? 0]);
}
