/** How long a call waits for its line and for its organization. Durations in ms. */
import { minute_ms, second_ms } from "#app/platform/durations.ts";

export const connect_ms = 90 * second_ms;
export const gone_ms = 20 * second_ms;
/** How long after its time limit, ringing included, a transferred call is given up: no report comes later than this. */
export const dialGrace_ms = 5 * minute_ms;
const longestRetry_ms = 5 * minute_ms;
/** How many announcements of one call keep a valid token; older ones are dropped. */
export const mostTokens = 5;

/** The pause before a finished call is handed over again, after so many failures. */
export const retryAfter_ms = (failures: number): number =>
  Math.min(longestRetry_ms, 2000 * 2 ** Math.min(failures, 10));
