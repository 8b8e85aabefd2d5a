/** What a client sees of its months with its agency. */

/** One month as the page shows it. */
export interface StatementView {
  /** The address of its calls. */
  readonly calls: string;
  readonly title: string;
  /** Until when it goes, where that is not the month's end. */
  readonly until: string | null;
  /** Whom it is owed to, where that is not the present agency. */
  readonly agency: string | null;
  readonly minutes: string;
  readonly total: string;
  readonly facts: readonly (readonly [string, string])[];
}

/** `present`: the month that runs, or null when it has no terms. `owesAgency`: its present agency bills it by statement, not by card. */
export interface ClientPlanView {
  readonly present: StatementView | null;
  readonly owesAgency: boolean;
  readonly past: readonly StatementView[];
}
