/** Whether an organization may begin a checkout of a plan: asked when the page opens, and again when it begins. */
import { mustGoFirst } from "#app/billing/plan/must-go-first.server.ts";
import { isLiving } from "#app/billing/plan/subscription-words.ts";
import { planPriceOf } from "#app/billing/stripe/catalogue.server.ts";
import { currentSubscription } from "#app/billing/stripe/subscription-state.server.ts";
import { isHidden } from "#app/branding/hidden-sections.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { Fault } from "#app/platform/errors.ts";
import type { Refusal } from "./checkout-rules.ts";

type Price = NonNullable<Awaited<ReturnType<typeof planPriceOf>>>;

/**
 * The price, or why it cannot be bought.
 * @param now ms UTC
 * @throws Fault `not_found` for an agency's client, whose plan its agency chooses, and where the brand hides plans
 */
export async function buyable(
  actor: Actor,
  deps: Pick<Deps, "db">,
  priceId: string,
  now: number,
): Promise<{ ok: true; price: Price } | ({ ok: false } & Refusal)> {
  if (actor.isClient || isHidden(actor.hiddenSections, "upgrade")) throw new Fault("not_found");
  const price = await planPriceOf(deps.db, priceId);
  if (!price?.is_active) return { ok: false, reason: "unknown_price" };
  const current = await currentSubscription(deps.db, actor.organization.id);
  if (current?.status === "incomplete") return { ok: false, reason: "unfinished" };
  if (current && isLiving(current.status)) return { ok: false, reason: "subscribed" };
  const over = await mustGoFirst(actor, deps, price.tier, now);
  if (over.length > 0) return { ok: false, reason: "too_small", tier: price.tier, over };
  return { ok: true, price };
}
