/** What happens when an organization has spent what it allows itself: the choices, and the warnings on the way there. Without zod, so that pages can use them. */

export const capActions = ["stop_outbound", "stop_all", "warn"] as const;
export type CapAction = (typeof capActions)[number];

export const capActionWords: Record<CapAction, string> = {
  stop_outbound: "Stop outbound calls",
  stop_all: "Stop all calls",
  warn: "Only send a warning",
};

/** The largest cap, in minor units. */
export const mostCap = 100_000_000;

/** At these shares of the cap, in percent, owners and billing members get an email. */
export const warningPercents = [50, 80, 100] as const;

/** The warnings that an amount has reached. */
export const warningsReached = (spent_micros: number, cap_micros: number): number[] =>
  warningPercents.filter((percent) => spent_micros * 100 >= cap_micros * percent);

/** Micro-units of an amount in minor units; every currency that plans are sold in has a hundred of these. */
export const microsOf = (minor: number): number => minor * 10_000;
