/** Billing portal sessions. */
import { z } from "zod";
import type { PortalSession } from "./checkout-shapes.ts";
import type { Desk } from "./desk.ts";
import { fieldsOf, text } from "./fields.ts";
import type { Form } from "./form.ts";
import { newStripeId } from "./ids.ts";
import { invalid } from "./refusals.ts";

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
  const id = newStripeId("bps");
  return desk.put({
    id,
    object: "billing_portal.session",
    configuration: order.configuration ?? "bpc_sandbox",
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
