/** Billing portal sessions and their configurations. */
import { z } from "zod";
import type { PortalConfiguration, PortalSession } from "./checkout-shapes.ts";
import type { Desk } from "./desk.ts";
import { fieldsOf, flag, metadata, paging, text, withMetadata } from "./fields.ts";
import type { Form } from "./form.ts";
import { newStripeId } from "./ids.ts";
import { paged } from "./lists.ts";
import { invalid } from "./refusals.ts";

const switched = z.strictObject({ enabled: flag });
const features = z.strictObject({
  customer_update: z
    .strictObject({
      enabled: flag,
      allowed_updates: z
        .array(z.enum(["address", "email", "name", "phone", "shipping", "tax_id"]))
        .optional(),
    })
    .optional(),
  invoice_history: switched.optional(),
  payment_method_update: switched.optional(),
  subscription_cancel: switched.optional(),
  subscription_update: switched.optional(),
});
type Features = z.output<typeof features>;

/** What a session without a configuration offers: everything, as an account's default can. */
const everything: PortalConfiguration["features"] = {
  customer_update: { enabled: true, allowed_updates: ["address", "email", "name"] },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true },
  subscription_update: { enabled: true },
};

const off = { enabled: false };
const featuresOf = (
  wanted: Features,
  before?: PortalConfiguration["features"],
): PortalConfiguration["features"] => ({
  customer_update: wanted.customer_update
    ? { ...wanted.customer_update, allowed_updates: wanted.customer_update.allowed_updates ?? [] }
    : (before?.customer_update ?? { ...off, allowed_updates: [] }),
  invoice_history: wanted.invoice_history ?? before?.invoice_history ?? off,
  payment_method_update: wanted.payment_method_update ?? before?.payment_method_update ?? off,
  subscription_cancel: wanted.subscription_cancel ?? before?.subscription_cancel ?? off,
  subscription_update: wanted.subscription_update ?? before?.subscription_update ?? off,
});

export function createConfiguration(desk: Desk, form: Form): PortalConfiguration {
  const order = fieldsOf(z.strictObject({ features, metadata: metadata.optional() }), form);
  const created = desk.now();
  return desk.put({
    id: newStripeId("bpc"),
    object: "billing_portal.configuration",
    active: true,
    created,
    default_return_url: null,
    features: featuresOf(order.features),
    is_default: false,
    livemode: false,
    metadata: withMetadata({}, order.metadata),
    updated: created,
  });
}

export function updateConfiguration(desk: Desk, id: string, form: Form): PortalConfiguration {
  const order = fieldsOf(
    z.strictObject({
      active: flag.optional(),
      features: features.optional(),
      metadata: metadata.optional(),
    }),
    form,
  );
  const before = desk.need("billing_portal.configuration", id);
  return desk.put({
    ...before,
    active: order.active ?? before.active,
    features: featuresOf(order.features ?? {}, before.features),
    metadata: withMetadata(before.metadata, order.metadata),
    updated: desk.now(),
  });
}

export function listConfigurations(desk: Desk, form: Form) {
  const asked = fieldsOf(z.strictObject({ ...paging, active: flag.optional() }), form);
  const found = desk.objects
    .list("billing_portal.configuration")
    .filter(({ active }) => asked.active === undefined || active === asked.active);
  return paged(found, asked, "/v1/billing_portal/configurations");
}

/** What a session's page offers. */
export const offeredIn = (desk: Desk, { configuration }: PortalSession): PortalConfiguration["features"] =>
  desk.objects.find("billing_portal.configuration", configuration)?.features ?? everything;

const creation = z.strictObject({
  customer: text,
  return_url: text.optional(),
  configuration: text.optional(),
  locale: text.optional(),
  on_behalf_of: text.optional(),
  flow_data: z
    .looseObject({
      type: z.enum([
        "payment_method_update",
        "subscription_cancel",
        "subscription_update",
        "subscription_update_confirm",
      ]),
    })
    .optional(),
  expand: z.array(text).optional(),
});

export function createPortalSession(desk: Desk, form: Form): PortalSession {
  const order = fieldsOf(creation, form);
  const { id: customer } = desk.customer(order.customer);
  if (order.return_url !== undefined && !URL.canParse(order.return_url))
    throw invalid("Not a valid URL", { code: "url_invalid", param: "return_url" });
  if (order.configuration !== undefined)
    desk.need("billing_portal.configuration", order.configuration, "configuration");
  const id = newStripeId("bps");
  return desk.put({
    id,
    object: "billing_portal.session",
    configuration: order.configuration ?? "bpc_default",
    created: desk.now(customer),
    customer,
    flow: order.flow_data ?? null,
    livemode: false,
    locale: order.locale ?? null,
    on_behalf_of: order.on_behalf_of ?? null,
    return_url: order.return_url ?? null,
    url: `${desk.asked.origin}/sandbox/stripe/portal/${id}`,
  });
}
