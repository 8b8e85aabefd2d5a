/** Invoices for the product: read, listed, paid, voided, previewed. */
import { z } from "zod";
import { previewedLine, previewedLines } from "./added-lines.ts";
import type { Desk } from "./desk.ts";
import { fieldsOf, flag, isWithin, metadata, paging, range, text, withMetadata } from "./fields.ts";
import type { Form } from "./form.ts";
import { newStripeId } from "./ids.ts";
import type { Invoice, InvoiceStatus, LineItem } from "./invoice-shapes.ts";
import { drafted, finalized, intentOf, methodFor, tryToPay } from "./invoicing.ts";
import { listed, paged } from "./lists.ts";
import { methodOf } from "./payment-methods.ts";
import { declinedError } from "./payments.ts";
import { invalid, StripeRefusal } from "./refusals.ts";
import { renewalAt } from "./renewal.ts";
import { planned, termsOrder } from "./subscription-changes.ts";
import type { Subscription } from "./subscription-shapes.ts";
import { follow } from "./subscription-state.ts";

const query = z.strictObject({
  ...paging,
  customer: text.optional(),
  subscription: text.optional(),
  status: z.enum(["draft", "open", "paid", "uncollectible", "void"]).optional(),
  created: range.optional(),
  collection_method: text.optional(),
  due_date: z.unknown().optional(),
});

export function listInvoices(desk: Desk, form: Form) {
  const asked = fieldsOf(query, form);
  const of =
    asked.subscription !== undefined
      ? { subscription: asked.subscription }
      : asked.customer === undefined
        ? undefined
        : { customer: asked.customer };
  const found = desk.objects
    .list("invoice", of)
    .filter(({ customer }) => asked.customer === undefined || customer === asked.customer)
    .filter(({ status }) => asked.status === undefined || status === asked.status)
    .filter(({ created }) => asked.created === undefined || isWithin(created, asked.created));
  return paged(found, asked, "/v1/invoices");
}

export function listLines(desk: Desk, id: string, form: Form) {
  const asked = fieldsOf(z.strictObject(paging), form);
  return paged(desk.need("invoice", id).lines.data, asked, `/v1/invoices/${id}/lines`);
}

export function listInvoicePayments(desk: Desk, form: Form) {
  const asked = fieldsOf(
    z.strictObject({
      ...paging,
      invoice: text.optional(),
      status: text.optional(),
      payment: z.unknown().optional(),
    }),
    form,
  );
  const invoices =
    asked.invoice === undefined
      ? desk.objects.list("invoice")
      : [desk.need("invoice", asked.invoice, "invoice")];
  return paged(
    invoices.flatMap(({ payments }) => payments.data),
    asked,
    "/v1/invoice_payments",
  );
}

const subscriptionOf = (desk: Desk, invoice: Invoice): Subscription | null => {
  const id = invoice.parent?.subscription_details.subscription;
  return id === undefined ? null : desk.objects.find("subscription", id);
};

const needStatus = (invoice: Invoice, wanted: readonly InvoiceStatus[], words: string): void => {
  if (!wanted.includes(invoice.status)) throw invalid(words);
};

export function payInvoice(desk: Desk, id: string, form: Form): Invoice {
  const order = fieldsOf(
    z.strictObject({
      payment_method: text.optional(),
      off_session: flag.optional(),
      forgive: flag.optional(),
      expand: z.array(text).optional(),
    }),
    form,
  );
  const invoice = desk.need("invoice", id);
  if (invoice.status === "paid") throw invalid("Invoice is already paid", { code: "invoice_already_paid" });
  needStatus(invoice, ["draft", "open", "uncollectible"], `Invoice is ${invoice.status} and cannot be paid.`);
  const subscription = subscriptionOf(desk, invoice);
  const method = order.payment_method
    ? methodOf(desk, order.payment_method)
    : methodFor(desk, invoice.customer, subscription);
  if (!method)
    throw invalid("There is no default payment method for this customer.", {
      code: "invoice_payment_intent_requires_action",
    });
  const open = invoice.status === "draft" ? finalized(desk, invoice) : invoice;
  const tried = tryToPay(desk, { ...open, status: "open" }, method);
  if (subscription) follow(desk, subscription, tried);
  if (tried.status === "paid") return tried;
  const refusal = declinedError(intentOf(desk, tried) ?? Object.assign({}, intentOf(desk, invoice)));
  throw new StripeRefusal(refusal.status, refusal.type, refusal.message, refusal.details, true);
}

