/** Invoices and their lines, as shapes-base.ts says. */
import type { Address, Base, Listed, Metadata } from "./shapes-base.ts";
import type { TransferData } from "./subscription-shapes.ts";

export type LineItem = {
  id: string;
  object: "line_item";
  amount: number;
  currency: string;
  description: string;
  discountable: boolean;
  discounts: [];
  invoice: string | null;
  livemode: false;
  metadata: Metadata;
  parent: {
    type: "subscription_item_details" | "invoice_item_details";
    invoice_item_details: { invoice_item: string; proration: boolean; subscription: string | null } | null;
    subscription_item_details: {
      invoice_item: string | null;
      proration: boolean;
      subscription: string;
      subscription_item: string;
    } | null;
  };
  period: { start: number; end: number };
  pricing: {
    type: "price_details";
    price_details: { price: string; product: string };
    unit_amount_decimal: string | null;
  } | null;
  quantity: number;
  subscription: string | null;
  subtotal: number;
  taxes: [];
};
export type InvoiceStatus = "draft" | "open" | "paid" | "uncollectible" | "void";
export type InvoicePayment = Base<"invoice_payment"> & {
  amount_paid: number | null;
  amount_requested: number;
  currency: string;
  invoice: string;
  is_default: boolean;
  payment: { type: "payment_intent"; payment_intent: string };
  status: "open" | "paid" | "canceled";
  status_transitions: { canceled_at: number | null; paid_at: number | null };
};
export type BillingReason =
  | "subscription_create"
  | "subscription_cycle"
  | "subscription_update"
  | "manual"
  | "upcoming";
export type Invoice = Base<"invoice"> & {
  account_name: string;
  account_country: string;
  amount_due: number;
  amount_overpaid: number;
  amount_paid: number;
  amount_remaining: number;
  attempt_count: number;
  attempted: boolean;
  auto_advance: boolean;
  billing_reason: BillingReason;
  collection_method: "charge_automatically";
  confirmation_secret: { client_secret: string; type: "payment_intent" } | null;
  currency: string;
  customer: string;
  customer_address: Address | null;
  customer_email: string | null;
  customer_name: string | null;
  default_payment_method: string | null;
  description: string | null;
  due_date: null;
  effective_at: number | null;
  ending_balance: number | null;
  hosted_invoice_url: string | null;
  invoice_pdf: string | null;
  lines: Listed<LineItem>;
  metadata: Metadata;
  next_payment_attempt: number | null;
  number: string | null;
  on_behalf_of: string | null;
  parent: {
    type: "subscription_details";
    quote_details: null;
    subscription_details: { metadata: Metadata; subscription: string };
  } | null;
  payments: Listed<InvoicePayment>;
  period_end: number;
  period_start: number;
  starting_balance: number;
  status: InvoiceStatus;
  status_transitions: Record<
    "finalized_at" | "marked_uncollectible_at" | "paid_at" | "voided_at",
    number | null
  >;
  subtotal: number;
  subtotal_excluding_tax: number;
  total: number;
  total_excluding_tax: number;
  total_taxes: [];
  _fee: { percent: number | null; transfer_data: TransferData | null };
};
/** A charge or credit that waits for the next invoice. */
export type PendingLine = Base<"invoiceitem"> & { customer: string; _subscription: string; _line: LineItem };
