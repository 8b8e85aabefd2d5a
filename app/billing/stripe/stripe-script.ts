/** Stripe's own script, which must come from Stripe (docs.stripe.com/js/including): the version that fits the API's. */
export const stripeScript = "https://js.stripe.com/dahlia/stripe.js";
