/**
 * What a reload of the payment form needs, kept for this tab (docs/product.md, "Fields"): the client secret and the
 * price id. The organization stands beside them, because another one may be active after a switch.
 */

const secretKey = "checkout_client_secret";
const priceKey = "checkout_price_id";
const organizationKey = "checkout_organization_id";

/** Storage may be switched off; then every load begins anew, and the server finds the open session. */
const storage = (): Storage | null => {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
};

/** The secret of an open form for this price and organization; null: none is kept. */
export function keptSecret(priceId: string, organizationId: string): string | null {
  const kept = storage();
  const isSame = kept?.getItem(priceKey) === priceId && kept.getItem(organizationKey) === organizationId;
  return isSame ? (kept?.getItem(secretKey) ?? null) : null;
}

/** The price of the form that this tab had open; null: none. */
export const keptPrice = (): string | null => storage()?.getItem(priceKey) ?? null;

export function keepCheckout(priceId: string, organizationId: string, secret: string): void {
  const kept = storage();
  kept?.setItem(priceKey, priceId);
  kept?.setItem(organizationKey, organizationId);
  kept?.setItem(secretKey, secret);
}

/** Forgets the secret, and with `all` what was to be bought. */
export function forgetCheckout(all = false): void {
  const kept = storage();
  kept?.removeItem(secretKey);
  if (!all) return;
  kept?.removeItem(priceKey);
  kept?.removeItem(organizationKey);
}
