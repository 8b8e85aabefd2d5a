/** What a client sees of its months with its agency. */

/** One month as the page shows it. */
export interface StatementView {
  /** YYYY-MM, part of the address of its calls. */
  readonly month: string;
  readonly title: string;
  readonly minutes: string;
  readonly total: string;
  readonly facts: readonly (readonly [string, string])[];
}

/** `present`: the month that runs, or null when it has no terms. */
export interface ClientPlanView {
  readonly present: StatementView | null;
  readonly past: readonly StatementView[];
}
