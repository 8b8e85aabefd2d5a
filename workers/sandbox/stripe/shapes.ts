/**
 * Stripe's objects as the simulation keeps them: the fields that it plays, named and shaped as on the wire. Fields that
 * begin with "_" are the sandbox's own notes and never leave it.
 */

export type Metadata = Record<string, string>;
export type Listed<Item> = { object: "list"; data: Item[]; has_more: boolean; url: string };
type Base<Kind extends string> = { id: string; object: Kind; created: number; livemode: false };

export type Interval = "day" | "week" | "month" | "year";
export type Tier = {
  up_to: number | null;
  unit_amount: number | null;
  unit_amount_decimal: string | null;
  flat_amount: number | null;
  flat_amount_decimal: string | null;
};
export type Product = Base<"product"> & {
  active: boolean;
  name: string;
  description: string | null;
  metadata: Metadata;
  default_price: string | null;
  images: string[];
  marketing_features: [];
  type: "service";
  unit_label: string | null;
  updated: number;
};
export type Price = Base<"price"> & {
  active: boolean;
  billing_scheme: "per_unit" | "tiered";
  currency: string;
  lookup_key: string | null;
  metadata: Metadata;
  nickname: string | null;
  product: string;
  recurring: {
    interval: Interval;
    interval_count: number;
    meter: string | null;
    usage_type: "licensed" | "metered";
  } | null;
  tax_behavior: "unspecified" | "inclusive" | "exclusive";
  tiers?: Tier[];
  tiers_mode: "graduated" | "volume" | null;
  type: "recurring" | "one_time";
  unit_amount: number | null;
  unit_amount_decimal: string | null;
};
export type Meter = Base<"billing.meter"> & {
  customer_mapping: { event_payload_key: string; type: "by_id" };
  default_aggregation: { formula: "sum" | "count" | "last" };
  display_name: string;
  event_name: string;
  event_time_window: "day" | "hour" | null;
  status: "active" | "inactive";
  status_transitions: { deactivated_at: number | null };
  updated: number;
  value_settings: { event_payload_key: string };
};
export type Address = Record<"city" | "country" | "line1" | "line2" | "postal_code" | "state", string | null>;
export type Customer = Base<"customer"> & {
  address: Address | null;
  balance: number;
  currency: string | null;
  default_source: null;
  delinquent: boolean;
  description: string | null;
  email: string | null;
  invoice_prefix: string;
  invoice_settings: { default_payment_method: string | null; custom_fields: null; footer: null };
  metadata: Metadata;
  name: string | null;
  next_invoice_sequence: number;
  phone: string | null;
  preferred_locales: string[];
  shipping: null;
  tax_exempt: "none";
  test_clock: null;
  deleted?: true;
  /** Seconds that its clock is ahead of the sandbox's. */
  _ahead: number;
};
export type PaymentMethod = Base<"payment_method"> & {
  type: "card";
  customer: string | null;
  billing_details: { address: Address; email: string | null; name: string | null; phone: string | null };
  card: {
    brand: string;
    display_brand: string;
    country: string;
    exp_month: number;
    exp_year: number;
    fingerprint: string;
    funding: "credit";
    last4: string;
  };
  metadata: Metadata;
  _number: string;
  /** Its owner has passed 3-D Secure for later payments. */
  _isAuthenticated: boolean;
};

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

export type CheckoutItem = { price: Price; quantity: number };
export type CheckoutSession = Base<"checkout.session"> & {
  allow_promotion_codes: boolean | null;
  amount_subtotal: number;
  amount_total: number;
  billing_address_collection: "auto" | "required" | null;
  cancel_url: string | null;
  client_reference_id: string | null;
  client_secret: string | null;
  currency: string;
  customer: string | null;
  customer_details: {
    address: Address | null;
    email: string | null;
    name: string | null;
    phone: null;
    tax_exempt: "none";
    tax_ids: [];
  } | null;
  customer_email: string | null;
  expires_at: number;
  invoice: string | null;
  line_items: Listed<object>;
  locale: string | null;
  metadata: Metadata;
  mode: "payment" | "subscription" | "setup";
  payment_intent: string | null;
  payment_method_collection: "always" | "if_required";
  payment_method_types: ["card"];
  payment_status: "paid" | "unpaid" | "no_payment_required";
  redirect_on_completion: "always" | "if_required" | "never";
  return_url?: string;
  setup_intent: string | null;
  status: "open" | "complete" | "expired";
  subscription: string | null;
  success_url: string | null;
  ui_mode: "embedded_page" | "hosted_page";
  url: string | null;
  _items: CheckoutItem[];
  _subscription: CheckoutSubscription;
  _payment: CheckoutPayment;
};
export type CheckoutSubscription = {
  metadata: Metadata;
  description: string | null;
  trial_end: number | null;
  trial_period_days: number | null;
  missing_payment_method: "create_invoice" | "cancel" | "pause";
  application_fee_percent: number | null;
  on_behalf_of: string | null;
  transfer_data: TransferData | null;
  billing_mode: "flexible" | "classic";
};
export type CheckoutPayment = {
  metadata: Metadata;
  description: string | null;
  application_fee_amount: number | null;
  on_behalf_of: string | null;
  transfer_data: { destination: string; amount?: number } | null;
  setup_future_usage: "off_session" | "on_session" | null;
};
export type PortalSession = Base<"billing_portal.session"> & {
  configuration: string;
  customer: string;
  flow: object | null;
  locale: string | null;
  on_behalf_of: string | null;
  return_url: string | null;
  url: string;
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

export type Account = Base<"account"> & {
  business_type: string | null;
  business_profile: { name: string | null; url: string | null; mcc: null };
  capabilities: Record<string, "active" | "inactive" | "pending">;
  charges_enabled: boolean;
  country: string;
  default_currency: string;
  details_submitted: boolean;
  email: string | null;
  metadata: Metadata;
  payouts_enabled: boolean;
  requirements: {
    currently_due: string[];
    eventually_due: string[];
    past_due: string[];
    pending_verification: string[];
    disabled_reason: string | null;
    current_deadline: number | null;
    errors: object[];
  };
  type: "express" | "standard" | "custom";
  settings: object;
};
export type Transfer = Base<"transfer"> & {
  amount: number;
  amount_reversed: number;
  currency: string;
  destination: string;
  metadata: Metadata;
  reversed: boolean;
  source_transaction: string;
};
export type ApplicationFee = Base<"application_fee"> & {
  account: string;
  amount: number;
  amount_refunded: number;
  charge: string;
  currency: string;
  refunded: boolean;
};

type Stored = [
  Product,
  Price,
  Meter,
  Customer,
  PaymentMethod,
  Subscription,
  Invoice,
  PendingLine,
  PaymentIntent,
  Charge,
  Refund,
  CheckoutSession,
  PortalSession,
  Schedule,
  Account,
  Transfer,
  ApplicationFee,
][number];
export type Kind = Stored["object"];
export type Of<K extends Kind> = Extract<Stored, { object: K }>;
export type StripeObject = Stored;
