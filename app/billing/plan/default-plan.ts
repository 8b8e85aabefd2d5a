/** What is shown of a plan that isn't known: on an error, after signing out, without a session (docs/product.md, "Fields"). Display only: no gate goes by it. */

/** As `check-subscription` answers, and as the browser keeps it. */
export type ShownPlan = {
  readonly subscribed: boolean;
  readonly product_id: string | null;
  readonly tier: string;
  readonly status: string;
  /** RFC 3339; null: nothing is paid. */
  readonly subscription_end: string | null;
};

export const defaultPlan: ShownPlan = {
  subscribed: false,
  product_id: null,
  tier: "starter",
  status: "trialing",
  subscription_end: null,
};
