/** Subscription schedules: terms that change at a later moment. */
import { z } from "zod";
import { cancelNow } from "./cancellation.ts";
import type { Desk } from "./desk.ts";
import { fieldsOf, flag, integer, metadata, paging, text, withMetadata } from "./fields.ts";
import type { Form } from "./form.ts";
import { newStripeId } from "./ids.ts";
import { isMetered } from "./lines.ts";
import { paged } from "./lists.ts";
import { after } from "./periods.ts";
import { invalid } from "./refusals.ts";
import { recurringPrice } from "./subscription-items.ts";
import type { Schedule, SchedulePhase, Subscription } from "./subscription-shapes.ts";

const expand = z.array(text).optional();
const moment = z.union([z.literal("now"), integer]);
const pairs = z.record(z.string(), z.string()).optional();
const phase = z.strictObject({
  items: z
    .array(z.strictObject({ price: text, quantity: integer.optional(), metadata: pairs }))
    .min(1)
    .max(20),
  start_date: moment.optional(),
  end_date: moment.optional(),
  duration: z
    .strictObject({ interval: z.enum(["day", "week", "month", "year"]), interval_count: integer.optional() })
    .optional(),
  billing_cycle_anchor: z.enum(["automatic", "phase_start"]).optional(),
  metadata: pairs,
  proration_behavior: z.enum(["create_prorations", "none", "always_invoice"]).optional(),
  currency: text.optional(),
  trial_end: integer.optional(),
  trial: flag.optional(),
});
const endBehavior = z.enum(["release", "cancel"]).optional();
const creation = z.strictObject({
  from_subscription: text,
  metadata: metadata.optional(),
  end_behavior: endBehavior,
  expand,
});
const change = z.strictObject({
  phases: z.array(phase).min(1).max(10).optional(),
  end_behavior: endBehavior,
  metadata: metadata.optional(),
  proration_behavior: z.enum(["create_prorations", "none", "always_invoice"]).optional(),
  default_settings: z.unknown().optional(),
  expand,
});

/** A schedule whose first phase is what the subscription is now, until its period ends. */
export function createSchedule(desk: Desk, form: Form): Schedule {
  const order = fieldsOf(creation, form);
  const subscription = desk.need("subscription", order.from_subscription, "from_subscription");
  if (subscription.schedule)
    throw invalid(
      `You cannot migrate a subscription that is already attached to a schedule: ${subscription.schedule}`,
      { param: "from_subscription" },
    );
  if (!["active", "trialing", "past_due"].includes(subscription.status))
    throw invalid(`You cannot migrate a subscription that is ${subscription.status}.`, {
      param: "from_subscription",
    });
  const now = desk.now(subscription.customer);
  const fees = subscription.items.data.filter(({ price }) => !isMetered(price));
  const lasting = fees.length > 0 ? fees : subscription.items.data;
  const start_date = Math.min(...lasting.map(({ current_period_start }) => current_period_start));
  const end_date = Math.max(...lasting.map(({ current_period_end }) => current_period_end));
  const made: Schedule = {
    id: newStripeId("sub_sched"),
    object: "subscription_schedule",
    canceled_at: null,
    completed_at: null,
    created: now,
    current_phase: { start_date, end_date },
    customer: subscription.customer,
    end_behavior: order.end_behavior ?? "release",
    livemode: false,
    metadata: withMetadata({}, order.metadata),
    phases: [
      {
        start_date,
        end_date,
        items: subscription.items.data.map((item) => ({
          price: item.price.id,
          ...(item.quantity !== undefined && { quantity: item.quantity }),
          metadata: item.metadata,
        })),
        metadata: subscription.metadata,
        proration_behavior: "create_prorations",
        trial_end: subscription.trial_end,
        billing_cycle_anchor: null,
      },
    ],
    released_at: null,
    released_subscription: null,
    status: "active",
    subscription: subscription.id,
  };
  desk.put(made, "subscription_schedule.created");
  desk.put({ ...subscription, schedule: made.id }, "customer.subscription.updated");
  return made;
}

function needActive(schedule: Schedule, verb: string): void {
  if (schedule.status !== "active")
    throw invalid(
      `You cannot ${verb} a subscription schedule that is currently in the \`${schedule.status}\` status.`,
    );
}

