/** Endpoints and deliveries as the organization's object gives them. */
import { day_ms, minute_ms, second_ms } from "#app/platform/durations.ts";
import type { SendFailure } from "./webhook-terms.schema.ts";

/** How long the secret before a new one signs too. */
export const overlap_ms = day_ms;

/** How long deliveries are kept. */
export const kept_ms = 30 * day_ms;

/** How long after each failed attempt the next one waits; after the last the delivery has failed. A day in all. */
export const retryAfter_ms: readonly number[] = [
  30 * second_ms,
  2 * minute_ms,
  5 * minute_ms,
  15 * minute_ms,
  30 * minute_ms,
  60 * minute_ms,
  120 * minute_ms,
  240 * minute_ms,
  480 * minute_ms,
  490 * minute_ms,
];

/** After so many failures in a row, owners and admins are told; at the last, once they have lasted for a day, the endpoint is disabled (R45). */
export const toldFailures: readonly number[] = [5, 10, 15];
export const mostFailures = 20;
export const triedFor_ms = day_ms;

export type Endpoint = {
  id: string;
  name: string;
  url: string;
  events: string[];
  is_enabled: boolean;
  disabled_at: number | null;
  previous_until: number | null;
  failures: number;
  failing_since: number | null;
  last_attempt_at: number | null;
  created_by: string;
  created_at: number;
  updated_at: number;
};

export const deliveryStatuses = ["waiting", "delivered", "failed"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export type Delivery = {
  id: string;
  type: string;
  is_test: boolean;
  status: DeliveryStatus;
  attempts: number;
  next_at: number | null;
  last_status: number | null;
  why: SendFailure | string | null;
  created_at: number;
  done_at: number | null;
};

export type Attempt = {
  n: number;
  at: number;
  ms: number;
  status: number | null;
  why: string | null;
  bytes: number;
  type: string | null;
};

/** What a worker needs for an attempt. */
export type Job = {
  id: string;
  endpoint_id: string;
  url: string;
  body: string;
  sealed: string;
  /** The secret before, while it signs too. */
  previous_sealed: string | null;
};
