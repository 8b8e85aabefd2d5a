/** A customer's past: a subscription that began some time ago and was lived through since, each thing at its own moment. */
import { z } from "zod";
import { runUntil } from "./clock.ts";
import { createCustomer } from "./customers.ts";
import type { Desk } from "./desk.ts";
import { attach, methodOf } from "./payment-methods.ts";
import type { PaymentMethod } from "./shapes-base.ts";
import type { Subscription } from "./subscription-shapes.ts";
import { createSubscription } from "./subscriptions.ts";

const seconds = z.int().min(0);
const pairs = z.record(z.string(), z.string());

/** Times are seconds UTC. */
export const past = z.strictObject({
  name: z.string(),
  email: z.string(),
  metadata: pairs,
  /** When the customer came and subscribed. */
  since: seconds,
  prices: z.array(z.string()).min(1),
  subscription_metadata: pairs,
  /** Who is paid in place of the platform. */
  payee: z.strictObject({ account: z.string(), fee_percent: z.number() }).optional(),
  /** A payment method by its id, or one of Stripe's names for test cards. */
  card: z.string(),
  /** Another card that was saved later. */
  later: z.strictObject({ at: seconds, card: z.string() }).optional(),
  /** Calls by their identifiers, on the meter `event_name`. */
  event_name: z.string(),
  used: z.array(z.strictObject({ identifier: z.string(), value: z.number(), timestamp: seconds })),
});
type Past = z.output<typeof past>;

/** Lives through a past until now; the subscription as it stands then. */
export function lived(desk: Desk, told: Past): Subscription {
  const { customer, id } = desk.at(told.since, () => begun(desk, told));
  for (const one of told.used) desk.usage.add({ ...one, event_name: told.event_name, customer });
  if (told.later) {
    const { at, card } = told.later;
    runUntil(desk, customer, at, "past_due");
    desk.at(at, () => saved(desk, customer, card));
  }
  runUntil(desk, customer, desk.now(), "past_due");
  return desk.need("subscription", id);
}

function begun(desk: Desk, { name, email, metadata, card, prices, payee, ...told }: Past): Subscription {
  const { id: customer } = createCustomer(desk, { name, email, metadata });
  saved(desk, customer, card);
  return createSubscription(desk, {
    customer,
    items: prices.map((price) => ({ price })),
    billing_mode: { type: "flexible" },
    metadata: told.subscription_metadata,
    ...(payee && {
      on_behalf_of: payee.account,
      transfer_data: { destination: payee.account },
      application_fee_percent: `${payee.fee_percent}`,
    }),
  });
}

/** The card that the customer pays by from now on. */
function saved(desk: Desk, customer: string, card: string): PaymentMethod {
  const method = attach(desk, methodOf(desk, card), customer);
  const { invoice_settings, ...found } = desk.customer(customer);
  desk.put({ ...found, invoice_settings: { ...invoice_settings, default_payment_method: method.id } });
  return method;
}
