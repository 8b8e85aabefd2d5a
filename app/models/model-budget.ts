/** What one organization may spend a day on the platform's own keys of language models. Micros of US dollars. */
const usd = 1_000_000;

/** `small`: without a plan, and in the trial of one. */
export const dayBudget = { small: 0.5 * usd, full: 20 * usd } as const;

export const modelPurposes = ["call", "play", "rehearsal", "analysis"] as const;
/** What a model was asked for. */
export type ModelPurpose = (typeof modelPurposes)[number];

/** A day on the platform's keys; `used`: what was settled, and what is held for answers that are still coming. */
export type BudgetDay = { used: number; most: number };
