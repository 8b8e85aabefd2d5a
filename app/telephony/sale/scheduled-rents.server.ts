/** The numbers in the phases of a schedule: a plan that follows later charges the numbers that are held then. */
import type Stripe from "stripe";
import { newId } from "#app/platform/id.ts";

const priceIn = ({ price }: Stripe.SubscriptionSchedule.Phase.Item): string =>
  typeof price === "string" ? price : price.id;

/** The prices of everything that a schedule will charge. */
export const scheduledPrices = ({ phases }: Stripe.SubscriptionSchedule): string[] =>
  phases.flatMap(({ items }) => items.map(priceIn));

type Items = Stripe.SubscriptionScheduleUpdateParams.Phase.Item[];

/** As text, so that two lists can be compared. */
const written = (items: Items): string =>
  items
    .map(({ price, quantity }) => `${price} ${quantity ?? ""}`)
    .sort()
    .join();

/**
 * Gives every phase from now on the quantities that the subscription has; repeating it changes nothing.
 * @param isRent whether a price is one of numbers
 */
export async function scheduleRents(
  stripe: Stripe,
  { id, phases, current_phase, end_behavior, status }: Stripe.SubscriptionSchedule,
  items: readonly Stripe.SubscriptionItem[],
  isRent: (price: string) => boolean,
): Promise<void> {
  if (status !== "active" || current_phase === null) return;
  const rents: Items = items
    .filter(({ price }) => isRent(price.id))
    .map(({ price, quantity }) => ({ price: price.id, quantity: quantity ?? 1 }));
  const open = phases.filter(({ start_date }) => start_date >= current_phase.start_date);
  const planned = open.map((phase) => {
    const before: Items = phase.items.map((item) => ({
      price: priceIn(item),
      ...(item.quantity !== undefined && { quantity: item.quantity }),
    }));
    const after = [...before.filter(({ price }) => !isRent(price ?? "")), ...rents];
    return { phase, before, after };
  });
  if (planned.every(({ before, after }) => written(before) === written(after))) return;
  await stripe.subscriptionSchedules.update(
    id,
    {
      end_behavior: end_behavior === "cancel" ? "cancel" : "release",
      proration_behavior: "none",
      phases: planned.map(({ phase: { start_date, end_date }, after }) => ({
        items: after,
        start_date,
        end_date,
        proration_behavior: "none",
      })),
    },
    { idempotencyKey: `rents:${id}:${newId()}` },
  );
}
