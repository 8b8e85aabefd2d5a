/** What the page of one campaign shows: how it goes, who is being called, what can be done. */
import { costCurrency } from "#app/calls/call-cost.ts";
import { outcomeFrom } from "#app/calls/call-row.ts";
import { outcomeWords } from "#app/calls/outcome-words.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { doneWords } from "#app/platform/done-words.ts";
import {
  ago,
  clockDuration,
  count,
  counted,
  dayInWords,
  money,
  percent,
  timeOfDay,
} from "#app/platform/format.ts";
import { internationally } from "#app/platform/phone-number.ts";
import type { ShareBar } from "#app/ui/share-bar.ts";
import { type Campaign, type DialCaps, isLasting } from "./campaign.schema.ts";
import type { BlockedCause, CalledNow, CampaignDeeds, ShownFigure } from "./campaign-view.ts";
import { causeOf, causeText, leadResult, whyWords } from "./campaign-words.ts";
import { closedFor } from "./campaigns-page.server.ts";
import { sharesOf, sumsOf, sumsWords } from "./lead-sums.ts";
import { setupFacts } from "./setup-facts.ts";
import { setupNames } from "./setup-names.server.ts";
import { missingCampaign } from "./setup-page.server.ts";
import { stepsOnceStarted } from "./setup-steps.ts";

type Reading = { now: number; timeZone: string; locale: string };
type LeadCount = { state: string; result: string | null; leads: number };

/** "today at 2:06 pm", "Tuesday, November 3, at 2:06 pm". */
export function whenWords(at: number, reading: Reading): string {
  const day = dayInWords(at, reading.now, reading);
  return `${day}${/^[a-z]/.test(day) ? "" : ","} at ${timeOfDay(at, reading)}`;
}

const statusSentences = {
  draft: "Being set up. No one is called before it's started.",
  scheduled: "Starts by itself on its first day.",
  running: "Running.",
  paused: "Paused. No new calls are made.",
  stopped: "Stopped for good.",
  finished: "Everyone was called, or can't be.",
  broken: "Halted, because calls failed one after the other. Check your telephony, then resume.",
} as const;

function sentenceOf({ status, why, started_at, ended_at }: Campaign, reading: Reading): string {
  const reason = whyWords(why);
  const times =
    ended_at !== null
      ? ` Ended ${ago(ended_at, reading.now, reading)}.`
      : started_at !== null && status === "running"
        ? ` Started ${ago(started_at, reading.now, reading)}.`
        : "";
  return `${reason ?? statusSentences[status]}${times}`;
}

type Went = {
  counts: LeadCount[];
  dial_rate: number;
  cost_micros: number;
  asked: number;
  answered: number;
  outcomes: { outcome: string; count: number }[];
  next_at: number | null;
  caps: DialCaps;
};

function figuresOf({ draft, status, reached_goal }: Campaign, went: Went, locale: string): ShownFigure[] {
  const { all, called } = sumsOf(went.counts);
  if (status === "draft" || (all === 0 && went.asked === 0)) return [];
  const cost = (micros: number) => money(micros, costCurrency, locale);
  const cap = went.caps.per_minute;
  const { goal, budget_micros } = draft;
  return [
    {
      label: "Called",
      value: percent(called, all, locale) ?? "–",
      note:
        all === 0
          ? "no one in it"
          : `${count(called, locale)} of ${counted(all, "person", "people", locale)}`,
    },
    {
      label: "Calls a minute",
      value: status === "running" ? count(went.dial_rate, locale) : "–",
      note: `set: ${count(draft.per_minute, locale)} a minute${cap < draft.per_minute ? `, at most ${count(cap, locale)} for all campaigns` : ""}`,
    },
    {
      label: "Answered",
      value: percent(went.answered, went.asked, locale) ?? "–",
      note:
        went.asked === 0
          ? "no calls yet"
          : `${count(went.answered, locale)} of ${counted(went.asked, "call", "calls", locale)}`,
    },
    {
      label: "Cost",
      value: cost(went.cost_micros),
      note:
        budget_micros === null
          ? went.asked === 0
            ? "no budget"
            : `${cost(went.cost_micros / went.asked)} a call`
          : `of ${cost(budget_micros)}`,
    },
    ...(goal === null
      ? []
      : [
          {
            label: "Goal",
            value: count(reached_goal, locale),
            note: `of ${count(goal.count, locale)} ${outcomeWords[goal.outcome].toLowerCase()}`,
          },
        ]),
  ];
}

/** People by what came of them, most first; each bar leads to them. */
function resultBars(id: string, counts: readonly LeadCount[], locale: string): ShareBar[] {
  const by = new Map<string, number>();
  for (const { state, result, leads } of counts)
    if (state === "done" && result !== null && causeOf(result) === null)
      by.set(result, (by.get(result) ?? 0) + leads);
  const total = [...by.values()].reduce((sum, leads) => sum + leads, 0);
  return [...by]
    .sort(([, a], [, b]) => b - a)
    .map(([result, leads]) => ({
      label: leadResult(result)?.words ?? result,
      value: count(leads, locale),
      share: Math.round((100 * leads) / total),
      to: `/campaigns/${id}/people?show=done&result=${result}`,
    }));
}

