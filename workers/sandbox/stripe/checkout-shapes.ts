/** Sessions of checkout and of the billing portal, as shapes-base.ts says. */
import type { Address, Base, Listed, Metadata, Price } from "./shapes-base.ts";
import type { TransferData } from "./subscription-shapes.ts";

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
type Switched = { enabled: boolean };
export type PortalConfiguration = Base<"billing_portal.configuration"> & {
  active: boolean;
  default_return_url: null;
  features: Record<
    "invoice_history" | "payment_method_update" | "subscription_cancel" | "subscription_update",
    Switched
  > & { customer_update: Switched & { allowed_updates: string[] } };
  is_default: boolean;
  metadata: Metadata;
  updated: number;
};
