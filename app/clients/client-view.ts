/** What a client's page shows, as its server prepares it. */
import type { FlagField } from "#app/white-label/flag-words.ts";
import type { PriceView } from "./billing/price-view.ts";
import type { Health } from "./client-health.ts";

type Choice = { readonly value: string; readonly label: string };

export interface ClientView {
  readonly id: string;
  readonly name: string;
  readonly health: Health;
  /** Where its people sign in; null: at the main address. */
  readonly host: string | null;
  readonly isSuspended: boolean;
  /** The platform suspended it: the agency can't resume it. */
  readonly isBarred: boolean;
  /** "Dec 23" while it is archived; null otherwise. */
  readonly restorableUntil: string | null;
  readonly figures: readonly { label: string; value: string; note?: string }[];
  readonly facts: readonly (readonly [string, string])[];
  readonly people: readonly { id: string; who: string; email: string; role: string; seen: string }[];
  readonly invitations: readonly { id: string; email: string; role: string; until: string }[];
  /** The roles that an invitation may give. */
  readonly roles: readonly Choice[];
  readonly details: {
    name: string;
    tier: string;
    status: string;
    lines: string;
    numbers: string;
    agents: string;
  };
  /** What the client pays, in words; null: its plan has no price. */
  readonly paysWords: string | null;
  /** Its card subscription lives, and decides its plan and status. */
  readonly paysByCard: boolean;
  /** The client's own price in its form. */
  readonly ownPrice: PriceView;
  readonly currency: string;
  readonly planLimits: { readonly lines: number; readonly numbers: number; readonly agents: number };
  readonly tiers: readonly Choice[];
  readonly statuses: readonly Choice[];
  /** The sections that the client's own flags hide from everyone there. */
  readonly flags: Readonly<Record<FlagField, boolean>>;
  readonly withheld: readonly { section: string; roles: readonly string[] }[];
  /** To whom it is offered, and until when: "Dec 3". */
  readonly offer: { readonly email: string; readonly until: string } | null;
  readonly visits: readonly {
    id: string;
    who: string;
    reason: string;
    when: string;
    deeds: readonly string[];
  }[];
  readonly events: readonly { id: string; what: string; who: string; isSupport: boolean; when: string }[];
  readonly support: { readonly isAllowed: boolean; readonly canOpen: boolean };
  readonly canWrite: boolean;
  /** Whether the reader must confirm who they are before they open, move or archive the client. */
  readonly needsProof: boolean;
}
