/** Payment methods: cards, saved to a customer. */
import { z } from "zod";
import { cardNamed, cardOf } from "./cards.ts";
import { address, addressOf } from "./customers.ts";
import type { Desk } from "./desk.ts";
import { fieldsOf, integer, metadata, paging, text, withMetadata } from "./fields.ts";
import type { Form } from "./form.ts";
import { newStripeId } from "./ids.ts";
import { paged } from "./lists.ts";
import { missing, StripeRefusal } from "./refusals.ts";
import type { PaymentMethod } from "./shapes-base.ts";

const details = z.strictObject({
  name: z.string().max(500).optional(),
  email: z.string().max(500).optional(),
  phone: z.string().max(500).optional(),
  address: address.optional(),
});
type Holder = z.output<typeof details>;

export function newCard(
  desk: Desk,
  card: { number: string; exp_month?: number; exp_year?: number },
  holder: Holder = {},
): PaymentMethod {
  const { number, brand } = cardOf(card.number);
  return {
    id: newStripeId("pm"),
    object: "payment_method",
    billing_details: {
      address: addressOf(holder.address ?? {}),
      email: holder.email || null,
      name: holder.name || null,
      phone: holder.phone || null,
    },
    card: {
      brand,
      display_brand: brand,
      country: "US",
      exp_month: card.exp_month ?? 12,
      exp_year: card.exp_year ?? new Date(desk.now() * 1000).getUTCFullYear() + 3,
      fingerprint: `sandbox${number.slice(-8)}`,
      funding: "credit",
      last4: number.slice(-4),
    },
    created: desk.now(),
    customer: null,
    livemode: false,
    metadata: {},
    type: "card",
    _number: number,
    _isAuthenticated: false,
  };
}

const creation = z.strictObject({
  type: z.literal("card"),
  card: z.union([
    z.strictObject({ number: text, exp_month: integer, exp_year: integer, cvc: text.optional() }),
    z.strictObject({ token: text }),
  ]),
  billing_details: details.optional(),
  metadata: metadata.optional(),
  expand: z.array(text).optional(),
});

export function createPaymentMethod(desk: Desk, form: Form): PaymentMethod {
  const order = fieldsOf(creation, form);
  const card = "number" in order.card ? order.card : { number: "4242424242424242" };
  const made = newCard(desk, card, order.billing_details);
  return desk.put({ ...made, metadata: withMetadata({}, order.metadata) });
}

/** A payment method by its id, or one of Stripe's names for test cards. */
export function methodOf(desk: Desk, id: string, param = "payment_method"): PaymentMethod {
  const number = cardNamed(id);
  if (number) return desk.put(newCard(desk, { number }));
  const found = desk.objects.find("payment_method", id);
  if (!found) throw missing("PaymentMethod", id, param, param === "id" ? 404 : 400);
  return found;
}

/** Saves a card to a customer. @throws StripeRefusal when the card is one that banks refuse */
export function attach(desk: Desk, method: PaymentMethod, customer: string): PaymentMethod {
  desk.customer(customer);
  const { saving } = cardOf(method._number);
  if (saving)
    throw new StripeRefusal(402, "card_error", saving.message, {
      code: saving.code,
      decline_code: saving.decline_code,
    });
  return desk.put({ ...method, customer }, "payment_method.attached");
}

export function attachPaymentMethod(desk: Desk, id: string, form: Form): PaymentMethod {
  const order = fieldsOf(z.strictObject({ customer: text, expand: z.array(text).optional() }), form);
  return attach(desk, methodOf(desk, id, "id"), order.customer);
}

export function detachPaymentMethod(desk: Desk, id: string): PaymentMethod {
  const method = desk.need("payment_method", id);
  const customer = method.customer === null ? null : desk.objects.find("customer", method.customer);
  if (customer?.invoice_settings.default_payment_method === id)
    desk.put(
      { ...customer, invoice_settings: { ...customer.invoice_settings, default_payment_method: null } },
      "customer.updated",
    );
  return desk.put({ ...method, customer: null }, "payment_method.detached");
}

export function listPaymentMethods(desk: Desk, form: Form, customer?: string) {
  const asked = fieldsOf(
    z.strictObject({
      ...paging,
      customer: text.optional(),
      type: text.optional(),
      allow_redisplay: text.optional(),
    }),
    form,
  );
  const of = customer ?? asked.customer;
  const found = of === undefined ? [] : desk.objects.list("payment_method", { customer: of });
  return paged(found, asked, customer ? `/v1/customers/${customer}/payment_methods` : "/v1/payment_methods");
}
