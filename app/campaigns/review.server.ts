/** The review of a campaign before it starts: a dry run in words, and what is still missing. */
import { costCurrency } from "#app/calls/call-cost.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { count, counted, dayLabel, money } from "#app/platform/format.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { localDate } from "#app/platform/zoned-time.ts";
import { usualPrices } from "#app/telephony/carriers/carrier-prices.ts";
import type { BlockCause, Campaign, DialCaps } from "./campaign.schema.ts";
import type { BlockedCause, Review, ShownFigure } from "./campaign-view.ts";
import { causeText, numberCapWords, paceCapWords } from "./campaign-words.ts";
import { closedFor } from "./campaigns-page.server.ts";
import { standingFor } from "./dial-standing.ts";
import { setupFacts } from "./setup-facts.ts";
import { setupNames } from "./setup-names.server.ts";
import type { Problem } from "./setup-values.ts";

/** Days that are shown one by one. */
const daysShown = 7;

/** A minute of a call: the carrier's, and listening and speaking. */
const perMinute_micros = usualPrices.outbound_minute + usualPrices.relay_minute;

type BlockedLine = {
  cause: BlockCause;
  count: number;
  examples: readonly { contact_id: string; name: string | null; phone_number: string }[];
};

/** Blocked people by cause, with examples for those who may read who they are. */
export const blockedShown = (
  { may, organization }: Pick<Member, "may" | "organization">,
  lines: readonly BlockedLine[],
  caps: DialCaps,
): BlockedCause[] =>
  lines.map(({ cause, count: people, examples }) => ({
    cause,
    ...causeText(cause, caps, organization.locale),
    count: counted(people, "person", "people", organization.locale),
    examples: may("calls.read_persons")
      ? examples.map(({ contact_id, name, phone_number }) => ({
          key: contact_id,
          words: name ?? internationally(phone_number),
          to: may("contacts.read") ? `/contacts/${contact_id}` : null,
        }))
      : [],
  }));

/** What a campaign can't know without a copy of a do-not-call register. */
const registerWords = (has: boolean): string =>
  has
    ? ""
    : "No national do-not-call register is uploaded under Screening lists: only your own do-not-call list is asked. ";

const noLineWords = "Your plan's lines are all kept for people who call you: keep fewer of them. ";

/** Where a budget ends a campaign, and after how many calls. */
function budgetWords(
  budget_micros: number | null,
  affordable: { low: number; high: number } | null,
  { cost, locale }: { cost: (micros: number) => string; locale: string },
): string {
  if (budget_micros === null) return "no budget set";
  const stops = `stops at ${cost(budget_micros)}`;
  if (affordable === null) return stops;
  const { low, high } = affordable;
  return `${stops}, after ${count(low, locale)} to ${counted(high, "call", "calls", locale)}`;
}

async function dryRunOf(member: Member, { draft }: Campaign): Promise<Review["dryRun"]> {
  const { store, organization } = member;
  const { timeZone, locale } = organization;
  const run = await store.dryRuns.dryRun(draft, {
    now: Date.now(),
    time_zone: timeZone,
    price: { per_minute_micros: perMinute_micros },
    told: standingFor(member),
  });
  const blocked = run.blocked.reduce((sum, { count: people }) => sum + people, 0);
  const called = run.hasNoLines ? 0 : Math.max(0, run.total - blocked);
  const cost = (micros: number) => money(micros, costCurrency, locale);
  const { low, high } = run.cost_micros;
  const most = Math.max(1, ...run.byDay.map(({ calls }) => calls));
  const last = run.longest === null ? "–" : dayLabel(run.longest, locale);
  const figures: ShownFigure[] = [
    {
      label: "Will be called",
      value: count(called, locale),
      note: `of ${counted(run.total, "person", "people", locale)} in the audience`,
    },
    {
      label: "First day",
      value: count(run.dialled_first_day, locale),
      note: run.byDay[0] === undefined ? "no day has open hours" : dayLabel(run.byDay[0].day, locale),
    },
    {
      label: "Everyone tried once by",
      value: run.isLonger && run.longest !== null ? `After ${last}` : last,
      note: counted(run.byDay.length, "day of calls", "days of calls", locale),
    },
    {
      label: "Estimated cost",
      value: called === 0 ? cost(0) : `${cost(low)}–${cost(high)}`,
      note: budgetWords(draft.budget_micros, run.affordable, { cost, locale }),
    },
  ];
  const estimate =
    run.examined < run.total
      ? `Estimated from ${count(run.examined, locale)} of ${counted(run.total, "person", "people", locale)}, spread over the whole audience. `
      : "";
  const hidden = run.byDay.length - daysShown;
  return {
    figures,
    note: `${run.hasNoLines ? noLineWords : ""}${registerWords(run.hasRegister)}${estimate}${paceCapWords(run.caps, locale)} ${numberCapWords(run.caps, locale)}`,
    byDay: run.byDay.slice(0, daysShown).map(({ day, calls }) => ({
      label: dayLabel(day, locale),
      value: counted(calls, "call", "calls", locale),
      share: Math.round((100 * calls) / most),
      to: null,
    })),
    more: hidden > 0 ? `And ${counted(hidden, "more day", "more days", locale)}.` : null,
    blocked: blockedShown(member, run.blocked, run.caps),
    question:
      called === 0
        ? "Start with no one to call yet?"
        : `Call ${counted(called, "person", "people", locale)}?`,
  };
}

export async function reviewOf(
  member: Member,
  campaign: Campaign,
  problems: readonly Problem[],
): Promise<Review> {
  const { timeZone, locale } = member.organization;
  const canRun = !problems.some(({ step }) => step === "audience");
  const [names, dryRun] = await Promise.all([setupNames(member), canRun ? dryRunOf(member, campaign) : null]);
  const { starts_on } = campaign.draft.schedule;
  return {
    problems,
    facts: setupFacts(campaign.draft, names, { currency: costCurrency, locale }, () => true),
    dryRun,
    closed: closedFor(member),
    startsLater:
      starts_on !== null && starts_on > localDate(Date.now(), timeZone) ? dayLabel(starts_on, locale) : null,
  };
}
