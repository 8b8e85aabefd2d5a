/** Stripe's own page for the payment method and the billing address, and the way back to ours. */
import { z } from "zod";
import { accountOf } from "#app/billing/resale/connect.server.ts";
import { storedCustomer } from "#app/billing/stripe/customers.server.ts";
import { portalConfiguration } from "#app/billing/stripe/portal-configuration.ts";
import { stripeOf, stripeProblem } from "#app/billing/stripe/stripe.server.ts";
import { currentSubscription } from "#app/billing/stripe/subscription-state.server.ts";
import { limits, spend } from "#app/limits/rate-limits.server.ts";
import { verb } from "#app/membership/verb.ts";
import { settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { log } from "#app/platform/log.ts";
import type { PlanRefusal } from "./change-rules.ts";
import type { PlanDeps } from "./running-plan.server.ts";

type Opened = { ok: true; url: string } | ({ ok: false } & PlanRefusal);

/** Opens the portal, for the payment method alone or for everything on it. A client sees it in its agency's name. */
export const openPortal = verb(
  {
    verb: "plan.open_portal",
    permission: "subscription.write",
    section: "subscription",
    isPersonal: true,
    worksUnpaid: true,
    input: z.object({ for: z.enum(["card", "address"]).default("address") }),
  },
  async (
    actor,
    { for: what },
    { origin, ...deps }: PlanDeps & { readonly origin: string },
  ): Promise<Opened> => {
    const { id } = actor.organization;
    if (!(await spend(deps.db, [limits.stripeReads(id)], Date.now())).ok)
      return { ok: false, reason: "often" };
    const customer = await storedCustomer(deps.db, id);
    if (customer === null) return { ok: false, reason: "none" };
    // A client's is the subscription that runs, whether or not its agency can sell new ones now.
    const payee_id = actor.isClient ? ((await currentSubscription(deps.db, id))?.payee_id ?? null) : null;
    if (actor.isClient && payee_id === null) return { ok: false, reason: "none" };
    const account = payee_id === null ? null : await accountOf(deps.db, payee_id);
    const return_url = `${origin}/subscription`;
    try {
      const stripe = await stripeOf(settings(deps.env));
      const { url } = await stripe.billingPortal.sessions.create(
        {
          customer: customer.customer_id,
          configuration: await portalConfiguration(stripe),
          return_url,
          ...(account?.disconnected_at === null && { on_behalf_of: account.account_id }),
          ...(what === "card" && {
            flow_data: {
              type: "payment_method_update",
              after_completion: { type: "redirect", redirect: { return_url: `${return_url}?done=card` } },
            },
          }),
        },
        // A session is good for minutes and changes nothing: each press gets its own.
        { idempotencyKey: `portal:${newId()}` },
      );
      return { ok: true, url };
    } catch (error) {
      const problem = stripeProblem(error);
      if (problem === null) throw error;
      log("warn", "portal_not_opened", { organization_id: id, is: problem.is, message: problem.message });
      return { ok: false, reason: problem.is === "gone" ? "none" : "stripe" };
    }
  },
);