/** What came of the conversations; a call that was missed had none. */
function outcomeBars(went: Went, locale: string): ShareBar[] {
  const outcomes = went.outcomes.filter(({ outcome }) => outcome !== "missed");
  const total = outcomes.reduce((sum, one) => sum + one.count, 0);
  return outcomes.map(({ outcome, count: calls }) => ({
    label: outcomeWords[outcomeFrom(outcome)],
    value: count(calls, locale),
    share: Math.round((100 * calls) / total),
    to: null,
  }));
}

/** Whom it does not call, by cause. */
function blockedBy(
  id: string,
  { counts, caps }: Pick<Went, "counts" | "caps">,
  locale: string,
): BlockedCause[] {
  return counts.flatMap(({ state, result, leads }) => {
    const cause = result === null ? null : causeOf(result);
    if (cause === null || (state !== "done" && isLasting(cause))) return [];
    return [
      {
        cause: `${state} ${cause}`,
        ...causeText(cause, caps, locale),
        count: counted(leads, "person", "people", locale),
        to: `/campaigns/${id}/people?show=${state}&result=${cause}`,
        examples: [],
      },
    ];
  });
}

const stateWords: Readonly<Record<string, string>> = {
  leased: "Next",
  asked: "Calling",
  ringing: "Ringing",
  talking: "Talking",
};

type Calling = {
  attempt_id: string;
  name: string | null;
  phone_number: string;
  state: string;
  call_id: string | null;
  since: number;
};

function calledNow({ may }: Member, calling: readonly Calling[], now: number): CalledNow[] {
  const shows = may("calls.read_persons");
  return calling.map(({ attempt_id, name, phone_number, state, call_id, since }) => ({
    id: attempt_id,
    who: shows ? (name ?? internationally(phone_number)) : "Someone",
    number: shows && name !== null ? internationally(phone_number) : null,
    state: stateWords[state] ?? "Calling",
    isTalking: state === "talking",
    since: clockDuration((now - since) / 1000),
    to: call_id !== null && state === "talking" ? `/call-history/${call_id}` : null,
  }));
}

function nextWords({ status, held_until }: Campaign, went: Went, reading: Reading): string {
  if (status === "scheduled") return "No one yet: it starts on its first day.";
  if (status !== "running") return "No one. The campaign isn't running.";
  if (held_until !== null && held_until > reading.now)
    return `No one. It goes on ${whenWords(held_until, reading)}.`;
  if (went.next_at === null) return "No one is waiting to be called.";
  if (went.next_at <= reading.now) return "No one at this moment. The next call is placed soon.";
  return `No one. The next call is due ${whenWords(went.next_at, reading)}.`;
}

function deedsOf({ status }: Campaign, went: Went): CampaignDeeds {
  const isOver = status === "finished" || status === "stopped";
  return {
    setUp: status === "draft",
    pause: status === "running" || status === "scheduled",
    resume: status === "paused" || status === "broken",
    stop: ["running", "scheduled", "paused", "broken"].includes(status),
    redial: isOver && went.asked > 0,
    remove: status === "draft" || isOver || status === "broken",
  };
}

const doneSentences = {
  saved: "Saved. It counts from the next call on.",
  started: "Started. The first calls are placed within a minute, where hours are open.",
  scheduled: "Scheduled. It starts by itself on its first day.",
};

const mostShown = 50;

/** /campaigns/:campaignId */
export async function campaignPage(member: Member, request: Request, id: string) {
  const { store, organization, may } = member;
  const { timeZone, locale } = organization;
  const reading = { now: Date.now(), timeZone, locale };
  const [campaign, went, names] = await Promise.all([
    store.campaigns.find(id),
    store.campaignProgress.progress(id, reading.now),
    setupNames(member),
  ]);
  if (!campaign || !went) throw missingCampaign();
  const { status, draft } = campaign;
  const canManage = may("campaigns.manage");
  const isSettingUp = status === "draft" || status === "scheduled";
  const isOver = status === "finished" || status === "stopped";
  const sums = sumsOf(went.counts);
  return {
    id,
    name: campaign.name,
    status,
    sentence: sentenceOf(campaign, reading),
    figures: figuresOf(campaign, went, locale),
    now: {
      calls: calledNow(member, went.calling_now, reading.now),
      next: nextWords(campaign, went, reading),
      more: went.calling_now.length >= mostShown ? `The first ${mostShown} are shown.` : null,
    },
    progress: {
      words: sumsWords(sums, status === "stopped", locale),
      ...sharesOf(sums),
      results: resultBars(id, went.counts, locale),
      outcomes: outcomeBars(went, locale),
      peopleTo: `/campaigns/${id}/people`,
      fileTo: may("calls.read_persons") && sums.all > 0 ? `/campaigns/${id}/results.csv` : null,
    },
    blocked: blockedBy(id, went, locale),
    facts: setupFacts(
      draft,
      names,
      { currency: costCurrency, locale },
      (step) => canManage && !isOver && (isSettingUp || stepsOnceStarted(campaign.status).includes(step)),
    ),
    deeds: canManage ? deedsOf(campaign, went) : null,
    closed: closedFor(member),
    done: doneWords(request.url, doneSentences),
  };
}
