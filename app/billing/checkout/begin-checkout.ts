/** Asks for a new payment form, as any program may: `create-checkout {priceId}` (docs/product.md, "Functions"). */
import { notInitialized } from "./checkout-rules.ts";

/** The secret, or why there is none, in words. */
export type Begun = { ok: true; clientSecret: string } | { ok: false; words: string };

const textOf = (answer: unknown, name: string): string | null => {
  if (typeof answer !== "object" || answer === null) return null;
  const value: unknown = Reflect.get(answer, name);
  return typeof value === "string" ? value : null;
};

export async function beginCheckout(priceId: string, organizationId: string): Promise<Begun> {
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
