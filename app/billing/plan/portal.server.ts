/** Stripe's own page for the payment method and the billing address, and the way back to ours. */
import { z } from "zod";
import { storedCustomer } from "#app/billing/stripe/customers.server.ts";
import { stripeOf, stripeProblem } from "#app/billing/stripe/stripe.server.ts";
import { verb } from "#app/membership/verb.ts";
import { settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { log } from "#app/platform/log.ts";
import type { PlanRefusal } from "./change-rules.ts";
import { offersFor } from "./offered.server.ts";
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
    const customer = await storedCustomer(deps.db, id);
    if (customer === null) return { ok: false, reason: "none" };
    const [offer] = actor.isClient ? await offersFor(actor, deps) : [];
    if (actor.isClient && offer?.payee.kind !== "agency") return { ok: false, reason: "none" };
    const return_url = `${origin}/subscription`;
    try {
      const stripe = await stripeOf(settings(deps.env));
      const { url } = await stripe.billingPortal.sessions.create(
        {
          customer: customer.customer_id,
          return_url,
          ...(offer?.payee.kind === "agency" && { on_behalf_of: offer.payee.account_id }),
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
