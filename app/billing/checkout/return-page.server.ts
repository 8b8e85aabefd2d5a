/** What /checkout/return shows to the person who comes back from paying. */
import { redirect, replace } from "react-router";
import { signInPath } from "#app/accounts/return-path.ts";
import { visitor } from "#app/accounts/session.server.ts";
import { cadenceNoun, feeWords, includedIn } from "#app/billing/plan/offer-words.ts";
import { tierWords } from "#app/billing/plan-words.ts";
import { isPaying } from "#app/billing/stripe/one-plan.server.ts";
import { currentSubscription } from "#app/billing/stripe/subscription-state.server.ts";
import { isHidden } from "#app/branding/hidden-sections.ts";
import { activeMembership } from "#app/membership/active-organization.server.ts";
import { type Deps, depsOf } from "#app/membership/actor.server.ts";
import { may } from "#app/membership/permissions.ts";
import type { LowerLimits } from "#app/membership/plan-limits.ts";
import type { Context } from "#app/platform/context.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { price, shortDate } from "#app/platform/format.ts";
import { type Bought, checkoutOfOne, finishedCheckout } from "./finished-checkout.server.ts";
import { checkoutOf } from "./trial-intent.server.ts";

type Shown = {
  is: "bought" | "processing" | "expired";
  title: string;
  sentence: string;
  /** What the plan includes, once it is bought. */
  includes: readonly string[];
};

const processing: Shown = {
  is: "processing",
  title: "We're confirming your payment",
  sentence:
    "This usually takes a few seconds, and this page updates by itself. You won't be charged twice, even if you leave.",
  includes: [],
};

const expired: Shown = {
  is: "expired",
  title: "This checkout has expired",
  sentence: "Nothing was charged. You can start again from the subscription page.",
  includes: [],
};

const second: Shown = {
  is: "bought",
  title: "You already have a plan",
  sentence:
    "Two plans were paid at the same moment. This one ended right away, and what was paid for it is refunded.",
  includes: [],
};

/**
 * What was charged, and what comes next: as the subscription was stored.
 * @throws the redirect to the plan's page, where neither was it paid nor is a payment awaited
 */
function bought(
  { subscription, included_seconds, charged }: Bought,
  at: { locale: string; timeZone: string; now: number; lower: LowerLimits | null },
): Shown {
  const { tier, status, currency, trial_end, period_end } = subscription;
  const plan = tierWords(tier);
  const fee = feeWords(subscription, at.locale);
  const day = (ms: number) => shortDate(ms, at.now, at);
  const includes = included_seconds === null ? [] : includedIn(tier, included_seconds, at.locale, at.lower);
  if (status === "trialing")
    return {
      is: "bought",
      title: `Your ${plan} trial has started`,
      sentence: `Nothing was charged. Your plan costs ${fee} from ${day(trial_end ?? period_end)}; cancel before then and you pay nothing.`,
      includes,
    };
  if (status === "incomplete")
    return {
      ...processing,
      sentence: "Your bank hasn't confirmed the payment yet. This page updates by itself when it has.",
    };
  // The plan's page says what any other status means, and how it is mended.
  if (status !== "active") throw redirect("/subscription");
  // The form promised a trial that began elsewhere before it was sent.
  if (charged === 0)
    return {
      is: "bought",
      title: `You're on the ${plan} plan`,
      sentence: `You had your trial already, so your plan began today and costs ${fee}. It renews on ${day(period_end)}.`,
      includes,
    };
  const paid =
    charged === null ? "Your payment went through" : `We charged ${price(charged, currency, at.locale)}`;
  return {
    is: "bought",
    title: `You're on the ${plan} plan`,
    sentence: `${paid}. It renews every ${cadenceNoun(subscription.cadence)}, next on ${day(period_end)}.`,
    includes,
  };
}

/** Whether a subscription that has ended was bought beside another, which lives. */
async function wasSecond({ db }: Pick<Deps, "db">, ended: Bought["subscription"]): Promise<boolean> {
  const current = await currentSubscription(db, ended.organization_id);
  return current !== null && isPaying(current.status) && current.stripe_created <= ended.stripe_created;
}

/**
 * @throws the redirect to signing in, or back to a checkout that can still be paid; 404 for another organization's
 * session, which looks like one that does not exist
 */
export async function returnPage(request: Request, context: Context): Promise<Shown> {
  const url = new URL(request.url);
  const who = await visitor(request, context);
  if (who.kind !== "full") throw replace(signInPath(url));
  const sessionId = url.searchParams.get("session_id");
  const active = activeMembership(request, who);
  const own = who.memberships
    .filter(({ role }) => may(role, "subscription.read"))
    .sort((one, other) => Number(other.id === active?.id) - Number(one.id === active?.id));
  const deps = depsOf(context);
  const ids = own.map(({ id }) => id);
  const found = sessionId === null ? null : await checkoutOfOne(deps.db, ids, sessionId);
  const membership = own.find(({ id }) => id === found?.organization_id);
  if (!found || !membership || isHidden(membership.hidden, "subscription")) throw faultResponse("not_found");
  if (found.kind === "number")
    throw redirect(`/checkout-number/return?${new URLSearchParams({ session_id: found.session_id })}`);
  const finished = await finishedCheckout(deps, found);
  if (finished.is === "open") throw redirect(`${checkoutOf(found.price_id ?? "")}&done=unfinished`);
  if (finished.is === "expired") return expired;
  if (finished.is !== "bought") return processing;
  if (finished.subscription.status === "canceled" && (await wasSecond(deps, finished.subscription)))
    return second;
  const { locale, time_zone: timeZone, client_limits: lower } = membership;
  return bought(finished, { locale, timeZone, now: Date.now(), lower });
}
