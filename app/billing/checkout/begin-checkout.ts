/** Opens the payment form of a plan: the one that this tab keeps, or another, begun by `create-checkout` (docs/product.md, "Functions"). */
import { notInitialized } from "./checkout-rules.ts";
import { forgetCheckout, keepCheckout, keptSecret } from "./kept-checkout.ts";
import { type EmbeddedForm, embeddedForm, type StripeAccess } from "./stripe-js.ts";

type Wanted = { readonly priceId: string; readonly organizationId: string };

/** The secret, or why there is none, in words. */
type Begun = { ok: true; clientSecret: string } | { ok: false; words: string };

const textOf = (answer: unknown, name: string): string | null => {
  if (typeof answer !== "object" || answer === null) return null;
  const value: unknown = Reflect.get(answer, name);
  return typeof value === "string" ? value : null;
};

async function begun({ priceId, organizationId }: Wanted): Promise<Begun> {
  try {
    const answer = await fetch("/functions/create-checkout", {
      method: "POST",
      headers: { "content-type": "application/json", "x-organization": organizationId },
      body: JSON.stringify({ priceId }),
    });
    const said: unknown = await answer.json();
    const clientSecret = answer.ok ? textOf(said, "clientSecret") : null;
    if (clientSecret !== null) return { ok: true, clientSecret };
    return { ok: false, words: textOf(said, "error") ?? notInitialized };
  } catch {
    return { ok: false, words: notInitialized };
  }
}

/** The form, or why there is none, in words. */
export async function planForm(wanted: Wanted, stripe: StripeAccess): Promise<EmbeddedForm | string> {
  const { priceId, organizationId } = wanted;
  const kept = keptSecret(priceId, organizationId);
  if (kept !== null) {
    try {
      return await embeddedForm(stripe, kept);
    } catch {
      // It was paid or is too old: another one is begun.
      forgetCheckout();
    }
  }
  const answer = await begun(wanted);
  if (!answer.ok) return answer.words;
  keepCheckout(priceId, organizationId, answer.clientSecret);
  return embeddedForm(stripe, answer.clientSecret);
}
