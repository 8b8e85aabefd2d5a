/** Buys the number whose button was pressed. */
import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { refund } from "#app/limits/rate-limits.server.ts";
import { audit } from "#app/membership/audit.server.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { isUnpaid } from "#app/membership/plan-limits.ts";
import { sameSecret } from "#app/platform/crypto.server.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { purchases, spendRequest, unpaidPurchases } from "./carrier-limits.server.ts";
import { offerProof } from "./number-offers.server.ts";
import { oneOrganizationWords, planFullWords, refusalWords, tooManyWords } from "./number-words.ts";
import { purchasable } from "./numbers.schema.ts";
import { buyNumber } from "./numbers.server.ts";
import { officeOf } from "./office.server.ts";
import { claimNumbers } from "./unpaid-owners.server.ts";

const place = z.string().trim().max(60);

/** The button's value: the number, its place as the carrier's search gave it, and the proof of that: `+14155550100|San Francisco|CA|…`. */
const purchase = z.object({
  buy: z
    .string()
    .max(300)
    .transform((value) => {
      const [phone_number = "", locality = "", region = "", proof = ""] = value.split("|");
      return { phone_number, locality, region, proof };
    })
    .pipe(z.object({ phone_number: purchasable, locality: place, region: place, proof: z.string() })),
  agent: z.union([z.literal(""), z.uuid()]).default(""),
});

type Bought = { ok: true; number_id: string } | { ok: false; status: number; message: string };

const statuses = {
  held: 409,
  plan_full: 409,
  taken: 409,
  no_agent: 422,
  refused: 422,
  busy: 503,
  silent: 502,
} as const;

export async function buyPosted(
  context: Readonly<RouterContextProvider>,
  member: Member,
  posted: FormData,
): Promise<Bought> {
  const wanted = purchase.safeParse(Object.fromEntries(posted));
  const unoffered = { ok: false, status: 422, message: "Choose one of the numbers below." } as const;
  if (!wanted.success) return unoffered;
  const { phone_number, locality, region, proof } = wanted.data.buy;
  const office = officeOf(context, member);
  // The offer showed its price and place; a number that was not offered has neither.
  if (!sameSecret(proof, await offerProof(office, { phone_number, locality, region }))) return unoffered;
  const now = Date.now();
  const most = member.limits.numbers;
  const isFree = isUnpaid(member.status);
  const counted = [purchases(member.id, most), ...(isFree ? [unpaidPurchases(member.user.id, most)] : [])];
  const spent = await spendRequest(office, now, counted);
  if (!spent.ok) return { ok: false, status: 429, message: tooManyWords(spent.retryAfter) };
  if (isFree && !(await claimNumbers(office.db, member.id, now))) {
    await refund(office.db, counted);
    return { ok: false, status: 409, message: oneOrganizationWords };
  }
  const bought = await buyNumber(office, {
    phone_number,
    locality: locality || null,
    region: region || null,
    most,
    agent_id: wanted.data.agent || null,
    created_by: member.user.id,
  });
  if (bought.ok) {
    await audit(context, member, {
      action: "number.bought",
      target: bought.number_id,
      changes: { phone_number },
    });
    return bought;
  }
  // When the carrier did not answer, the number may have been bought.
  if (bought.reason !== "silent") await refund(office.db, counted);
  const message =
    bought.reason === "plan_full"
      ? planFullWords(member)
      : refusalWords(bought.reason, internationally(phone_number));
  return { ok: false, status: statuses[bought.reason], message };
}
