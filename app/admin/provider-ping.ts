/** What a ping of a provider found. */
import type { ProbeLevel } from "#app/status/services.ts";

export type ProviderPing = {
  readonly name: string;
  /** What it does for us. */
  readonly what: string;
  /** Of the last answer; null: it is not set up in this deployment. */
  readonly level: ProbeLevel | null;
  readonly median_ms: number | null;
  readonly slowest_ms: number | null;
  /** How many answers came. */
  readonly answered: number;
};
