/** How long a proof of who is there counts before something sensitive is done (R3). */

/** R3: 15 minutes for two-factor, e-mail, password, API keys, and deleting a domain or an organization. */
const sudoWindow = 15 * 60_000;

/**
 * Whether a proof is recent enough.
 * @param provenAt when it was given, ms UTC; null: never
 * @param now ms UTC
 */
export const isRecentProof = (provenAt: number | null, now: number): boolean =>
  provenAt !== null && now - provenAt < sudoWindow;
