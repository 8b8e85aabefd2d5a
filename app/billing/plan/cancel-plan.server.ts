/** Canceling a plan at the end of what was paid, going on with it after all, and taking a later change back. */
import { z } from "zod";
import { tierWords } from "#app/billing/plan-words.ts";
import { planOfKey } from "#app/billing/stripe/plans.ts";
import { stripeProblem } from "#app/billing/stripe/stripe.server.ts";
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

/** Nothing runs in these that was paid for: a first payment that was never finished, and a pause without a payment method. */
const endsAtOnce: readonly string[] = ["incomplete", "paused"];

/** The plan ends when what was paid, or the trial, is over; at once where nothing was. */
export const cancelPlan = verb(
  { ...about, verb: "plan.cancel" },
  async (actor, _, deps: PlanDeps): Promise<PlanChanged> => {
    const changed = await changing(actor, deps, null, async (running) => {
      const { stripe, told, row, key } = running;
      const { subscription_id: id } = row;
      await releaseSchedule(running);
      if (endsAtOnce.includes(told.status)) {
        await stripe.subscriptions.cancel(id, {}, { idempotencyKey: key("end") });
        return { ok: true, isOver: true };
      }
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

/** Stripe refuses to release a schedule that ended or was released in the meantime. */
const isOver = (error: unknown): boolean => ["invalid", "gone"].includes(stripeProblem(error)?.is ?? "");

/** A smaller plan that was to follow does not: the plan that the page named goes on, unless the other has begun. */
export const keepPlan = verb(
  {
    ...about,
    verb: "plan.keep",
    input: z.object({
      /** The price of the plan that the page showed. */
      shown: z.string().min(1).max(255),
    }),
  },
  async (actor, { shown }, deps: PlanDeps): Promise<PlanChanged> => {
    const changed = await changing(actor, deps, null, async (running): Promise<PlanChanged> => {
      const { told, row } = running;
      const present = told.items.data.find(({ id }) => id === row.plan_item_id)?.price;
      const plan = tierWords(planOfKey(present?.lookup_key ?? null)?.tier ?? row.tier);
      if (present?.id !== shown) return { ok: false, reason: "begun", plan };
      if (told.schedule === null) return { ok: false, reason: "stays", plan };
      try {
        await releaseSchedule(running);
      } catch (error) {
        if (isOver(error)) return { ok: false, reason: "stays", plan };
        throw error;
      }
      return { ok: true };
    });
    if (changed.ok) await actor.record("plan.kept", actor.organization.id);
    return changed;
  },
);
