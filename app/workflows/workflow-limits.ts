/** How many runs each plan allows, and what keeps workflows from starting each other without end. */
import { hour_ms } from "#app/platform/durations.ts";

type RunLimits = {
  /** Runs that begin in a month (UTC). */
  month: number;
  /** Runs at work at the same time; the others wait for them. Runs that sleep do not count. */
  atOnce: number;
};

const starter: RunLimits = { month: 1000, atOnce: 25 };
const plans: Readonly<Record<string, RunLimits>> = {
  starter,
  growth: { month: 10_000, atOnce: 50 },
  scale: { month: 50_000, atOnce: 100 },
  agency: { month: 250_000, atOnce: 200 },
};

/** `tier`: `organizations.subscription_tier`; an unknown one has the starter's. */
export const runLimitsOf = (tier: string): RunLimits =>
  (Object.hasOwn(plans, tier) ? plans[tier] : undefined) ?? starter;

/** So many runs may stand in a chain in which each began the next. */
export const mostInChain = 5;

/** So many runs of one workflow for one person within `soon_ms`: no person needs more, and two systems that answer each other do. */
export const mostForPerson = 10;
/** The same for runs about no one that is known: another system sends them, and may be told of each. */
export const mostForNoOne = 1000;
export const soon_ms = hour_ms;

/** So many events in a minute may be posted to one workflow's secret address. */
export const mostAtHook = 300;
