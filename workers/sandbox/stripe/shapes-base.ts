/**
 * Stripe's objects as the simulation keeps them: the fields that it plays, named and shaped as on the wire. Fields that
 * begin with "_" are the sandbox's own notes and never leave it.
 */

export type Metadata = Record<string, string>;
export type Listed<Item> = { object: "list"; data: Item[]; has_more: boolean; url: string };
export type Base<Kind extends string> = { id: string; object: Kind; created: number; livemode: false };

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
export type BalanceTransaction = Base<"customer_balance_transaction"> & {
  amount: number;
  credit_note: null;
  currency: string;
  customer: string;
  description: string | null;
  ending_balance: number;
  invoice: null;
  metadata: Metadata;
  type: "adjustment";
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
