/** A credit for a customer: money off its next invoices, as the platform's admins give it. */

import { giveCredit, newCredit } from "#app/billing/stripe/credits.server.ts";
import { takesPayments } from "#app/billing/stripe/stripe.server.ts";
import { currentSubscription } from "#app/billing/stripe/subscription-state.server.ts";
import { ownersOf } from "#app/clients/agency.server.ts";
import { runGuarded } from "#app/membership/guarded-batch.server.ts";
import { platform } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { priceCurrency } from "#app/telephony/sale/number-prices.ts";
import { auditEvents, customerCredits } from "#drizzle/control/schema.ts";
import {
  type ActingAdmin,
  changingCustomer,
  noteChange,
  type PlainChange,
  type Refused,
} from "./acting-admin.server.ts";
import { paying } from "./customer-plan.server.ts";

/** `refused`: Stripe refuses the credit, and it is not given. `isOwed`: Stripe did not answer, and cron gives it. */
type Credited = { ok: true; isOwed: boolean } | Refused<"client" | "no_payments" | "ownerless" | "refused">;

const refuse = <Why extends string>(reason: Why) => ({ ok: false, reason }) as const;

/** The currency in which a customer's invoices come: its subscription's, or the one that plans are sold to it in. */
export const creditCurrency = (
  running: { currency: string } | null,
  { currency }: { currency: string },
): string => priceCurrency(running?.currency ?? currency);

/**
 * Writes a credit with its audit rows and the customer's next version, so that of two admins, or of a form that is sent
 * twice, one gives it; then gives it at Stripe. `amount`: minor units of the subscription's currency.
 */
export async function creditCustomer(
  admin: ActingAdmin,
  id: string,
  { version, reason, amount, currency }: PlainChange & { amount: number; currency: string },
): Promise<Credited> {
  const found = await paying(admin, id, version);
  if ("ok" in found) return found;
  const { db: d1, env, now } = admin;
  if (!takesPayments(settings(env))) return refuse("no_payments");
  const [owner] = await ownersOf(d1, id);
  if (!owner) return refuse("ownerless");
  const running = await currentSubscription(d1, id);
  if (currency !== creditCurrency(running, found)) return refuse("changed");
  const credit = newCredit({ organization_id: id, amount, currency }, now);
  const db = platform(d1);
  const changes = { amount, currency, credit: credit.id };
  const isDone = await runGuarded(db, [
    ...changingCustomer(db, id, version, {}, now),
    db.insert(customerCredits).values(credit),
    db.insert(auditEvents).values(noteChange(admin, found, "customer.credited", reason, changes)),
  ]);
  if (!isDone) return refuse("changed");
  const payer = { name: found.name, email: owner.email };
  const state = await giveCredit(env, d1, { credit, payer, isNew: true }, now);
  return state === "failed" ? refuse("refused") : { ok: true, isOwed: state === "owed" };
}
