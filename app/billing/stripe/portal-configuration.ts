/**
 * What customers can do in Stripe's billing portal: change the payment method and the address, and read invoices. Plans are
 * changed and canceled on our pages alone, where limits, prices and agencies are known. The account's default
 * configuration, which anyone can edit in Stripe's dashboard, is not used.
 */
import type Stripe from "stripe";

/** Names our configuration among those of the account. A new version of the features takes a new value. */
const mark = { switchboard_portal: "payment_address_invoices_1" } as const;

const features: Stripe.BillingPortal.ConfigurationCreateParams.Features = {
  customer_update: { enabled: true, allowed_updates: ["address", "name"] },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: false },
  subscription_update: { enabled: false },
};

type Features = Stripe.BillingPortal.Configuration["features"];

const isAsWanted = ({ customer_update, ...rest }: Features): boolean =>
  customer_update.enabled &&
  customer_update.allowed_updates.every((one) => one === "address" || one === "name") &&
  rest.invoice_history.enabled &&
  rest.payment_method_update.enabled &&
  !rest.subscription_cancel.enabled &&
  !rest.subscription_update.enabled;

const isOurs = ({ metadata }: Stripe.BillingPortal.Configuration): boolean =>
  metadata?.switchboard_portal === mark.switchboard_portal;

/**
 * The id of our configuration: found by its metadata, made when it is missing, and put right when someone changed it.
 * @throws what Stripe's client throws
 */
export async function portalConfiguration(stripe: Stripe): Promise<string> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const known = data.find(isOurs);
  if (known && isAsWanted(known.features)) return known.id;
  if (known) return (await stripe.billingPortal.configurations.update(known.id, { features })).id;
  const made = await stripe.billingPortal.configurations.create(
    { features, metadata: mark },
    { idempotencyKey: `catalogue:portal:${mark.switchboard_portal}` },
  );
  return made.id;
}
