/**
 * Ends card subscriptions that a client has with an agency whose client it is no longer. It ends at once and nothing is
 * paid back; the minutes used up to then are on a last invoice. Rows say which: the payee is not the client's agency.
 */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { stripeOf, stripeProblem, takesPayments } from "#app/billing/stripe/stripe.server.ts";
import { Database, platform } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.ts";
import { Timing } from "#app/platform/server-timing.ts";

/** Subscriptions in one run: each takes a request. */
const endedAtOnce = 20;

const row = z.object({ subscription_id: z.string(), organization_id: z.string() });

/**
 * Cron, and at once after a client has left. One that can't be ended now is ended by a later run.
 * @param client only this one's
 */
export async function endForeignSubscriptions(
  env: Env,
  _now: number,
  client: string | null = null,
): Promise<void> {
  const known = settings(env);
  if (!takesPayments(known)) return;
  const found = await platform(new Database(env.DB, new Timing())).all<unknown>(sql`
    select s.subscription_id, s.organization_id from subscriptions s
    left join organizations o on o.id = s.organization_id
    where s.payee_id is not null and s.ended_at is null and s.organization_id is not null
      and coalesce(o.parent_organization_id, '') <> s.payee_id
      and (${client} is null or s.organization_id = ${client})
    limit ${endedAtOnce}`);
  const foreign = z.array(row).parse(found);
  if (foreign.length === 0) return;
  const stripe = await stripeOf(known);
  for (const { subscription_id, organization_id } of foreign) {
    try {
      await stripe.subscriptions.cancel(
        subscription_id,
        { invoice_now: true, prorate: false },
        { idempotencyKey: `retail:end:${subscription_id}` },
      );
    } catch (error) {
      const problem = stripeProblem(error);
      if (problem === null) throw error;
      // What is gone has ended: reading it anew, as cron does, says so.
      if (problem.is !== "gone")
        log("warn", "retail_subscription_not_ended", { organization_id, ...problem });
    }
  }
}
