/** What a trial is, for the sign-in screen of a person who came for one. */
import { takesPayments } from "#app/billing/stripe/stripe.server.ts";
import { sessionHostOf } from "#app/branding/hosts.server.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { settings } from "#app/platform/env.server.ts";
import { asksForTrial } from "./trial-intent.schema.ts";
import { trialWords } from "./trial-terms.ts";

/** The words; null when the address asks for no trial. A tenant's host sells no plans of the platform. */
export function trialNote(request: Request, context: Context): string | null {
  if (!asksForTrial(new URL(request.url).searchParams)) return null;
  const isSold =
    takesPayments(settings(context.get(cloudflare).env)) && sessionHostOf(request, context) === null;
  return trialWords(isSold);
}
