/** Where a model is asked, what the adapters put up with, and which fault a status tells. */
import type { ModelFault } from "#workers/conversation/model/model.ts";

/** Where a model is asked, and with what. `base` ends without a slash. */
export type Endpoint = {
  readonly base: string;
  readonly key: string;
  /** How long its answers may pause; absent: `bounds.quiet_ms`. */
  readonly quiet_ms?: number;
};

/** What the adapters put up with. */
export const bounds = {
  /** Until an answer has begun; an agent's own limit for the first token is shorter. */
  begin_ms: 15_000,
  /** Between two pieces of an answer. */
  quiet_ms: 10_000,
  /** A whole answer: minutes of speech. */
  text: 8000,
  /** The arguments of one call. */
  arguments: 8000,
  /** Calls in one answer. */
  calls: 16,
  /** One event of a stream. */
  event: 65_536,
} as const;

/** The fault that an HTTP status tells; null: it is an answer. */
export function faultOfStatus(status: number): ModelFault | null {
  if (status >= 200 && status < 300) return null;
  if (status === 401 || status === 403) return "unauthorized";
  if (status === 402 || status === 429) return "rate_limited";
  if (status === 408 || status === 504) return "timeout";
  return status >= 500 ? "unavailable" : "rejected";
}
