/** What /checkout shows: who may pay, for what, and what is due today. */
import { redirect, replace } from "react-router";
import { alongPath, signInPath } from "#app/accounts/return-path.ts";
import { visitor } from "#app/accounts/session.server.ts";
import { feeWords, offerOf } from "#app/billing/plan/offer-words.ts";
import { hasTrial } from "#app/billing/plan/trial-grants.server.ts";
import type { Offer } from "#app/billing/resale/offers.server.ts";
import { takesPayments } from "#app/billing/stripe/stripe.server.ts";
import { stripeScript } from "#app/billing/stripe/stripe-script.ts";
import { isHidden } from "#app/branding/hidden-sections.ts";
import { activeMembership, deletedOneLookedAt } from "#app/membership/active-organization.server.ts";
import { type Admitted, actorOfVisitor, depsOf } from "#app/membership/actor.server.ts";
import { asRole } from "#app/membership/permissions.ts";
import { type Context, cloudflare, requestFacts } from "#app/platform/context.ts";
import { day_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { shortDate } from "#app/platform/format.ts";
import { buyable } from "./checkout-refusal.server.ts";
import { notStartable, refusalStatus, refusalWords, verifyFirst } from "./checkout-rules.ts";
import { priceChoice } from "./trial-intent.schema.ts";
import { droppingTrialIntent, keepingTrialIntent } from "./trial-intent.server.ts";
import { trialDays } from "./trial-terms.ts";

/** A page without a form, and what to do instead. */
type Closed = {
  is: "closed";
  title: string;
  sentence: string;
  to: string;
  label: string;
  /** Whether the tab may know the price that the address lacks. */
  mayResume: boolean;
};
export type Ready = Awaited<ReturnType<typeof ready>>;
export type CheckoutPage = { page: Closed | Ready; status: number; headers: HeadersInit };

const closed = (status: number, page: Omit<Closed, "is" | "mayResume">, mayResume = false): CheckoutPage => ({
  page: { is: "closed", mayResume, ...page },
  status,
  headers: {},
});

const planPage = "/subscription";
const toPlans = { to: planPage, label: "Go to Plan and usage" };

/** The price in the address; null: there is none, or what stands there cannot be one. */
const pricedIn = (request: Request): string | null =>
  priceChoice.safeParse(new URL(request.url).searchParams.get("price")).data ?? null;

/**
 * The line that keeps what the visitor came for until they have signed in.
 * @param now ms UTC
 */
async function keeping(request: Request, context: Context, now: number): Promise<HeadersInit> {
  const priceId = pricedIn(request);
  return priceId === null ? {} : { "set-cookie": await keepingTrialIntent(request, context, priceId, now) };
}

/** Who stands before the checkout, in their active organization. */
async function standingOf(request: Request, context: Context) {
  return actorOfVisitor(
    request,
    context,
    (who) => deletedOneLookedAt(request, who) ?? activeMembership(request, who),
  );
}

/** What is shown to a visitor who is not signed in all the way. @throws the redirect to the sign-in screen */
async function beforeSignIn(request: Request, context: Context, now: number): Promise<CheckoutPage | null> {
  const who = await visitor(request, context);
  if (who.kind === "full") return null;
  const headers = await keeping(request, context, now);
  if (who.kind === "factor")
    throw redirect(alongPath("/auth", new URL(request.url).searchParams), { headers });
  if (who.kind === "anonymous") throw redirect("/auth?intent=trial", { headers });
  const page = {
    title: "Verify your email first",
    sentence: verifyFirst,
    to: "/auth?intent=trial",
    label: "Enter the code",
  };
  return { ...closed(403, page), headers };
}

function refusedTo({ actor }: Admitted, context: Context): CheckoutPage {
  context.get(cloudflare).ctx.waitUntil(actor.record("access.refused", "subscription.write"));
  const { name } = actor.organization;
  return closed(403, {
    title: "You can't pay for this plan",
    sentence: `You're ${asRole(actor.by.kind === "person" ? actor.by.role : "")} in ${name}. Ask an owner or a billing member to choose the plan.`,
    to: "/dashboard",
    label: "Go to the dashboard",
  });
}

/** @throws redirects and refusals; a response for what other pages explain better */
export async function checkoutPage(request: Request, context: Context): Promise<CheckoutPage> {
  const now = Date.now();
  if (!takesPayments(settings(context.get(cloudflare).env))) throw faultResponse("payments_unavailable");
  const unproven = await beforeSignIn(request, context, now);
  if (unproven) return unproven;
  const standing = await standingOf(request, context);
  if (standing.is === "anonymous") throw replace(signInPath(new URL(request.url)));
  // The dashboard says what a deleted or suspended organization means, and where one is founded.
  if (standing.is !== "member") throw redirect("/dashboard");
  const { actor } = standing;
  if (isHidden(actor.hiddenSections, "subscription")) throw faultResponse("not_found");
  if (!actor.may("subscription.write")) return refusedTo(standing, context);
  const priceId = pricedIn(request);
  if (priceId === null)
    return closed(400, { title: "Nothing to pay for yet", sentence: notStartable, ...toPlans }, true);
  const asked = await buyable(actor, depsOf(context), priceId, now);
  const headers = { "set-cookie": droppingTrialIntent(request) };
  if (!asked.ok) {
    const page = { title: "Checkout can't start", sentence: refusalWords(asked), ...toPlans };
    return { ...closed(refusalStatus[asked.reason], page), headers };
  }
  context.get(requestFacts).hasPayments = true;
  return { page: await ready(standing, context, asked.offer, now), status: 200, headers };
}

/** The summary beside the form, and what the browser needs to show it. */
async function ready({ actor, membership }: Admitted, context: Context, offered: Offer, now: number) {
  const { id, name, locale, timeZone } = actor.organization;
  const { env } = context.get(cloudflare);
  const isTrial = await hasTrial(actor, depsOf(context), offered);
  const offer = offerOf(offered, locale, membership.client_limits);
  const fee = feeWords(offered, locale);
  const from = shortDate(now + trialDays * day_ms, now, { locale, timeZone });
  return {
    is: "ready" as const,
    organization: { id, name },
    offer,
    fee,
    today: isTrial ? null : offer.price,
    trial: isTrial
      ? { days: trialDays, sentence: `Then ${fee} from ${from}, unless you cancel before.` }
      : null,
    script: stripeScript,
    publishableKey: settings(env).STRIPE_PUBLISHABLE_KEY ?? "",
  };
}
