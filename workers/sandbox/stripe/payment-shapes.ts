/** Payments, charges and refunds, as shapes-base.ts says. */
import type { Base, Metadata, PaymentMethod } from "./shapes-base.ts";

export type PaymentError = {
  type: "card_error" | "invalid_request_error";
  code: string;
  decline_code?: string;
  message: string;
  payment_method?: object;
};
export type PaymentIntent = Base<"payment_intent"> & {
  amount: number;
  amount_received: number;
  application_fee_amount: number | null;
  canceled_at: number | null;
  capture_method: "automatic";
  client_secret: string;
  confirmation_method: "automatic";
  currency: string;
  customer: string | null;
  description: string | null;
  last_payment_error: PaymentError | null;
  latest_charge: string | null;
  metadata: Metadata;
  next_action: { type: "use_stripe_sdk"; use_stripe_sdk: object } | null;
  on_behalf_of: string | null;
  payment_method: string | null;
  payment_method_types: ["card"];
  receipt_email: string | null;
  setup_future_usage: "off_session" | "on_session" | null;
  status:
    | "requires_payment_method"
    | "requires_confirmation"
    | "requires_action"
    | "processing"
    | "succeeded"
    | "canceled";
  transfer_data: { destination: string; amount?: number } | null;
  transfer_group: string | null;
};
export type Charge = Base<"charge"> & {
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  application_fee: string | null;
  application_fee_amount: number | null;
  balance_transaction: string | null;
  billing_details: PaymentMethod["billing_details"];
  captured: boolean;
  currency: string;
  customer: string | null;
  description: string | null;
  disputed: boolean;
  failure_code: string | null;
  failure_message: string | null;
  metadata: Metadata;
  on_behalf_of: string | null;
  paid: boolean;
  payment_intent: string;
  payment_method: string;
  payment_method_details: { type: "card"; card: PaymentMethod["card"] };
  receipt_url: string | null;
  refunded: boolean;
  status: "succeeded" | "failed";
  transfer: string | null;
  transfer_data: { destination: string; amount: number | null } | null;
};
export type Dispute = Base<"dispute"> & {
  amount: number;
  charge: string;
  currency: string;
  evidence_details: {
    due_by: number | null;
    has_evidence: boolean;
    past_due: boolean;
    submission_count: number;
  };
  is_charge_refundable: boolean;
  metadata: Metadata;
  payment_intent: string | null;
  reason: "fraudulent" | "product_not_received";
  status: "needs_response" | "under_review" | "won" | "lost";
};
export type Refund = Base<"refund"> & {
  amount: number;
  balance_transaction: string | null;
  charge: string;
  currency: string;
  customer: string | null;
  metadata: Metadata;
  payment_intent: string;
  reason: "duplicate" | "fraudulent" | "requested_by_customer" | null;
  status: "succeeded" | "failed" | "pending" | "canceled";
  failure_reason?: string;
  transfer_reversal: string | null;
  source_transfer_reversal: null;
};
