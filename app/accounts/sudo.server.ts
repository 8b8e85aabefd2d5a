/** The sudo window: what is sensitive wants a proof of who is there that is not old (R3). */
import type { SignedIn } from "./session.server.ts";

/** R3: 15 minutes for two-factor, e-mail, password, API keys, and deleting a domain or an organization. */
const sudoWindow = 15 * 60_000;

/**
 * Whether somebody must confirm that it is them before something sensitive is done.
 * @param now ms UTC
 */
export const needsProof = (who: SignedIn, now: number): boolean =>
  who.kind !== "full" || who.provenAt === null || now - who.provenAt >= sudoWindow;
