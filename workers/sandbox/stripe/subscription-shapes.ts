/** Subscriptions and their schedules, as shapes-base.ts says. */
import type { Base, Listed, Metadata, Price } from "./shapes-base.ts";

export type SubscriptionStatus =
  | "incomplete"
  | "incomplete_expired"
  | "trialing"
  | "active"
  | "past_due"
  | "canceled"
  | "unpaid"
  | "paused";
export type SubscriptionItem = {
  id: string;
  object: "subscription_item";
  created: number;
  current_period_start: number;
  current_period_end: number;
  metadata: Metadata;
  price: Price;
  quantity?: number;
  subscription: string;
  discounts: [];
  tax_rates: [];
};
export type TransferData = { destination: string; amount_percent: number | null };
export type ItemOrder = {
  id?: string | undefined;
  price?: string | undefined;
  quantity?: number | undefined;
  metadata?: Metadata | undefined;
  deleted?: boolean | undefined;
};
export type Subscription = Base<"subscription"> & {
  application_fee_percent: number | null;
  billing_cycle_anchor: number;
  billing_mode: { type: "flexible" | "classic"; flexible: { proration_discounts: "included" } | null };
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  cancellation_details: { comment: string | null; feedback: string | null; reason: string | null };
  collection_method: "charge_automatically";
  currency: string;
  customer: string;
  days_until_due: null;
  default_payment_method: string | null;
  description: string | null;
  ended_at: number | null;
  items: Listed<SubscriptionItem>;
  latest_invoice: string | null;
  metadata: Metadata;
  on_behalf_of: string | null;
  pause_collection: {
    behavior: "keep_as_draft" | "mark_uncollectible" | "void";
    resumes_at: number | null;
  } | null;
  pending_setup_intent: string | null;
  pending_update: {
    expires_at: number;
    subscription_items: SubscriptionItem[];
    trial_end: number | null;
  } | null;
  schedule: string | null;
  start_date: number;
  status: SubscriptionStatus;
  transfer_data: TransferData | null;
  trial_end: number | null;
  trial_settings: { end_behavior: { missing_payment_method: "create_invoice" | "cancel" | "pause" } };
  trial_start: number | null;
  /** `trial_will_end` was told. */
  _toldTrialEnd: boolean;
  /** Applied when the pending update is paid. */
  _pendingOrders: ItemOrder[] | null;
};

export type SchedulePhase = {
  start_date: number;
  end_date: number;
  items: { price: string; quantity?: number; metadata: Metadata }[];
  metadata: Metadata;
  proration_behavior: "create_prorations" | "none" | "always_invoice";
  trial_end: number | null;
  billing_cycle_anchor: "automatic" | "phase_start" | null;
};
export type Schedule = Base<"subscription_schedule"> & {
  canceled_at: number | null;
  completed_at: number | null;
  current_phase: { start_date: number; end_date: number } | null;
  customer: string;
  end_behavior: "release" | "cancel";
  metadata: Metadata;
  phases: SchedulePhase[];
  released_at: number | null;
  released_subscription: string | null;
  status: "active" | "released" | "canceled" | "completed" | "not_started";
  subscription: string | null;
};
