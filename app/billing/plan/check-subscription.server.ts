/** The plan of one's active organization for programs, and for the browser's own look at it (docs/product.md, "Functions"). */
import { z } from "zod";
import { visitor } from "#app/accounts/session.server.ts";
import { type SubscriptionState, subscriptionState } from "#app/billing/stripe/subscription-cache.server.ts";
import { passEdgeLimit } from "#app/limits/rate-limits.server.ts";
import { activeMembership } from "#app/membership/active-organization.server.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { accessOf } from "#app/membership/entitlement.ts";
import { malformed, optionalJson } from "#app/platform/body.server.ts";
import { type Context, requestFacts } from "#app/platform/context.ts";
import { second_ms } from "#app/platform/durations.ts";
import { Fault } from "#app/platform/errors.ts";
import { log } from "#app/platform/log.ts";
import { within } from "#app/platform/within.ts";
import { defaultPlan, type ShownPlan } from "./default-plan.ts";

/** The lookup ends after 5 s (docs/product.md, "Constants"). */
const lookupLimit_ms = 5 * second_ms;

/** Answers `{subscribed, product_id, tier, status, subscription_end}`; it takes no fields. */
export async function answerCheckSubscription(request: Request, context: Context): Promise<Response> {
  await passEdgeLimit(request, context);
  const body = await optionalJson(request);
  const read = z.object({}).safeParse(body === undefined ? {} : body);
  if (!read.success) return malformed(read.error);
  const who = await visitor(request, context);
  if (who.kind !== "full") return Response.json({ error: "Please sign in to continue." }, { status: 401 });
  const membership = activeMembership(request, who);
  const plan = membership ? await planOf(context, membership.id, Date.now()) : defaultPlan;
  return Response.json(plan);
}

/** The plan that is shown; the defaults when neither the edge nor D1 knows it. */
async function planOf(context: Context, organization_id: string, now: number): Promise<ShownPlan> {
  const { timing } = context.get(requestFacts);
  try {
    const found = await within(
      lookupLimit_ms,
      subscriptionState({ ...depsOf(context), timing }, organization_id, now),
      () => new Fault("unavailable", "the subscription took too long"),
    );
    if (found) return shownPlan(found, now);
  } catch (error) {
    log("warn", "subscription_default", { organization_id, message: String(error) });
  }
  timing.note("subscription-default");
  return defaultPlan;
}

/** Subscribed are those whose plan works and is, or was to be, paid: in a trial, active, or overdue within the days of grace. */
const shownPlan = (
  { tier, status, product_id, ends_at, past_due_since }: SubscriptionState,
  now: number,
): ShownPlan => ({
  subscribed:
    status !== "pending" && accessOf({ subscription_status: status, past_due_since }, now) !== "read_only",
  product_id,
  tier,
  status,
  subscription_end: ends_at === null ? null : new Date(ends_at).toISOString(),
});
