/** What the list of people in a campaign shows, and the same as a file. */
import { costCurrency } from "#app/calls/call-cost.ts";
import { outcomeFrom } from "#app/calls/call-row.ts";
import { outcomeWords } from "#app/calls/outcome-words.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { csvLine } from "#app/platform/csv.ts";
import { ago, count, counted } from "#app/platform/format.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { whenWords } from "./campaign-page.server.ts";
import { leadResult, leadStates, resultChoices } from "./campaign-words.ts";
import { type PeopleQuery, peopleQuery } from "./people-query.ts";
import { missingCampaign } from "./setup-page.server.ts";
import { type WhyNot, whyNotWords } from "./why-not.server.ts";

type Reading = { now: number; timeZone: string; locale: string };

type Lead = {
  contact_id: string;
  name: string | null;
  phone_number: string;
  state: "waiting" | "leased" | "calling" | "done";
  result: string | null;
  attempts: number;
  due_at: number;
  call_id: string | null;
  updated_at: number;
};

const stateTitle = (state: string): string => leadStates.find(({ value }) => value === state)?.label ?? state;

const asked = ({ show, result }: PeopleQuery) => ({
  state: leadStates.find(({ value }) => value === show)?.value ?? null,
  result: result === "" ? null : result,
});

function nextOf({ state, due_at, updated_at }: Lead, reading: Reading): string {
  if (state === "done") return `, ${ago(updated_at, reading.now, reading)}`;
  if (state !== "waiting") return "";
  return due_at <= reading.now ? ", its turn comes" : `, ${whenWords(due_at, reading)} at the earliest`;
}

/** The address of this list with another parameter. */
const withWhy = (url: string, id: string): string => {
  const next = new URL(url).searchParams;
  next.set("why", id);
  return `?${next}#why`;
};

function personShown(lead: Lead, shows: boolean, url: string, reading: Reading) {
  const { contact_id, name, phone_number, state, result, attempts, call_id } = lead;
  const number = internationally(phone_number);
  return {
    id: contact_id,
    who: shows ? (name ?? number) : "Someone",
    face: shows ? name : null,
    number: shows && name !== null ? number : null,
    state: stateTitle(state),
    result: leadResult(result),
    attempts: count(attempts, reading.locale),
    calls: attempts === 1 ? "call" : "calls",
    next: nextOf(lead, reading),
    callTo: call_id === null ? null : `/call-history/${call_id}`,
    whyTo: state === "waiting" || (state === "done" && attempts === 0) ? withWhy(url, contact_id) : null,
  };
}

type Why = WhyNot & { campaign_id: string; campaign: string };

/** Why someone is not called yet, in a sentence for each campaign. */
const whyShown = (rows: readonly Why[], own: string, reading: Reading) =>
  rows.map(({ campaign_id, campaign, ...why }) => ({
    key: campaign_id,
    words: `${campaign_id === own ? "" : `${campaign}: `}${whyNotWords(why, reading)}`,
  }));

/** /campaigns/:campaignId/people */
export async function peoplePage(member: Member, request: Request, id: string) {
  const { store, organization, may } = member;
  const { timeZone, locale } = organization;
  const reading = { now: Date.now(), timeZone, locale };
  const query = peopleQuery(request.url);
  const shows = may("calls.read_persons");
  const [campaign, page, went, why, whose] = await Promise.all([
    store.campaigns.find(id),
    store.campaignProgress.leads(id, { ...asked(query), after: query.after }),
    store.campaignProgress.progress(id, reading.now),
    query.why === null ? null : store.whyNots.whyNot(query.why, reading.now),
    query.why === null ? null : store.campaignPeople.person(id, query.why),
  ]);
  if (!campaign || !went) throw missingCampaign();
  const total = went.counts.reduce((sum, { leads }) => sum + leads, 0);
  const present = new Set(went.counts.map(({ result }) => result ?? ""));
  const number = whose && internationally(whose.phone_number);
  return {
    id,
    name: campaign.name,
    isRunning: campaign.status === "running",
    sentence: total === 0 ? "No one yet." : `${counted(total, "person", "people", locale)} in all.`,
    query,
    states: leadStates,
    results: resultChoices.filter(({ value }) => present.has(value) || value === query.result),
    people: page.rows.map((lead) => personShown(lead, shows, request.url, reading)),
    older: page.after,
    isFirst: query.after === null,
    fileTo: shows && total > 0 ? `/campaigns/${id}/results.csv${filterOf(query)}` : null,
    why: why &&
      whose && {
        who: shows ? (whose.name ?? number ?? "") : "this person",
        lines: whyShown(why, id, reading),
      },
  };
}

function filterOf({ show, result }: PeopleQuery): string {
  const next = new URLSearchParams({ ...(show !== "" && { show }), ...(result !== "" && { result }) });
  return next.size === 0 ? "" : `?${next}`;
}

const heading = [
  "Name",
  "Number",
  "State",
  "Result",
  "Calls",
  "Last change (UTC)",
  "Next call (UTC)",
  "Call",
  "Outcome",
  "Talked (seconds)",
  `Cost (${costCurrency})`,
  "Called from",
];

/** A person of the file, with what came of their last call. */
type FileLead = Lead & {
  outcome: string | null;
  talk_seconds: number | null;
  cost_micros: number | null;
  called_from: string | null;
};

function fileLine({
  name,
  phone_number,
  state,
  result,
  attempts,
  updated_at,
  due_at,
  call_id,
  outcome,
  talk_seconds,
  cost_micros,
  called_from,
}: FileLead): string {
  return csvLine([
    name ?? "",
    internationally(phone_number),
    stateTitle(state),
    leadResult(result)?.words ?? "",
    attempts,
    new Date(updated_at).toISOString(),
    state === "waiting" ? new Date(due_at).toISOString() : "",
    call_id ?? "",
    outcome === null ? "" : outcomeWords[outcomeFrom(outcome)],
    talk_seconds ?? "",
    cost_micros === null ? "" : (cost_micros / 1_000_000).toFixed(4),
    called_from === null ? "" : internationally(called_from),
  ]);
}

/** The people of a campaign as CSV, read page by page, so that a long list takes no more memory than a short one. */
export async function resultsFile(member: Member, request: Request, id: string): Promise<Response> {
  const { store } = member;
  const campaign = await store.campaigns.find(id);
  if (!campaign) throw missingCampaign();
  const query = peopleQuery(request.url);
  const encoder = new TextEncoder();
  let after: string | null = null;
  let isOver = false;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(csvLine(heading)));
    },
    async pull(controller) {
      if (isOver) return controller.close();
      const page: { rows: FileLead[]; after: string | null } = await store.campaignPeople.filePage(id, {
        ...asked(query),
        after,
      });
      after = page.after;
      isOver = after === null;
      const lines = page.rows.map(fileLine).join("");
      if (lines !== "") controller.enqueue(encoder.encode(lines));
      else if (isOver) controller.close();
    },
  });
  await member.record("campaign.exported", id);
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="campaign-results.csv"',
    },
  });
}