export function updateSchedule(desk: Desk, id: string, form: Form): Schedule {
  const before = desk.need("subscription_schedule", id);
  needActive(before, "update");
  const order = fieldsOf(change, form);
  const phases = order.phases ? phasesOf(desk, before, order.phases) : before.phases;
  const now = desk.now(before.customer);
  const at = phases.find(({ start_date, end_date }) => start_date <= now && now < end_date);
  return desk.put(
    {
      ...before,
      phases,
      current_phase: at ? { start_date: at.start_date, end_date: at.end_date } : before.current_phase,
      end_behavior: order.end_behavior ?? before.end_behavior,
      metadata: withMetadata(before.metadata, order.metadata),
    },
    "subscription_schedule.updated",
  );
}

function phasesOf(desk: Desk, before: Schedule, orders: z.output<typeof phase>[]): SchedulePhase[] {
  const now = desk.now(before.customer);
  const given = (value: z.output<typeof moment> | undefined): number | undefined =>
    value === "now" ? now : value;
  let next = before.phases[0]?.start_date ?? now;
  return orders.map((order, index) => {
    const start_date = given(order.start_date) ?? next;
    if (index > 0 && start_date !== next)
      throw invalid("Phases must be contiguous: each begins when the previous one ends.", {
        param: `phases[${index}][start_date]`,
      });
    const every = order.duration ?? { interval: "month" as const, interval_count: 1 };
    const end_date =
      given(order.end_date) ??
      after(start_date, { interval: every.interval, interval_count: every.interval_count ?? 1 }, 1);
    if (end_date <= start_date)
      throw invalid("A phase must end after it begins.", { param: `phases[${index}][end_date]` });
    for (const [place, { price }] of order.items.entries())
      recurringPrice(desk, price, `phases[${index}][items][${place}][price]`);
    next = end_date;
    return {
      start_date,
      end_date,
      items: order.items.map(({ price, quantity, metadata: own }) => ({
        price,
        ...(quantity !== undefined && { quantity }),
        metadata: own ?? {},
      })),
      metadata: order.metadata ?? {},
      proration_behavior: order.proration_behavior ?? "create_prorations",
      trial_end: order.trial_end ?? null,
      billing_cycle_anchor: order.billing_cycle_anchor ?? null,
    };
  });
}

/** Gives the subscription back to itself; what it is now stays. */
export function releaseSchedule(desk: Desk, id: string): Schedule {
  const schedule = desk.need("subscription_schedule", id);
  needActive(schedule, "release");
  const subscription = schedule.subscription
    ? desk.objects.find("subscription", schedule.subscription)
    : null;
  const released = desk.put(
    {
      ...schedule,
      status: "released",
      released_at: desk.now(schedule.customer),
      released_subscription: schedule.subscription,
      subscription: null,
      current_phase: null,
    },
    "subscription_schedule.released",
  );
  if (subscription) desk.put({ ...subscription, schedule: null }, "customer.subscription.updated");
  return released;
}

export function cancelSchedule(desk: Desk, id: string): Schedule {
  const schedule = desk.need("subscription_schedule", id);
  needActive(schedule, "cancel");
  const subscription = schedule.subscription
    ? desk.objects.find("subscription", schedule.subscription)
    : null;
  // Ends the schedule too.
  if (subscription) cancelNow(desk, subscription);
  return desk.need("subscription_schedule", id);
}

export function listSchedules(desk: Desk, form: Form) {
  const asked = fieldsOf(
    z.strictObject({ ...paging, customer: text.optional(), scheduled: flag.optional() }),
    form,
  );
  const of = asked.customer === undefined ? undefined : { customer: asked.customer };
  return paged(desk.objects.list("subscription_schedule", of), asked, "/v1/subscription_schedules");
}

/** The phase that begins for a subscription at `at`, or null. */
export function phaseAt(desk: Desk, subscription: Subscription, at: number): SchedulePhase | null {
  const schedule = subscription.schedule
    ? desk.objects.find("subscription_schedule", subscription.schedule)
    : null;
  if (schedule?.status !== "active") return null;
  return schedule.phases.find(({ start_date }, index) => index > 0 && start_date === at) ?? null;
}
