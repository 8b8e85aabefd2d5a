/** What happens every five minutes, asked for or not: mail and facts that wait are sent, what is over is forgotten, what an old secret sealed is sealed anew. */
import { forgetExpired } from "#app/accounts/expired.server.ts";
import { purgeDeleted } from "#app/admin/purge.server.ts";
import { fixClientTerms, tellClientTerms } from "#app/billing/resale/client-terms.server.ts";
import { endForeignSubscriptions } from "#app/billing/resale/retail-ends.server.ts";
import { makeMissingRetailPrices } from "#app/billing/resale/retail-prices.server.ts";
import { syncCatalogueHourly } from "#app/billing/stripe/catalogue.server.ts";
import { endDeletedPlans } from "#app/billing/stripe/deleted-payers.server.ts";
import { refreshDue } from "#app/billing/stripe/refresh-due.server.ts";
import { forgetMeterEvents, sendDueMeterEvents } from "#app/billing/usage/due-meter-events.server.ts";
import { forgetApplied } from "#app/billing/usage.server.ts";
import { checkDueDomains } from "#app/domains/due-domains.server.ts";
import { checkDueSenders } from "#app/domains/sending-domain.server.ts";
import { resealFactors } from "#app/factors/reseal.server.ts";
import { sendWaitingMail } from "#app/mail/mail-outbox.server.ts";
import { closeVisits } from "#app/membership/support-visits.server.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { sendWaitingFacts } from "#app/object/control-outbox.server.ts";
import { newId } from "#app/platform/id.ts";
import { continueOrders } from "#app/telephony/sale/continue-order.server.ts";
import { endNumbers } from "#app/telephony/sale/ended-numbers.server.ts";
import { healRents } from "#app/telephony/sale/heal-rents.server.ts";
import { processDueEvents, recoverLostEvents } from "./stripe-events.ts";

type Task = (env: Env, now: number) => Promise<unknown>;

/** Runs one after the other; a task that fails does not stop the others. Running twice changes nothing. */
const tasks: Record<string, Task> = {
  mail: sendWaitingMail,
  facts: sendWaitingFacts,
  visits: closeVisits,
  expired: forgetExpired,
  applied: forgetApplied,
  meter: sendDueMeterEvents,
  metered: forgetMeterEvents,
  domains: checkDueDomains,
  senders: checkDueSenders,
  orders: continueOrders,
  rents: healRents,
  number_endings: endNumbers,
  client_terms: fixClientTerms,
  client_terms_told: tellClientTerms,
  retail_prices: makeMissingRetailPrices,
  retail_ends: endForeignSubscriptions,
  purge: purgeDeleted,
  factors: resealFactors,
  catalogue: syncCatalogueHourly,
  stripe_events: processDueEvents,
  lost_events: recoverLostEvents,
  deleted_plans: endDeletedPlans,
  subscriptions: refreshDue,
};

/** @param now ms UTC */
export async function runCron(env: Env, now: number): Promise<void> {
  for (const [name, task] of Object.entries(tasks)) {
    try {
      await task(env, now);
    } catch (error) {
      const where = { url: `/cron/${name}`, route: `cron/${name}` };
      await recordError(env, { error, ...where, request_id: newId(), severity: "error" });
    }
  }
}
