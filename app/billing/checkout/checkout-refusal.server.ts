/** Whether an organization may begin a checkout of a plan: asked when the page opens, and again when it begins. */
import { mustGoFirst } from "#app/billing/plan/must-go-first.server.ts";
import { offeredTo } from "#app/billing/plan/offered.server.ts";
import { isLiving } from "#app/billing/plan/subscription-words.ts";
import type { Offer } from "#app/billing/resale/offers.server.ts";
import { currentSubscription } from "#app/billing/stripe/subscription-state.server.ts";
import { isHidden } from "#app/branding/hidden-sections.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { Fault } from "#app/platform/errors.ts";
import type { Refusal } from "./checkout-rules.ts";

export type Buyable = { ok: true; offer: Offer } | ({ ok: false } & Refusal);

/**
 * The plan of a price, or why it cannot be bought. A client of an agency can only buy what its agency sells it.
 * @param now ms UTC
 * @throws Fault `not_found` where the brand hides every way to a larger plan
 */
export async function buyable(
  actor: Actor,
  deps: Pick<Deps, "db" | "env">,
  priceId: string,
  now: number,
): Promise<Buyable> {
  if (isHidden(actor.hiddenSections, "upgrade")) throw new Fault("not_found");
  const offer = await offeredTo(actor, deps, priceId);
  if (offer === null) return { ok: false, reason: "unknown_price" };
  const current = await currentSubscription(deps.db, actor.organization.id);
  if (current?.status === "incomplete") return { ok: false, reason: "unfinished" };
  if (current && isLiving(current.status)) return { ok: false, reason: "subscribed" };
  const over = actor.isClient ? [] : await mustGoFirst(actor, deps, offer.tier, now);
  if (over.length > 0) return { ok: false, reason: "too_small", tier: offer.tier, over };
  return { ok: true, offer };
}
