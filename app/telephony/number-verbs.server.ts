/** What can be done with phone numbers: buy one that was offered, choose which agent answers it, give it back. */
import { z } from "zod";
import { refund } from "#app/limits/rate-limits.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { type Actor, authorOf } from "#app/membership/actor.ts";
import { isUnpaid } from "#app/membership/plan-limits.ts";
import { verb } from "#app/membership/verb.ts";
import { sameSecret } from "#app/platform/crypto.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import { purchases, spendRequest, unpaidPurchases } from "./carrier-limits.server.ts";
import { lacksDocuments, offerProof } from "./number-offers.server.ts";
import { numberKinds } from "./number-terms.schema.ts";
import { purchasable, soldCountry } from "./numbers.schema.ts";
import {
  assignNumber,
  type Bought,
  buyNumber,
  giveBackNumber,
  type NumberContext,
  type Reassigned,
  type Released,
} from "./numbers.server.ts";
import { claimPlace, endingClaim } from "./sale/number-claims.server.ts";
import { priceCurrency } from "./sale/number-prices.ts";
import { payerOf } from "./sale/payer.server.ts";
import { accessTo, placesOf } from "./sale/sale-terms.ts";
import { claimNumbers } from "./unpaid-owners.server.ts";

/** What acting on numbers takes besides the actor. */
type Carrier = Pick<Deps, "db" | "env">;

export const numberContextOf = ({ organization, store }: Actor, { db, env }: Carrier): NumberContext => ({
  organization_id: organization.id,
  store,
  db,
  settings: settings(env),
});

const place = z.string().trim().max(60);

/** A number as a search offered it to this organization, with its place there; `proof` comes with the offer. */
export const offeredNumber = z.object({
  phone_number: purchasable,
  country: soldCountry,
  kind: z.enum(numberKinds),
  locality: place,
  region: place,
  proof: z.string().max(300),
  /** The agent that answers it at once; null: none yet. */
  agent_id: z.uuid().nullable(),
});

/**
 * `unoffered`: no search offered it. `one_organization`: an owner who never subscribed has numbers elsewhere. The others
 * are why it is not included (`accessTo`).
 */
type Purchased =
  | Bought
  | { ok: false; reason: "unoffered" | "one_organization" | "documents" | "plan" | "agency" }
  | { ok: false; reason: "paid" }
  | { ok: false; reason: "too_many"; retryAfter: number };

/** Buys a number that was offered and that the plan includes. */
export const buyOfferedNumber = verb(
  {
    verb: "numbers.buy",
    permission: "numbers.write",
    section: "purchase_numbers",
    input: offeredNumber,
  },
  async (actor, { proof, agent_id, ...offer }, deps: Carrier): Promise<Purchased> => {
    const numberContext = numberContextOf(actor, deps);
    // The proof shows that our search offered this number with this place to this organization.
    if (!sameSecret(proof, await offerProof(numberContext, offer))) return { ok: false, reason: "unoffered" };
    if (lacksDocuments(numberContext.settings, offer)) return { ok: false, reason: "documents" };
    const { id, status, currency } = actor.organization;
    const payer = await payerOf(numberContext.db, numberContext.settings, id);
    const access = accessTo(payer, offer);
    if (access === "paid") return { ok: false, reason: "paid" };
    if (access !== "included") return { ok: false, reason: access };
    const now = Date.now();
    const most = actor.limits.numbers;
    const isFree = isUnpaid(status);
    const counted = [purchases(id, most), ...(isFree ? [unpaidPurchases(authorOf(actor), most)] : [])];
    const spent = await spendRequest(numberContext, now, counted);
    if (!spent.ok) return { ok: false, reason: "too_many", retryAfter: spent.retryAfter };
    if (isFree && !(await claimNumbers(numberContext.db, id, now))) {
      await refund(numberContext.db, counted);
      return { ok: false, reason: "one_organization" };
    }
    const number_id = newId(now);
    const places = placesOf(payer);
    const claim = { organization_id: id, number_id, places: places ?? 0 };
    if (places !== null && !(await claimPlace(numberContext.db, claim, now))) {
      await refund(numberContext.db, counted);
      return { ok: false, reason: payer.isClient ? "agency" : "paid" };
    }
    const bought = await buyNumber(numberContext, {
      ...offer,
      id: number_id,
      locality: offer.locality || null,
      region: offer.region || null,
      monthly: { micros: 0, currency: priceCurrency(currency) },
      most,
      agent_id,
      created_by: authorOf(actor),
    });
    if (bought.ok)
      await actor.record("number.bought", bought.number_id, { phone_number: offer.phone_number });
    // What the carrier kept silent about may have been bought.
    else if (bought.reason !== "silent") {
      if (places !== null) await endingClaim(numberContext.db, id, number_id);
      await refund(numberContext.db, counted);
    }
    return bought;
  },
);

export const answererChoice = z.object({ id: z.uuid(), agent_id: z.uuid().nullable() });

/** Lets an agent answer a number from the next call on; with null, no agent answers it. */
export const chooseAnswerer = verb(
  { verb: "numbers.assign", permission: "numbers.write", section: "numbers", input: answererChoice },
  async (actor, { id, agent_id }, deps: Carrier): Promise<Reassigned> => {
    const assigned = await assignNumber(numberContextOf(actor, deps), { id, agent_id });
    if (assigned.ok)
      await actor.record("number.assigned", id, { phone_number: assigned.phone_number, agent_id });
    return assigned;
  },
);

export const numberChoice = z.object({ id: z.uuid() });

/** Gives a number back to the carrier. From this moment no agent answers it. */
export const releaseHeldNumber = verb(
  {
    verb: "numbers.release",
    permission: "numbers.write",
    section: "numbers",
    worksUnpaid: true,
    input: numberChoice,
  },
  async (actor, { id }, deps: Carrier): Promise<Released> => {
    const released = await giveBackNumber(numberContextOf(actor, deps), id);
    if (released.ok) await actor.record("number.released", id, { phone_number: released.phone_number });
    return released;
  },
);
