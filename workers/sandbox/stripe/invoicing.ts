/** Invoices as they come to be: drafted from lines, finalized, paid or left open. */
import type { Desk } from "./desk.ts";
import { newStripeId } from "./ids.ts";
import type { BillingReason, Invoice, InvoicePayment, LineItem } from "./invoice-shapes.ts";
import { listed } from "./lists.ts";
import type { PaymentIntent } from "./payment-shapes.ts";
import { confirm, newIntent, percentOf } from "./payments.ts";
import type { Customer, PaymentMethod } from "./shapes-base.ts";
import type { Subscription } from "./subscription-shapes.ts";

type Draft = {
  customer: string;
  currency: string;
  lines: LineItem[];
  reason: BillingReason;
  subscription: Subscription | null;
  period: { start: number; end: number };
  id?: string;
  description?: string | null;
};

export const accountName = "Sandbox";

/** An invoice of these lines, not stored. */
export function drafted(desk: Desk, draft: Draft): Invoice {
  const { subscription } = draft;
  const customer = desk.objects.find("customer", draft.customer);
  const id = draft.id ?? newStripeId("in");
  const total = draft.lines.reduce((sum, { amount }) => sum + amount, 0);
  const balance = customer?.balance ?? 0;
  const due = Math.max(0, total + balance);
  return {
    id,
    object: "invoice",
    account_country: "US",
    account_name: accountName,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    billing_reason: draft.reason,
    collection_method: "charge_automatically",
    confirmation_secret: null,
    created: desk.now(draft.customer),
    currency: draft.currency,
    customer: draft.customer,
    customer_address: customer?.address ?? null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    default_payment_method: null,
    description: draft.description ?? null,
    due_date: null,
    effective_at: null,
    ending_balance: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    lines: listed(
      draft.lines.map((line) => ({ ...line, invoice: id })),
      `/v1/invoices/${id}/lines`,
    ),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: subscription?.on_behalf_of ?? null,
    parent: subscription
      ? {
          type: "subscription_details",
          quote_details: null,
          subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
        }
      : null,
    payments: listed<InvoicePayment>([], `/v1/invoice_payments`),
    period_end: draft.period.end,
    period_start: draft.period.start,
    starting_balance: balance,
    status: "draft",
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
    total_taxes: [],
    _fee: {
      percent: subscription?.application_fee_percent ?? null,
      transfer_data: subscription?.transfer_data ?? null,
    },
  };
}

/** Numbers the invoice, takes the customer's balance into account, and prepares its payment. */
export function finalized(desk: Desk, draft: Invoice): Invoice {
  const customer = desk.need("customer", draft.customer);
  const due = Math.max(0, draft.total + customer.balance);
  const ending_balance = draft.total + customer.balance - due;
  keepBalance(desk, customer, ending_balance, draft.currency);
  const at = desk.now(draft.customer);
  const open: Invoice = {
    ...draft,
    amount_due: due,
    amount_remaining: due,
    starting_balance: customer.balance,
    ending_balance,
    effective_at: at,
    number: `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, "0")}`,
    hosted_invoice_url: `${desk.asked.origin}/sandbox/stripe/invoices/${draft.id}`,
    invoice_pdf: `${desk.asked.origin}/sandbox/stripe/invoices/${draft.id}.pdf`,
    status: "open",
    status_transitions: { ...draft.status_transitions, finalized_at: at },
  };
  const intent = due > 0 ? newIntent(desk, paymentOf(open)) : null;
  return desk.put(intent ? { ...open, ...paidBy(desk, open, intent) } : open, "invoice.finalized");
}

function keepBalance(desk: Desk, customer: Customer, balance: number, currency: string): void {
  desk.put(
    {
      ...customer,
      balance,
      currency: customer.currency ?? currency,
      next_invoice_sequence: customer.next_invoice_sequence + 1,
    },
    "customer.updated",
  );
}

const paymentOf = (invoice: Invoice) => {
  const { percent, transfer_data } = invoice._fee;
  return {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
    description:
      invoice.billing_reason === "subscription_create" ? "Subscription creation" : "Subscription update",
    metadata: {},
    application_fee_amount: percent === null ? null : percentOf(invoice.amount_due, percent),
    on_behalf_of: invoice.on_behalf_of,
    transfer_data: transfer_data && {
      destination: transfer_data.destination,
      ...(transfer_data.amount_percent !== null && {
        amount: percentOf(invoice.amount_due, transfer_data.amount_percent),
      }),
    },
    setup_future_usage: "off_session" as const,
  };
};

function paidBy(
  desk: Desk,
  invoice: Invoice,
  intent: PaymentIntent,
): Pick<Invoice, "payments" | "confirmation_secret"> {
  const isPaid = intent.status === "succeeded";
  const at = desk.now(invoice.customer);
  const known = invoice.payments.data[0];
  const payment: InvoicePayment = {
    id: known?.id ?? newStripeId("inpay"),
    object: "invoice_payment",
    amount_paid: isPaid ? intent.amount : null,
    amount_requested: intent.amount,
    created: known?.created ?? at,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: "payment_intent", payment_intent: intent.id },
    status: isPaid ? "paid" : "open",
    status_transitions: { canceled_at: null, paid_at: isPaid ? at : null },
  };
  return {
    payments: listed([payment], "/v1/invoice_payments"),
    confirmation_secret: { client_secret: intent.client_secret, type: "payment_intent" },
  };
}

export const intentOf = (desk: Desk, invoice: Invoice): PaymentIntent | null => {
  const id = invoice.payments.data[0]?.payment.payment_intent;
  return id === undefined ? null : desk.objects.find("payment_intent", id);
};

export const methodFor = (
  desk: Desk,
  customer: string,
  subscription: Subscription | null,
): PaymentMethod | null => {
  const id =
    subscription?.default_payment_method ??
    desk.objects.find("customer", customer)?.invoice_settings.default_payment_method;
  const method = id ? desk.objects.find("payment_method", id) : null;
  return method?.customer === customer ? method : null;
};

/** Tries to pay a finalized invoice once. `hasPassed` as in payments.ts. */
export function tryToPay(
  desk: Desk,
  invoice: Invoice,
  method: PaymentMethod | null,
  hasPassed: boolean | null = false,
): Invoice {
  const intent = intentOf(desk, invoice);
  if (invoice.amount_due === 0 || !intent) return paid(desk, invoice);
  const attempted: Invoice = { ...invoice, attempted: true, attempt_count: invoice.attempt_count + 1 };
  if (!method) return desk.put(attempted, "invoice.payment_failed");
  const tried = confirm(desk, intent, method, hasPassed);
  const linked: Invoice = { ...attempted, ...paidBy(desk, attempted, tried) };
  if (tried.status === "succeeded") return paid(desk, linked);
  if (tried.status === "requires_action") return desk.put(linked, "invoice.payment_action_required");
  return desk.put(linked, "invoice.payment_failed");
}

function paid(desk: Desk, invoice: Invoice): Invoice {
  const settled: Invoice = {
    ...invoice,
    attempted: true,
    auto_advance: false,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
    status: "paid",
    status_transitions: { ...invoice.status_transitions, paid_at: desk.now(invoice.customer) },
  };
  desk.put(settled, "invoice.paid");
  desk.tell("invoice.payment_succeeded", settled);
  return settled;
}
