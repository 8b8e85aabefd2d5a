/** What /subscription shows of the plan: the present one, those to choose from, and what was billed. */
import { stripeOf, stripeProblem, takesPayments } from "#app/billing/stripe/stripe.server.ts";
import { currentSubscription } from "#app/billing/stripe/subscription-state.server.ts";
import { offersUpgrade } from "#app/billing/upgrade.ts";
import { limits, spend } from "#app/limits/rate-limits.server.ts";
import { type Deps, depsOf } from "#app/membership/actor.server.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { settings } from "#app/platform/env.server.ts";
import { invoicesOf } from "./invoices.server.ts";
import { offersFor } from "./offered.server.ts";
import { plansOf } from "./plan-cards.ts";
import { presentPlan } from "./present-plan.ts";
import { previewOf } from "./preview.server.ts";
import { rentsOf } from "./rents.server.ts";
import { hasMethod } from "./running-plan.server.ts";
import { isLiving } from "./subscription-words.ts";
import { hasTrial } from "./trial-grants.server.ts";

/** The address's choice between monthly and yearly plans; the present plan's where it has none. */
const cadenceIn = (searchParams: URLSearchParams, present: string | undefined): "monthly" | "yearly" => {
  const asked = searchParams.get("billing") ?? present;
  return asked === "yearly" ? "yearly" : "monthly";
};

/** Whether a paused plan can be resumed. Where Stripe does not say, the page shows without it. */
async function canCharge({ env }: Pick<Deps, "env">, subscription_id: string): Promise<boolean> {
  try {
    return await hasMethod(await stripeOf(settings(env)), subscription_id);
  } catch (error) {
    if (stripeProblem(error) === null) throw error;
    return false;
  }
}

export async function planPage(request: Request, context: Context, member: Member, now: number) {
  const deps = depsOf(context);
  const { searchParams } = new URL(request.url);
  const isSold = takesPayments(settings(context.get(cloudflare).env));
  // One for the page, whatever it asks Stripe; after too many it shows without what Stripe knows.
  const reads = [limits.stripeReads(member.organization.id)];
  const [row, rents, offers, spent] = await Promise.all([
    currentSubscription(deps.db, member.organization.id),
    // A client's numbers are on its agency's bill.
    member.isClient ? [] : rentsOf(deps.db, member.organization.id),
    isSold ? offersFor(member, deps) : [],
    isSold ? spend(deps.db, reads, now) : null,
  ]);
  const isOften = spent?.ok === false;
  const running = row !== null && isLiving(row.status) ? row : null;
  // An agency's client chooses no plan: it can only begin to pay for the one that its agency gave it.
  const hasChoice = offers.length > 0 && !(member.isClient && running);
  const canChoose = hasChoice && offersUpgrade({ ...member, isClient: false });
  const mayPay = member.may("subscription.write");
  const wanted = searchParams.get("change");
  const [first] = offers;
  const [preview, invoices, isTrial, isChargeable] = await Promise.all([
    running && canChoose && mayPay && wanted
      ? previewOf(member, deps, running, { priceId: wanted, isOften }, now)
      : null,
    isOften ? null : isSold ? invoicesOf(member, deps, now) : [],
    first && !running ? hasTrial(member, deps, first) : false,
    isSold && !isOften && row?.status === "paused" ? canCharge(deps, row.subscription_id) : false,
  ]);
  const cadence = cadenceIn(searchParams, running?.cadence);
  return {
    present: presentPlan({
      row,
      next: offers.find(({ price_id }) => price_id === row?.next_price_id) ?? null,
      organization: member.organization,
      agency: member.membership.agency?.name ?? null,
      pastDueSince: member.membership.past_due_since,
      hasMethod: isChargeable,
      rents,
      now,
    }),
    plans: canChoose
      ? plansOf({
          offers,
          running,
          cadence,
          isTrial,
          mayPay,
          locale: member.organization.locale,
          lower: member.membership.client_limits,
        })
      : null,
    preview,
    invoices,
    mayPay,
    /** Whether there is a payment method to look after. */
    hasPortal: mayPay && isSold && row !== null,
  };
}
