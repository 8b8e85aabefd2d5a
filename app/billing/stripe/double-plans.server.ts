/** Cron's part of "one plan for one organization": ends doubles that could not be ended when they began. */
import { Database } from "#app/platform/d1.server.ts";
import { settings } from "#app/platform/env.server.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { doublesOf, endDoubles } from "./one-plan.server.ts";
import { takesPayments } from "./stripe.server.ts";
import { refreshSubscription } from "./subscription-state.server.ts";

/** @param now ms UTC */
export async function endDoublePlans(env: Env, now: number): Promise<void> {
  if (!takesPayments(settings(env))) return;
  const db = new Database(env.DB, new Timing());
  for (const one of await endDoubles(env, db, await doublesOf(db, null)))
    await refreshSubscription(env, db, one, now);
}
