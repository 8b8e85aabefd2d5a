/** The steps of setting up a campaign, in their order. */
import type { CampaignStatus } from "./campaign.schema.ts";

export const steps = [
  { step: "audience", title: "Audience", question: "Who is called?" },
  { step: "agent", title: "Agent", question: "Who calls them?" },
  { step: "numbers", title: "Caller numbers", question: "From which numbers?" },
  { step: "schedule", title: "Schedule", question: "On which days, at which hours?" },
  { step: "attempts", title: "Attempts", question: "How often is someone tried?" },
  { step: "budget", title: "Pace and budget", question: "How fast, and up to which cost?" },
  { step: "review", title: "Review", question: "What will happen?" },
] as const;
export type Step = (typeof steps)[number]["step"];
/** A step with a form. */
export type FormStep = Exclude<Step, "review">;

export const isStep = (text: string | null): text is Step => steps.some(({ step }) => step === text);

export const isFormStep = (text: string | null): text is FormStep => isStep(text) && text !== "review";

/** The step before or after another one; null: there is none. */
export function neighborOf(step: Step, away: -1 | 1): Step | null {
  const place = steps.findIndex((one) => one.step === step) + away;
  return steps[place]?.step ?? null;
}

/** What can still be changed once a campaign has started: pace, hours, and who is called; while it is held, also who calls. */
export const stepsOnceStarted = (status: CampaignStatus): readonly FormStep[] =>
  status === "paused" || status === "broken"
    ? ["audience", "agent", "numbers", "schedule", "budget"]
    : ["audience", "schedule", "budget"];
