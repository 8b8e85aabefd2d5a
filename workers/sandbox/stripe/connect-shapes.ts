/** Connected accounts and their shares, as shapes-base.ts says. */
import type { Base, Metadata } from "./shapes-base.ts";

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
