/** The forms of a campaign's setup: what each step posts, as a part of the draft, or errors at its fields. */

import { z } from "zod";
import { outcomes } from "#app/calls/call-terms.schema.ts";
import { longestCooldown } from "#app/calls/outbound/cooldown.ts";
import { oneLine } from "#app/platform/one-line.ts";
import { isDate, minutesOf } from "#app/platform/zoned-time.ts";
import { type CampaignDraft, campaignDraft } from "./campaign.schema.ts";
import {
  fastestPace,
  longestCampaignName,
  longestRetryWait,
  mostAttempts,
  mostLines,
  mostRetries,
  retriedResults,
} from "./campaign-terms.ts";
import type { FormStep } from "./setup-steps.ts";
import type { Typed } from "./setup-values.ts";

const ids = z.array(z.string().min(1).max(100)).max(100, "Choose at most 100");

const whole = (least: number, most: number) =>
  z.coerce
    .number<string>(`Enter a number between ${least} and ${most}`)
    .int("Use a whole number")
    .min(least, `At least ${least}`)
    .max(most, `At most ${most}`);

/** A field that may stay empty: then it is null. */
const orNone = <Output>(value: z.ZodType<Output, string>) =>
  z
    .string()
    .prefault("")
    .transform((text) => (text.trim() === "" ? null : text.trim()))
    .pipe(value.nullable());

const clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, "Use a time like 09:30");
const date = z.string().refine((text) => isDate(text) && text >= "2020-01-01" && text < "2100-01-01", {
  error: "Choose a date",
});

const kept = campaignDraft.shape;

const audienceForm = z
  .object({
    name: oneLine(longestCampaignName, "Enter a name"),
    lists: ids,
    segments: ids,
    tags: ids,
    everyone: z.string().optional(),
    consent: kept.consent.unwrap(),
  })
  .transform(({ name, consent, everyone, ...chosen }) => ({
    name,
    consent,
    // Whose leads are called again stays as it is stored.
    audience: { ...chosen, everyone: everyone !== undefined, redial_of: null },
  }));

const agentForm = z.object({ agent_id: z.string().max(100).default("") });

const numbersForm = z.object({ number_ids: ids, rotation: kept.rotation.unwrap() });

const scheduleForm = z
  .object({
    days: z.array(z.coerce.number().int().min(1).max(7)).min(1, "Choose at least one day"),
    from: clock,
    to: clock,
    starts_on: orNone(date),
    ends_on: orNone(date),
    zone: kept.schedule.unwrap().shape.zone,
    rests_on_closed_days: z.string().optional(),
  })
  .superRefine(({ from, to, starts_on, ends_on }, context) => {
    const issue = (at: string, message: string) => context.addIssue({ code: "custom", path: [at], message });
    if (minutesOf(to === "00:00" ? "24:00" : to) <= minutesOf(from))
      issue("to", "The end must be after the start");
    if (starts_on !== null && ends_on !== null && ends_on < starts_on)
      issue("ends_on", "The last day must not be before the first");
  })
  // Time fields have no 24:00: an end at midnight is the end of the day.
  .transform(({ to, rests_on_closed_days, ...schedule }) => ({
    schedule: {
      ...schedule,
      to: to === "00:00" ? "24:00" : to,
      rests_on_closed_days: rests_on_closed_days !== undefined,
    },
  }));

const retryForm = z.object({ times: whole(0, mostRetries), after_minutes: whole(1, longestRetryWait) });

const attemptsForm = z
  .object({
    most: whole(1, mostAttempts),
    retry: z.object({
      no_answer: retryForm,
      busy: retryForm,
      voicemail: retryForm,
      failed: retryForm,
    }),
    voicemail: kept.voicemail.unwrap(),
    call_back_number_id: orNone(z.string().max(100)),
    cooldown_hours: whole(0, longestCooldown),
  })
  .transform(({ most, retry, ...rest }) => ({ ...rest, attempts: { most, retry } }));

/** A million of the currency's units. */
const largestBudget = 1_000_000;
/** A few of the calls that `affordable` in pace.store.ts takes for the usual ones. */
const leastBudget = 0.1;

const budgetForm = z
  .object({
    per_minute: whole(1, fastestPace),
    most_at_once: whole(1, mostLines),
    reserve_inbound: whole(0, mostLines),
    budget: orNone(
      z.coerce
        .number<string>("Enter an amount, or leave it blank")
        .min(0.01, "Enter an amount, or leave it blank")
        .min(leastBudget, "A call usually costs more than that: enter 0.10 or more, or leave it blank")
        .max(largestBudget, "That is more than a budget may be"),
    ),
    goal_outcome: orNone(z.enum(outcomes, "Choose an outcome")),
    goal_count: orNone(whole(1, 1_000_000)),
  })
  .superRefine(({ goal_outcome, goal_count }, context) => {
    if (goal_outcome !== null && goal_count === null)
      context.addIssue({ code: "custom", path: ["goal_count"], message: "Say how many" });
  })
  .transform(({ budget, goal_outcome, goal_count, ...pace }) => ({
    ...pace,
    budget_micros: budget === null ? null : Math.round(budget * 1_000_000),
    goal: goal_outcome === null || goal_count === null ? null : { outcome: goal_outcome, count: goal_count },
  }));

const forms = {
  audience: audienceForm,
  agent: agentForm,
  numbers: numbersForm,
  schedule: scheduleForm,
  attempts: attemptsForm,
  budget: budgetForm,
} as const satisfies Record<FormStep, z.ZodType<Partial<CampaignDraft>>>;

/** The fields of which several values are posted. */
const lists: readonly string[] = ["lists", "segments", "tags", "number_ids", "days"];

/** What was typed, to be shown again when it is refused. */
export function typedIn(posted: FormData): Typed {
  const texts: Record<string, string> = {};
  for (const [name, value] of posted)
    if (typeof value === "string" && !lists.includes(name)) texts[name] = value.slice(0, 500);
  const chosen: Record<string, string[]> = {};
  for (const name of lists)
    chosen[name] = posted.getAll(name).filter((value): value is string => typeof value === "string");
  return { texts, chosen };
}

export type ReadStep =
  | { ok: true; patch: Partial<CampaignDraft> }
  | { ok: false; errors: Readonly<Record<string, string[]>> };

/** What a step's form posts, as a part of the draft. Errors are by the fields' own names. */
export function readStep(step: FormStep, { texts, chosen }: Typed): ReadStep {
  const retry = Object.fromEntries(
    retriedResults.map((result) => [
      result,
      { times: texts[`${result}_times`] ?? "", after_minutes: texts[`${result}_after_minutes`] ?? "" },
    ]),
  );
  const read = forms[step].safeParse({ ...texts, ...chosen, retry });
  if (read.success) return { ok: true, patch: read.data };
  const errors: Record<string, string[]> = {};
  for (const { path, message } of read.error.issues) {
    const [first, result, part] = path.map(String);
    const name = first === "retry" ? `${result}_${part}` : (first ?? "");
    errors[name] = [...(errors[name] ?? []), message];
  }
  return { ok: false, errors };
}
