/** The services that /status tells of, and the words for how they are. */
import type { DayRow } from "./uptime.ts";

export const serviceIds = ["database", "cache", "calls", "billing", "mail"] as const;
export type ServiceId = (typeof serviceIds)[number];

export const serviceNames: Readonly<Record<ServiceId, { name: string; what: string }>> = {
  database: { name: "Database", what: "Signing in, settings and saved data" },
  cache: { name: "Cache", what: "Brands and custom domains" },
  calls: { name: "Calls", what: "Answering and placing phone calls" },
  billing: { name: "Billing", what: "Payments and invoices" },
  mail: { name: "Email", what: "Codes, invitations and notifications" },
};

/** What a probe finds. `degraded`: it works, but late. */
export const probeLevels = ["up", "degraded", "down"] as const;
export type ProbeLevel = (typeof probeLevels)[number];

/** What is shown of a service: `unknown` when no probe is recent. */
export type Level = ProbeLevel | "maintenance" | "unknown";

export type Service = {
  id: ServiceId;
  level: Level;
  /** ms UTC; null: it was never checked. */
  checked_at: number | null;
  days: DayRow[];
};

export const levelWords: Readonly<Record<Level, string>> = {
  up: "Operational",
  degraded: "Degraded",
  down: "Down",
  maintenance: "Maintenance",
  unknown: "Unknown",
};

/** From the mildest to the worst. */
const order: readonly Level[] = ["up", "maintenance", "unknown", "degraded", "down"];

export const worst = (levels: readonly Level[]): Level =>
  order[Math.max(-1, ...levels.map((level) => order.indexOf(level)))] ?? "unknown";

const headlines: Readonly<Record<Level, string>> = {
  up: "All services are operational",
  maintenance: "Maintenance is under way",
  unknown: "Some services haven't been checked recently",
  degraded: "Some services are slower than usual",
  down: "Some services are down",
};

/** The state of everything in one sentence. */
export const headlineOf = (levels: readonly Level[]): string => headlines[worst(levels)];
