/** Customers. */
import { z } from "zod";
import { cancelNow } from "./cancellation.ts";
import type { Desk } from "./desk.ts";
import {
  clearable,
  currency,
  fieldsOf,
  integer,
  isWithin,
  metadata,
  paging,
  range,
  text,
  withMetadata,
} from "./fields.ts";
import type { Form } from "./form.ts";
import { newStripeId } from "./ids.ts";
import { paged } from "./lists.ts";
import { invalid } from "./refusals.ts";
import type { Address, BalanceTransaction, Customer } from "./shapes-base.ts";

const line = z.string().max(500).optional();
export const address = z.strictObject({
  city: line,
  country: line,
  line1: line,
  line2: line,
  postal_code: line,
  state: line,
});
export const addressOf = (given: z.output<typeof address>): Address => ({
  city: given.city || null,
  country: given.country || null,
  line1: given.line1 || null,
  line2: given.line2 || null,
  postal_code: given.postal_code || null,
  state: given.state || null,
});

const order = z.strictObject({
  address: clearable(address).optional(),
  description: clearable(text).optional(),
  email: clearable(z.string().max(512)).optional(),
  invoice_settings: z
    .strictObject({ default_payment_method: clearable(text).optional(), footer: text.optional() })
    .optional(),
  metadata: metadata.optional(),
  name: clearable(text).optional(),
  payment_method: text.optional(),
  phone: clearable(text).optional(),
  preferred_locales: z.array(text).optional(),
  tax_exempt: text.optional(),
  expand: z.array(text).optional(),
});

export function createCustomer(desk: Desk, form: Form): Customer {
  const given = fieldsOf(order, form);
  const made: Customer = {
    id: newStripeId("cus", 14),
    object: "customer",
    address: given.address ? addressOf(given.address) : null,
    balance: 0,
    created: desk.now(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: given.description ?? null,
    email: given.email ?? null,
    invoice_prefix: newStripeId("X", 8).slice(2).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: given.invoice_settings?.default_payment_method ?? null,
      footer: null,
    },
    livemode: false,
    metadata: withMetadata({}, given.metadata),
    name: given.name ?? null,
    next_invoice_sequence: 1,
    phone: given.phone ?? null,
    preferred_locales: given.preferred_locales ?? [],
    shipping: null,
    tax_exempt: "none",
    test_clock: null,
    _ahead: 0,
  };
  return desk.put(made, "customer.created");
}

export function updateCustomer(desk: Desk, id: string, form: Form): Customer {
  const before = desk.customer(id, "id");
  const given = fieldsOf(order, form);
  const method = given.invoice_settings?.default_payment_method;
  if (method) desk.need("payment_method", method, "invoice_settings[default_payment_method]");
  const kept = <Value>(next: Value | undefined, was: Value): Value => (next === undefined ? was : next);
  return desk.put(
    {
      ...before,
      address: given.address === undefined ? before.address : given.address && addressOf(given.address),
      description: kept(given.description, before.description),
      email: kept(given.email, before.email),
      name: kept(given.name, before.name),
      phone: kept(given.phone, before.phone),
      preferred_locales: kept(given.preferred_locales, before.preferred_locales),
      invoice_settings: {
        ...before.invoice_settings,
        default_payment_method: kept(method, before.invoice_settings.default_payment_method),
      },
      metadata: withMetadata(before.metadata, given.metadata),
    },
    "customer.updated",
  );
}

const credit = z.strictObject({
  amount: integer,
  currency,
  description: text.optional(),
  metadata: metadata.optional(),
});

/** Changes a customer's balance: a negative amount is taken off the next invoices. */
export function createBalanceTransaction(desk: Desk, id: string, form: Form): BalanceTransaction {
  const customer = desk.customer(id, "id");
  const given = fieldsOf(credit, form);
  if (customer.currency !== null && customer.currency !== given.currency)
    throw invalid(
      `You cannot combine currencies on a single customer. This customer has had a subscription, coupon, or invoice item with currency ${customer.currency}`,
      { param: "currency" },
    );
  const after = desk.put(
    { ...customer, balance: customer.balance + given.amount, currency: given.currency },
    "customer.updated",
  );
  return desk.put({
    id: newStripeId("cbtxn"),
    object: "customer_balance_transaction",
    amount: given.amount,
    created: desk.now(id),
    credit_note: null,
    currency: given.currency,
    customer: id,
    description: given.description ?? null,
    ending_balance: after.balance,
    invoice: null,
    livemode: false,
    metadata: withMetadata({}, given.metadata),
    type: "adjustment",
  });
}

const transactionsQuery = z.strictObject({ ...paging, created: range.optional() });

/** What was added to a customer's balance by requests; what invoices take off it is not listed. */
export function listBalanceTransactions(desk: Desk, id: string, form: Form) {
  const asked = fieldsOf(transactionsQuery, form);
  const found = desk.objects
    .list("customer_balance_transaction", { customer: desk.customer(id, "id").id })
    .filter(({ created }) => asked.created === undefined || isWithin(created, asked.created));
  return paged(found, asked, `/v1/customers/${id}/balance_transactions`);
}

/** A deleted customer can still be read, and says no more than that. */
export function retrieveCustomer(desk: Desk, id: string): object {
  const found = desk.need("customer", id);
  return found.deleted ? { id, object: "customer", deleted: true } : found;
}

/** Ends the customer's subscriptions at once. */
export function deleteCustomer(desk: Desk, id: string): object {
  const customer = desk.customer(id, "id");
  for (const subscription of desk.objects.list("subscription", { customer: id }))
    if (!["canceled", "incomplete_expired"].includes(subscription.status)) cancelNow(desk, subscription);
  desk.put({ ...customer, deleted: true });
  desk.tell("customer.deleted", customer);
  return { id, object: "customer", deleted: true };
}

const query = z.strictObject({ ...paging, email: text.optional(), created: range.optional() });

export function listCustomers(desk: Desk, form: Form) {
  const asked = fieldsOf(query, form);
  const found = desk.objects
    .list("customer")
    .filter(({ deleted }) => !deleted)
    .filter(({ email }) => asked.email === undefined || email === asked.email)
    .filter(({ created }) => asked.created === undefined || isWithin(created, asked.created));
  return paged(found, asked, "/v1/customers");
}
