/** How long a proof of identity counts for sensitive changes (R3). */
import { minute_ms } from "#app/platform/durations.ts";

/** R3: 15 minutes for two-factor, e-mail, password, API keys, and deleting a domain or an organization. */
const sudoWindow_ms = 15 * minute_ms;

/**
 * Whether a proof is recent enough.
 * @param provenAt when it was given, ms UTC; null: never
 * @param now ms UTC
 */
export const isRecentProof = (provenAt: number | null, now: number): boolean =>
  provenAt !== null && now - provenAt < sudoWindow_ms;
