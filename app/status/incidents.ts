/** The words of incidents: how bad one is, and how far the work on it has come. */
import type { Level, ServiceId } from "./services.ts";

export const impacts = ["degraded", "down", "maintenance"] as const satisfies readonly Level[];
export type Impact = (typeof impacts)[number];

export const impactWords: Readonly<Record<Impact, string>> = {
  degraded: "Slower or partly unavailable",
  down: "Down",
  maintenance: "Maintenance",
};

export const updateStates = ["investigating", "identified", "monitoring", "resolved"] as const;
export type UpdateState = (typeof updateStates)[number];

export const stateWords: Readonly<Record<UpdateState, string>> = {
  investigating: "Investigating",
  identified: "Identified",
  monitoring: "Monitoring",
  resolved: "Resolved",
};

export type IncidentUpdate = { id: string; state: UpdateState; body: string; created_at: number };

export type Incident = {
  id: string;
  title: string;
  impact: Impact;
  components: ServiceId[];
  started_at: number;
  resolved_at: number | null;
  /** The newest first. */
  updates: IncidentUpdate[];
};

/** What the unresolved incidents say of a service. */
export const saidBy = (incidents: readonly Incident[], id: ServiceId): Impact[] =>
  incidents
    .filter(({ resolved_at, components }) => resolved_at === null && components.includes(id))
    .map(({ impact }) => impact);
