/** Answers the form beside an offered number: calls the verb that buys it (`buyOfferedNumber`), and puts the outcome into status and words. */
import { z } from "zod";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { providerOf } from "./number-buying.ts";
import { buyOfferedNumber } from "./number-verbs.server.ts";
import {
  documentWords,
  needsPlanWords,
  oneOrganizationWords,
  planFullWords,
  refusalWords,
  tooManyWords,
} from "./number-words.ts";
import { type OrderDeps, orderNumber } from "./sale/order-verbs.server.ts";

/** The button's value: the number, what it is and its place as the carrier's search gave them, and the proof of that: `+14155550100|US|local|San Francisco|CA|…`. */
const purchase = z
  .object({ buy: z.string().max(300), agent: z.string().default("") })
  .transform(({ buy, agent }) => {
    const [phone_number = "", country = "", kind = "", locality = "", region = "", proof = ""] =
      buy.split("|");
    return { phone_number, country, kind, locality, region, proof, agent_id: agent || null };
  })
  .pipe(buyOfferedNumber.input);

type Buyer = Actor & Parameters<typeof providerOf>[0];
/** `to`: the number in the list, or the checkout of one that is paid for. */
type Answer = { ok: true; to: string; isCheckout: boolean } | { ok: false; status: number; message: string };

const statuses = {
  reserved: 409,
  stripe: 502,
  held: 409,
  taken: 409,
  no_agent: 422,
  refused: 422,
  busy: 503,
  silent: 502,
} as const;

export async function answerPurchase(
  actor: Buyer,
  posted: FormData,
  deps: Deps & Pick<OrderDeps, "email" | "origin">,
): Promise<Answer> {
  const refused = (status: number, message: string) => ({ ok: false, status, message }) as const;
  const unoffered = refused(422, "Choose one of the numbers below.");
  const wanted = purchase.safeParse(Object.fromEntries(posted));
  if (!wanted.success) return unoffered;
  const bought = await obtained(actor, wanted.data, deps);
  if (bought.ok)
    return "order_id" in bought
      ? { ok: true, to: `/checkout-number?order=${bought.order_id}`, isCheckout: true }
      : { ok: true, to: `/numbers?bought=${bought.number_id}`, isCheckout: false };
  switch (bought.reason) {
    case "unoffered":
      return unoffered;
    case "too_many":
      return refused(429, tooManyWords(bought.retryAfter));
    case "one_organization":
      return refused(409, oneOrganizationWords);
    case "documents":
      return refused(422, documentWords);
    case "plan":
      return refused(402, needsPlanWords);
    case "agency":
      return refused(
        409,
        `Your plan includes no more numbers of this kind. Ask ${providerOf(actor)} to add one.`,
      );
    case "plan_full":
      return refused(409, planFullWords(actor));
    default: {
      const shown = internationally(wanted.data.phone_number);
      return refused(statuses[bought.reason], refusalWords(bought.reason, shown));
    }
  }
}

/** Buys a number that is included, and orders one that is paid for. */
async function obtained(actor: Actor, wanted: z.output<typeof purchase>, deps: Deps & OrderDeps) {
  const bought = await buyOfferedNumber(actor, wanted, deps);
  if (bought.ok || bought.reason !== "paid") return bought;
  return orderNumber(actor, wanted, deps);
}
