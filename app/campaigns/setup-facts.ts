/** How a campaign is set up, in a line for each step. */
import { outcomeWords } from "#app/calls/outcome-words.ts";
import { count, counted, dayLabel, money, timeOfDay } from "#app/platform/format.ts";
import { instantOf, minutesOf } from "#app/platform/zoned-time.ts";
import type { CampaignDraft } from "./campaign.schema.ts";
import { retriedResults } from "./campaign-terms.ts";
import type { SetupFact } from "./campaign-view.ts";
import { retriedWords } from "./campaign-words.ts";
import { type FormStep, steps } from "./setup-steps.ts";
import { zoneWords } from "./zone-choices.ts";

/** The names of what a draft names by id; ids without a name are gone. */
export type SetupNames = {
  readonly lists: ReadonlyMap<string, string>;
  readonly segments: ReadonlyMap<string, string>;
  readonly agents: ReadonlyMap<string, string>;
  readonly numbers: ReadonlyMap<string, string>;
};

const dayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** "Mon–Fri", "Mon, Wed": days in their order, three or more neighbors as a span. */
function daysWords(days: readonly number[]): string {
  const parts: string[] = [];
  const sorted = [...new Set(days)].sort((a, b) => a - b);
  for (let at = 0; at < sorted.length; ) {
    let end = at;
    while (sorted[end + 1] === (sorted[end] ?? 0) + 1) end++;
    const names = sorted.slice(at, end + 1).map((day) => dayNames[day - 1] ?? "");
    parts.push(names.length > 2 ? `${names[0]}–${names.at(-1)}` : names.join(", "));
    at = end + 1;
  }
  return parts.join(", ");
}

/** A time of day as the locale writes it; an end at midnight is 24:00. */
function clockWords(clock: string, locale: string): string {
  if (minutesOf(clock) === 1440) return "midnight";
  return timeOfDay(instantOf("2026-01-15", clock, "UTC"), { timeZone: "UTC", locale });
}

function audienceWords({ audience }: CampaignDraft, names: SetupNames): string {
  if (audience.redial_of !== null) return "Whoever an earlier campaign didn't reach";
  if (audience.everyone) return "All contacts";
  const named = [
    ...audience.lists.map((id) => names.lists.get(id) ?? "a deleted list"),
    ...audience.segments.map((id) => names.segments.get(id) ?? "a deleted segment"),
    ...audience.tags.map((tag) => `tag “${tag}”`),
  ];
  return named.length === 0 ? "No one yet" : named.join(", ");
}

function scheduleWords({ schedule }: CampaignDraft, locale: string): string {
  const { days, from, to, starts_on, ends_on, zone, rests_on_closed_days } = schedule;
  const span = [
    starts_on === null ? "" : `from ${dayLabel(starts_on, locale)}`,
    ends_on === null ? "" : `until ${dayLabel(ends_on, locale)}`,
    rests_on_closed_days ? "not on closed days" : "",
  ].filter(Boolean);
  const hours = `${daysWords(days)} ${clockWords(from, locale)}–${clockWords(to, locale)}, ${zoneWords(zone)}`;
  return [hours, ...span].join(", ");
}

const rotationWords = {
  round_robin: "in turn",
  local_presence: "the nearest one",
  single: "the first one",
} as const;

function numbersWords({ number_ids, rotation }: CampaignDraft, names: SetupNames): string {
  const shown = number_ids.map((id) => names.numbers.get(id) ?? "a released number");
  if (shown.length === 0) return "None yet";
  return shown.length === 1 ? (shown[0] ?? "") : `${shown.join(", ")}: ${rotationWords[rotation]}`;
}

const voicemailWords = {
  off: "machines aren't looked for",
  hang_up: "hang up on machines",
  message: "leave a message on machines",
} as const;

function attemptsWords(
  { attempts, voicemail, cooldown_hours, call_back_number_id }: CampaignDraft,
  names: SetupNames,
): string {
  const callBack = call_back_number_id === null ? undefined : names.numbers.get(call_back_number_id);
  const { most, retry } = attempts;
  const again = retriedResults
    .filter((result) => retry[result].times > 0)
    .map((result) => retriedWords[result].toLowerCase());
  return [
    most === 1 ? "One call each" : `Up to ${most} calls each`,
    ...(cooldown_hours > 0 ? [`none within ${cooldown_hours} h of a conversation`] : []),
    ...(most > 1 && again.length > 0 ? [`again after ${again.join(", ")}`] : []),
    voicemailWords[voicemail],
    ...(voicemail === "message" && callBack !== undefined ? [`to call ${callBack} back`] : []),
  ].join("; ");
}

function paceWords(draft: CampaignDraft, currency: string, locale: string): string {
  const { per_minute, most_at_once, reserve_inbound, budget_micros, goal } = draft;
  return [
    `${counted(per_minute, "call", "calls", locale)} a minute, ${count(most_at_once, locale)} at once`,
    ...(reserve_inbound > 0 ? [`${counted(reserve_inbound, "line", "lines", locale)} kept for callers`] : []),
    budget_micros === null ? "no budget" : `at most ${money(budget_micros, currency, locale)}`,
    ...(goal === null
      ? []
      : [`until ${count(goal.count, locale)} × ${outcomeWords[goal.outcome].toLowerCase()}`]),
  ].join("; ");
}

/**
 * A line for each step.
 * @param canChange whether a step can be changed now
 */
export function setupFacts(
  draft: CampaignDraft,
  names: SetupNames,
  { currency, locale }: { currency: string; locale: string },
  canChange: (step: FormStep) => boolean,
): SetupFact[] {
  const consent = draft.consent === "required" ? "with written consent" : "with any consent";
  const words: Record<FormStep, string> = {
    audience: `${audienceWords(draft, names)}; ${consent}`,
    agent: names.agents.get(draft.agent_id) ?? "No agent yet",
    numbers: numbersWords(draft, names),
    schedule: scheduleWords(draft, locale),
    attempts: attemptsWords(draft, names),
    budget: paceWords(draft, currency, locale),
  };
  return steps.flatMap(({ step, title }) =>
    step === "review" ? [] : [{ title, words: words[step], step: canChange(step) ? step : null }],
  );
}
