/** Items that belong to the person in this tab (docs/product.md, "Fields"), in `sessionStorage`. The sign-in screen removes them (R6). */
export const tabItems = [
  "subscription_cache",
  "checkout_client_secret",
  "checkout_price_id",
  "checkout_organization_id",
] as const;
