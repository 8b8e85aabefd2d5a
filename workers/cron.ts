/** What happens every five minutes, asked for or not: mail and facts that wait are sent, what is over is forgotten, what an old secret sealed is sealed anew. */
import { forgetExpired } from "#app/accounts/expired.server.ts";
import { purgeDeleted } from "#app/admin/purge.server.ts";
import { fixClientTerms, tellClientTerms } from "#app/billing/resale/client-terms.server.ts";
import { endForeignSubscriptions } from "#app/billing/resale/retail-ends.server.ts";
import { makeMissingRetailPrices } from "#app/billing/resale/retail-prices.server.ts";
import { syncCatalogueHourly } from "#app/billing/stripe/catalogue.server.ts";
import { giveDueCredits } from "#app/billing/stripe/credits.server.ts";
import { cursorOf, keepCursor } from "#app/billing/stripe/cron-cursors.server.ts";
import { endDeletedPlans } from "#app/billing/stripe/deleted-payers.server.ts";
import { endDoublePlans } from "#app/billing/stripe/double-plans.server.ts";
import { refreshDue } from "#app/billing/stripe/refresh-due.server.ts";
import { forgetMeterEvents, sendDueMeterEvents } from "#app/billing/usage/due-meter-events.server.ts";
import { forgetApplied } from "#app/billing/usage.server.ts";
import { watchDialers } from "#app/campaigns/dialer-watch.server.ts";
import { tendErasures } from "#app/data-rights/erasures.server.ts";
import { tendExports } from "#app/data-rights/exports.server.ts";
import { checkDueDomains } from "#app/domains/due-domains.server.ts";
import { checkDueSenders } from "#app/domains/sending-domain.server.ts";
import { resealFactors } from "#app/factors/reseal.server.ts";
import { resealObjects } from "#app/integrations/reseal.server.ts";
import { sendWaitingMail } from "#app/mail/mail-outbox.server.ts";
import { closeVisits } from "#app/membership/support-visits.server.ts";
import { resealModelKeys } from "#app/models/reseal-keys.server.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { forgetVitals } from "#app/monitoring/vitals.server.ts";
import { sendWaitingFacts } from "#app/object/control-outbox.server.ts";
import { Database } from "#app/platform/d1.server.ts";
import { newId } from "#app/platform/id.ts";
import { log } from "#app/platform/log.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { watchServices } from "#app/status/uptime.server.ts";
import { forgetRemovedAccounts } from "#app/telephony/carriers/account-changes.server.ts";
import { moveNumbers } from "#app/telephony/carriers/move-numbers.server.ts";
import { settleSubaccounts } from "#app/telephony/carriers/subaccounts.server.ts";
import { continueOrders } from "#app/telephony/sale/continue-order.server.ts";
import { endNumbers } from "#app/telephony/sale/ended-numbers.server.ts";
import { settleExcess } from "#app/telephony/sale/excess-numbers.server.ts";
import { healRents } from "#app/telephony/sale/heal-rents.server.ts";
import { forgetPreviews } from "#app/voices/preview-cache.server.ts";
import { forgetWatched, sealWatched, watchChain } from "#app/watch/chain-watch.server.ts";
import { watchSecrets } from "#app/watch/secret-ages.server.ts";
import { watchActivity } from "#app/watch/unusual.server.ts";
import { countedEnv } from "./counted-env.ts";
import { processDueEvents, recoverLostEvents } from "./stripe-events.ts";

type Task = (env: Env, now: number) => Promise<unknown>;
export type Tasks = Readonly<Record<string, Task>>;

/** In this order, after the mail. Running twice changes nothing. */
const tasks: Tasks = {
  facts: sendWaitingFacts,
  stripe_events: processDueEvents,
  lost_events: recoverLostEvents,
  subscriptions: refreshDue,
  double_plans: endDoublePlans,
  meter: sendDueMeterEvents,
  credits: giveDueCredits,
  dialers: watchDialers,
  orders: continueOrders,
  rents: healRents,
  excess_numbers: settleExcess,
  number_endings: endNumbers,
  visits: closeVisits,
  expired: forgetExpired,
  applied: forgetApplied,
  metered: forgetMeterEvents,
  domains: checkDueDomains,
  senders: checkDueSenders,
  client_terms: fixClientTerms,
  client_terms_told: tellClientTerms,
  retail_prices: makeMissingRetailPrices,
  retail_ends: endForeignSubscriptions,
  purge: purgeDeleted,
  factors: resealFactors,
  model_keys: resealModelKeys,
  objects: resealObjects,
  catalogue: syncCatalogueHourly,
  deleted_plans: endDeletedPlans,
  audit_verified: watchChain,
  audit_seals: sealWatched,
  audit_forgotten: forgetWatched,
  unusual: watchActivity,
  secrets: watchSecrets,
  exports: tendExports,
  erasures: tendErasures,
  vitals: forgetVitals,
  voice_previews: forgetPreviews,
  removed_accounts: forgetRemovedAccounts,
  subaccounts: settleSubaccounts,
  moved_numbers: moveNumbers,
};

/**
 * A task begins while the run has spent no more statements than this: with the most that one task takes, about 600
 * (subscriptions), it stays below the 1,000 of an invocation (R33).
 */
const mostBefore = 350;
const cursorName = "cron";

async function attempt(env: Env, now: number, name: string, task: Task): Promise<void> {
  try {
    await task(env, now);
  } catch (error) {
    const where = { url: `/cron/${name}`, route: `cron/${name}` };
    await recordError(env, { error, ...where, request_id: newId(), severity: "error" });
  }
}

/**
 * Sends the mail that waits, then runs the other tasks one after the other; one that fails does not stop the others. They
 * share one limit: those that it leaves no room for are the first of the next run, of which at least one begins.
 * @param now ms UTC
 */
export async function runCron(bindings: Env, now: number, todo: Tasks = tasks): Promise<void> {
  const { env, spent } = countedEnv(bindings);
  await attempt(env, now, "mail", sendWaitingMail);
  const db = new Database(env.DB, new Timing());
  const names = Object.keys(todo);
  const left = (await cursorOf(db, cursorName))?.cursor ?? "";
  const first = Math.max(0, names.indexOf(left));
  const ordered = [...names.slice(first), ...names.slice(0, first)];
  let next = "";
  for (const [place, name] of ordered.entries()) {
    if (place > 0 && spent() > mostBefore) {
      next = name;
      break;
    }
    const task = todo[name];
    if (task) await attempt(env, now, name, task);
  }
  if (next !== "") log("info", "cron_spent", { statements: spent(), next });
  if (next !== left) await keepCursor(db, cursorName, next, now);
}

/**
 * What one strike of the clock does: it asks whether the services work, which must be counted also while the database
 * fails every task, and runs the tasks.
 * @param now when the strike was due, ms UTC; what a service answers is true of the moment at which it is asked
 */
export async function strike(env: Env, now: number): Promise<void> {
  await Promise.all([attempt(env, Date.now(), "services", watchServices), runCron(env, now)]);
}
