/** A campaign's draft as its forms show it, and what is still missing in it. */
import type { CampaignDraft } from "./campaign.schema.ts";
import { retriedResults } from "./campaign-terms.ts";
import type { FormStep } from "./setup-steps.ts";

/** What the fields show: those of one text, and those of which several are chosen. */
export type Typed = {
  readonly texts: Readonly<Record<string, string>>;
  readonly chosen: Readonly<Record<string, readonly string[]>>;
};

/** Everything that the forms show of a draft. */
export function valuesOf(draft: CampaignDraft): Typed {
  const { audience, schedule, attempts, budget_micros, goal } = draft;
  const texts: Record<string, string> = {
    name: draft.name,
    consent: draft.consent,
    agent_id: draft.agent_id,
    rotation: draft.rotation,
    from: schedule.from,
    // Time fields have no 24:00.
    to: schedule.to === "24:00" ? "00:00" : schedule.to,
    starts_on: schedule.starts_on ?? "",
    ends_on: schedule.ends_on ?? "",
    zone: schedule.zone,
    most: String(attempts.most),
    voicemail: draft.voicemail,
    call_back_number_id: draft.call_back_number_id ?? "",
    cooldown_hours: String(draft.cooldown_hours),
    per_minute: String(draft.per_minute),
    most_at_once: String(draft.most_at_once),
    reserve_inbound: String(draft.reserve_inbound),
    budget: budget_micros === null ? "" : String(budget_micros / 1_000_000),
    goal_outcome: goal?.outcome ?? "",
    goal_count: goal === null ? "" : String(goal.count),
  };
  if (audience.everyone) texts.everyone = "on";
  if (schedule.rests_on_closed_days) texts.rests_on_closed_days = "on";
  for (const result of retriedResults) {
    texts[`${result}_times`] = String(attempts.retry[result].times);
    texts[`${result}_after_minutes`] = String(attempts.retry[result].after_minutes);
  }
  return {
    texts,
    chosen: {
      lists: audience.lists,
      segments: audience.segments,
      tags: audience.tags,
      number_ids: draft.number_ids,
      days: schedule.days.map(String),
    },
  };
}

export type Problem = { readonly step: FormStep; readonly words: string };

/** What there is to call with: a campaign may name agents and numbers that are gone. */
type Present = { readonly agents: readonly string[]; readonly numbers: readonly string[] };

/** What a draft still needs before it can start. */
export function problemsOf({ audience, agent_id, number_ids }: CampaignDraft, present: Present): Problem[] {
  const problems: Problem[] = [];
  const { lists, segments, tags, everyone, redial_of } = audience;
  if (!everyone && redial_of === null && lists.length + segments.length + tags.length === 0)
    problems.push({ step: "audience", words: "Choose who is called" });
  if (agent_id === "") problems.push({ step: "agent", words: "Choose the agent that calls" });
  else if (!present.agents.includes(agent_id))
    problems.push({ step: "agent", words: "The chosen agent is gone. Choose another one" });
  if (number_ids.length === 0)
    problems.push({ step: "numbers", words: "Choose at least one number to call from" });
  else if (!number_ids.some((id) => present.numbers.includes(id)))
    problems.push({ step: "numbers", words: "The chosen numbers are gone. Choose others" });
  return problems;
}
