/** Stripe's script in the browser: added once, as far as this product calls it (docs.stripe.com/js/embedded_checkout). */

export type EmbeddedForm = { mount(place: HTMLElement): void; destroy(): void };
type StripeJs = {
  createEmbeddedCheckoutPage(options: {
    fetchClientSecret: () => Promise<string>;
  }): EmbeddedForm | Promise<EmbeddedForm>;
};
type Make = (publishableKey: string) => StripeJs;

const isMake = (value: unknown): value is Make => typeof value === "function";

const made = (): Make | null => {
  const found: unknown = Reflect.get(window, "Stripe");
  return isMake(found) ? found : null;
};

let loading: Promise<Make> | null = null;

/** One script for the page; a load that failed is tried again by the next call. */
function load(src: string): Promise<Make> {
  const known = made();
  if (known) return Promise.resolve(known);
  loading ??= new Promise<Make>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = src;
    script.async = true;
    script.onload = () => {
      const found = made();
      if (found) resolve(found);
      else reject(new Error("the payment script is empty"));
    };
    script.onerror = () => {
      script.remove();
      reject(new Error("the payment script did not load"));
    };
    document.head.appendChild(script);
  }).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** Where Stripe's script is, and the key that it takes. */
export type StripeAccess = { readonly script: string; readonly publishableKey: string };

/** The payment form of a session, not yet shown. */
export async function embeddedForm(
  { script, publishableKey }: StripeAccess,
  clientSecret: string,
): Promise<EmbeddedForm> {
  const stripe = (await load(script))(publishableKey);
  return stripe.createEmbeddedCheckoutPage({ fetchClientSecret: async () => clientSecret });
}
