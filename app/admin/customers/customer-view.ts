/** What a customer's page shows, as its server prepares it. */
import type { Health } from "#app/clients/client-health.ts";

type Choice = { readonly value: string; readonly label: string };

export interface CustomerView {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly sentence: string;
  readonly health: Health;
  readonly agency: { readonly id: string; readonly name: string } | null;
  /** Suspended by the platform; its agency's own suspension is in `health`. */
  readonly isSuspended: boolean;
  /** "Dec 23" while it is deleted; null otherwise. */
  readonly restorableUntil: string | null;
  readonly figures: readonly { label: string; value: string; note?: string }[];
  readonly facts: readonly (readonly [string, string])[];
  readonly members: readonly { id: string; who: string; email: string; role: string; seen: string }[];
  readonly numbers: readonly { id: string; number: string; agent: string }[];
  readonly domains: readonly { id: string; host: string; state: string }[];
  readonly errors: readonly { id: string; message: string; severity: string; when: string }[];
  readonly events: readonly { id: string; what: string; who: string; reason: string | null; when: string }[];
  readonly clients: string | null;
  readonly plan: {
    readonly tier: string;
    readonly status: string;
    readonly tiers: readonly Choice[];
    /** A subscription decides the status. */
    readonly isBilled: boolean;
    readonly words: string;
  };
  readonly limits: Readonly<Record<string, string>>;
  readonly planLimits: Readonly<Record<string, number>>;
  /** What a longer trial is counted in; null: it is in none. */
  readonly trial: { readonly unit: "days" | "minutes"; readonly words: string } | null;
  /** What a credit is given in; null: no payments are taken, or its agency is paid. */
  readonly creditCurrency: string | null;
  /** "$5, $12.50": credits that are recorded and not given yet; null: none. */
  readonly owedCredits: string | null;
  readonly support: { readonly isAllowed: boolean; readonly canOpen: boolean };
  readonly needsProof: boolean;
}