export function voidInvoice(desk: Desk, id: string): Invoice {
  const invoice = desk.need("invoice", id);
  needStatus(
    invoice,
    ["open", "uncollectible"],
    `You can only pass in open or uncollectible invoices. This invoice isn't open.`,
  );
  const voided = desk.put(
    {
      ...invoice,
      status: "void",
      amount_remaining: 0,
      next_payment_attempt: null,
      status_transitions: { ...invoice.status_transitions, voided_at: desk.now(invoice.customer) },
    },
    "invoice.voided",
  );
  cancelIntent(desk, voided);
  return voided;
}

function cancelIntent(desk: Desk, invoice: Invoice): void {
  const intent = intentOf(desk, invoice);
  if (intent && intent.status !== "succeeded")
    desk.put(
      { ...intent, status: "canceled", canceled_at: desk.now(invoice.customer) },
      "payment_intent.canceled",
    );
}

export function markUncollectible(desk: Desk, id: string): Invoice {
  const invoice = desk.need("invoice", id);
  needStatus(invoice, ["open"], "Only open invoices can be marked uncollectible.");
  return desk.put(
    {
      ...invoice,
      status: "uncollectible",
      next_payment_attempt: null,
      status_transitions: {
        ...invoice.status_transitions,
        marked_uncollectible_at: desk.now(invoice.customer),
      },
    },
    "invoice.marked_uncollectible",
  );
}

export function finalizeInvoice(desk: Desk, id: string): Invoice {
  const invoice = desk.need("invoice", id);
  needStatus(
    invoice,
    ["draft"],
    "This invoice is already finalized, you can't re-finalize a non-draft invoice.",
  );
  return finalized(desk, invoice);
}

export function updateInvoice(desk: Desk, id: string, form: Form): Invoice {
  const order = fieldsOf(
    z.strictObject({
      metadata: metadata.optional(),
      auto_advance: flag.optional(),
      description: text.optional(),
      expand: z.array(text).optional(),
    }),
    form,
  );
  const invoice = desk.need("invoice", id);
  return desk.put(
    {
      ...invoice,
      metadata: withMetadata(invoice.metadata, order.metadata),
      auto_advance: order.auto_advance ?? invoice.auto_advance,
      description: order.description ?? invoice.description,
    },
    "invoice.updated",
  );
}

const previewOrder = z.strictObject({
  customer: text.optional(),
  subscription: text.optional(),
  schedule: text.optional(),
  currency: text.optional(),
  preview_mode: z.enum(["next", "recurring"]).default("next"),
  subscription_details: z.strictObject(termsOrder).optional(),
  invoice_items: z.array(previewedLine).max(250).optional(),
  expand: z.array(text).optional(),
});

/** The invoice that a change, or the next renewal, would make. Stores nothing. */
export function previewInvoice(desk: Desk, form: Form): Invoice {
  const order = fieldsOf(previewOrder, form);
  if (order.subscription === undefined)
    throw invalid("The sandbox previews invoices of subscriptions: set `subscription`.", {
      param: "subscription",
    });
  const before = desk.need("subscription", order.subscription, "subscription");
  if (["canceled", "incomplete_expired"].includes(before.status))
    throw invalid(
      `No upcoming invoices for customer: ${before.customer}`,
      { code: "invoice_upcoming_none" },
      404,
    );
  const plan = planned(desk, before, order.subscription_details ?? {});
  const now = desk.now(before.customer);
  const waiting = desk.objects
    .list("invoiceitem", { subscription: before.id })
    .reverse()
    .map(({ _line }): LineItem => _line);
  const added = previewedLines(desk, before, order.invoice_items ?? []);
  if (plan.lines.length > 0 && plan.billsNow)
    return preview(desk, plan.after, [...waiting, ...plan.lines, ...added], { start: now, end: now });
  const next = renewalAt(desk, plan.after);
  if (!next)
    throw invalid(
      `No upcoming invoices for customer: ${before.customer}`,
      { code: "invoice_upcoming_none" },
      404,
    );
  const lines = [...waiting, ...plan.lines, ...added, ...next.lines];
  return desk.at(next.at, () => preview(desk, plan.after, lines, { start: before.start_date, end: next.at }));
}

function preview(
  desk: Desk,
  subscription: Subscription,
  lines: LineItem[],
  period: { start: number; end: number },
): Invoice {
  const { customer, currency } = subscription;
  const id = newStripeId("upcoming_in");
  return {
    ...drafted(desk, { id, customer, currency, lines, reason: "upcoming", subscription, period }),
    lines: listed(lines, `/v1/invoices/upcoming/lines?subscription=${subscription.id}`),
  };
}
