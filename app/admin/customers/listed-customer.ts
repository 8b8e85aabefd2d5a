/** A customer as a row of the list. */
import type { Health } from "#app/clients/client-health.ts";

export interface ListedCustomer {
  readonly id: string;
  readonly name: string;
  /** Below the name: its owner, and whose client it is where the list is no tree. */
  readonly what: string;
  /** Whether it stands below its agency. */
  readonly isBelow: boolean;
  readonly plan: string;
  readonly minutes: string;
  /** What it pays the platform in a month (`isFee`), or who is paid in its place. */
  readonly revenue: { readonly words: string; readonly isFee: boolean };
  readonly active: string;
  readonly health: Health;
  /** What a bulk change names: the id, and the version that was shown. */
  readonly pick: string;
  /** How many of its clients the tree doesn't show: "12 more clients"; null: none. */
  readonly more: string | null;
}
