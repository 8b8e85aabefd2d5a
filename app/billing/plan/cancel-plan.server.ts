/** Canceling a plan at the end of what was paid, going on with it after all, and taking a later change back. */
import { z } from "zod";
import { verb } from "#app/membership/verb.ts";
import {
  changing,
  goingOn,
  hasMethod,
  type PlanChanged,
  type PlanDeps,
  releaseSchedule,
} from "./running-plan.server.ts";

const about = {
  permission: "subscription.write",
  section: "subscription",
  isPersonal: true,
  worksUnpaid: true,
  input: z.object({}),
} as const;

/** The plan ends when what was paid, or the trial, is over. A first payment that was never finished ends at once. */
export const cancelPlan = verb(
  { ...about, verb: "plan.cancel" },
  async (actor, _, deps: PlanDeps): Promise<PlanChanged> => {
    const changed = await changing(actor, deps, null, async (running) => {
      const { stripe, told, row, key } = running;
      const { subscription_id: id } = row;
      await releaseSchedule(running);
      if (told.status === "incomplete")
        await stripe.subscriptions.cancel(id, {}, { idempotencyKey: key("end") });
      else
        await stripe.subscriptions.update(
          id,
          // The fee's own period: the minutes of a yearly plan have shorter ones.
          { cancel_at: Math.floor(row.period_end / 1000), proration_behavior: "none" },
          { idempotencyKey: key("cancel") },
        );
      return { ok: true };
    });
    if (changed.ok) await actor.record("plan.canceled", actor.organization.id);
    return changed;
  },
);

/** A plan that was to end goes on; one that paused without a payment method begins a new period, and is charged. */
export const resumePlan = verb(
  { ...about, verb: "plan.resume" },
  async (actor, _, deps: PlanDeps): Promise<PlanChanged> => {
    const changed = await changing(actor, deps, null, async ({ stripe, told, row, key }) => {
      if (told.status === "paused") {
        // Stripe begins a new period now.
        if (!(await hasMethod(stripe, row.subscription_id))) return { ok: false, reason: "no_method" };
        await stripe.subscriptions.resume(row.subscription_id, {}, { idempotencyKey: key("unpause") });
        return { ok: true };
      }
      await stripe.subscriptions.update(row.subscription_id, goingOn(told), {
        idempotencyKey: key("resume"),
      });
      return { ok: true };
    });
    if (changed.ok) await actor.record("plan.resumed", actor.organization.id);
    return changed;
  },
);

/** A smaller plan that was to follow does not: the present one goes on. */
export const keepPlan = verb(
  { ...about, verb: "plan.keep" },
  async (actor, _, deps: PlanDeps): Promise<PlanChanged> => {
    const changed = await changing(actor, deps, null, async (running) => {
      await releaseSchedule(running);
      return { ok: true };
    });
    if (changed.ok) await actor.record("plan.kept", actor.organization.id);
    return changed;
  },
);
