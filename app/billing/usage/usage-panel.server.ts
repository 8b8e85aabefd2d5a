/** What the usage panel of /subscription shows: read in one trip to the organization's object and one to D1. */
import { and, count, eq, isNull } from "drizzle-orm";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { isUnpaid, trialTalkOf } from "#app/membership/plan-limits.ts";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { counted, money, monthDay, shortDate, startedMinutes } from "#app/platform/format.ts";
import { organizationMembers, spendingCaps, userInvitations } from "#drizzle/control/schema.ts";
import { capActionWords, microsOf } from "./cap-terms.schema.ts";
import { forecastOf } from "./forecast.ts";
import { paidSeconds } from "./spent.server.ts";
import { periodPrice, type UsagePrice } from "./usage-price.ts";
import type { ShownCap, UsagePanel } from "./usage-shown.ts";
import type { UsageOverview } from "./usage-told.schema.ts";
import { barOf, forecastWords, minutesBar, shareOfCap, type UsageBar, usageChart } from "./usage-words.ts";

/** How many members and pending invitations there are, and the cap. */
async function ownRows(db: Database, id: string) {
  const own = tenant(db, id);
  const [[members], [invited], [cap]] = await own.batch([
    own
      .select({ held: count() })
      .from(organizationMembers)
      .where(eq(organizationMembers.organization_id, id)),
    own
      .select({ held: count() })
      .from(userInvitations)
      .where(
        and(
          eq(userInvitations.organization_id, id),
          isNull(userInvitations.accepted_at),
          isNull(userInvitations.revoked_at),
        ),
      ),
    own.select().from(spendingCaps).where(eq(spendingCaps.organization_id, id)),
  ]);
  return { people: (members?.held ?? 0) + (invited?.held ?? 0), cap: cap ?? null };
}

type Beyond = { currency: string; price: UsagePrice; isTrial: boolean };

/** "80 minutes beyond the plan so far: $12.00." */
function overageWords({ currency, price, isTrial }: Beyond, locale: string): string[] {
  if (isTrial) return ["Calls stop when the trial's minutes are used up. Nothing is charged for them."];
  if (price.overage_seconds === 0) return [];
  const minutes = startedMinutes(price.overage_seconds, locale);
  return [`${minutes} minutes beyond the plan so far: ${money(price.amount_micros, currency, locale)}.`];
}

function shownCap(
  cap: typeof spendingCaps.$inferSelect | null,
  currency: string,
  spent: Beyond | null,
  locale: string,
): ShownCap {
  if (!cap || cap.amount === null)
    return {
      amount: "",
      action: "stop_outbound",
      currency,
      words: spent?.isTrial
        ? "No cap. Nothing is charged in the trial; after it, minutes beyond the plan are charged at the plan's price."
        : null,
    };
  const amount_micros = microsOf(cap.amount);
  const spent_micros = spent?.currency === cap.currency ? spent.price.amount_micros : 0;
  const shown = (micros: number) => money(micros, cap.currency, locale);
  return {
    amount: (cap.amount / 100).toFixed(2),
    action: cap.action,
    currency,
    words: `${shown(spent_micros)} of ${shown(amount_micros)} spent (${shareOfCap(spent_micros, amount_micros, locale)}). At the cap: ${capActionWords[cap.action].toLowerCase()}.`,
  };
}

/** The seconds of the period: an agency pays for its clients' calls too. */
async function secondsOf(db: Database, actor: Actor, { terms, calls, seconds }: UsageOverview) {
  if (terms === null || actor.limits.clients === 0) return { calls, seconds };
  return paidSeconds(db, actor.organization.id, terms.period_start, terms.period_end);
}

/** The minutes' bar: of the plan, of the trial before it, or without a limit where another than the organization pays. */
function minutes(used: UsageOverview, seconds: number, talked_seconds: number, actor: Actor): UsageBar {
  const { locale, status } = actor.organization;
  if (used.terms !== null) return minutesBar(seconds, used.terms.included_seconds, locale);
  if (isUnpaid(status))
    return { ...minutesBar(talked_seconds, trialTalkOf(actor.granted), locale), label: "Free minutes" };
  const words = `${startedMinutes(seconds, locale)} in ${counted(used.calls, "call", "calls", locale)}`;
  return { label: "Minutes", words, filled: 0, tone: "usual" };
}

/** "Nov 1 to Nov 27". */
const daysFrom = ({ first, last }: UsageOverview, locale: string): string =>
  `${monthDay(first, locale)} to ${monthDay(last, locale)}`;

/**
 * The panel of an organization's usage: of its billing period, or of the calendar month where it has none.
 * @param now ms UTC
 */
export async function usagePanelOf(actor: Actor, { db }: Pick<Deps, "db">, now: number): Promise<UsagePanel> {
  const { store, organization, limits } = actor;
  const { id, locale, timeZone } = organization;
  const [used, held, { people, cap }] = await Promise.all([
    store.usage.overview(now, timeZone),
    // Only what it holds now: the days are the usage's own.
    store.plan.use("", ""),
    ownRows(db, id),
  ]);
  const { terms } = used;
  const { seconds } = await secondsOf(db, actor, used);
  const price = terms && periodPrice(terms, seconds);
  const beyond = terms && price ? { currency: terms.currency, price, isTrial: terms.is_trial } : null;
  const forecast = terms && forecastOf(terms, seconds, now);
  const ends = terms ? shortDate(terms.period_end, now, { timeZone, locale }) : "";
  return {
    range: used.first === used.last ? monthDay(used.first, locale) : daysFrom(used, locale),
    bars: [
      minutes(used, seconds, held.talked_seconds, actor),
      barOf("Agents", held.agents, limits.agents, locale),
      barOf("Phone numbers", held.numbers, limits.numbers, locale),
      barOf("Members and invitations", people, limits.members, locale),
    ],
    notes: [
      ...(beyond ? overageWords(beyond, locale) : []),
      ...(forecast && beyond ? [forecastWords(forecast, { ...beyond, ends }, locale)] : []),
      ...(seconds > used.seconds
        ? [
            used.days.length === 0
              ? "Your clients' minutes are included, and your cap stops their calls too."
              : "Your clients' minutes are included, and your cap stops their calls too. The chart shows your own.",
          ]
        : []),
    ],
    chart: used.days.length === 0 ? null : usageChart(used.days, used.first, used.last, locale),
    cap: shownCap(cap, terms?.currency ?? organization.currency, beyond, locale),
  };
}
