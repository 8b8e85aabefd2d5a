/** What becomes of an invitation that somebody has taken up and not come through with yet (specification sections 4 and 9). */
import { z } from "zod";
import { hour_ms, minute_ms } from "#app/platform/durations.ts";

/** As the specification stores it (section 3); `timestamp` in ms UTC. */
export const pendingInvitation = z.object({
  userId: z.string(),
  organizationId: z.string(),
  role: z.string(),
  invitationId: z.string(),
  timestamp: z.number(),
});
export type PendingInvitation = z.infer<typeof pendingInvitation>;

/** Pending invitation lifetime 1 hour; new-account window 60 s. */
export const pendingLifetime_ms = hour_ms;
const newAccountWindow_ms = minute_ms;

/** Either of these in the address says that its visitor comes for an invitation. */
const parameters = ["invitation", "invite"];
export const asksForInvitation = (searchParams: URLSearchParams): boolean =>
  parameters.some((name) => searchParams.has(name));

/** An address without what says so. */
export function withoutInvitation({ pathname, searchParams }: URL): string {
  const rest = new URLSearchParams(searchParams);
  for (const name of parameters) rest.delete(name);
  return rest.size === 0 ? pathname : `${pathname}?${rest}`;
}

/**
 * Processed if under 1 hour old, for the same user, and the address has an invitation or invite parameter or the account
 * is under 60 s old; otherwise cleared.
 * @param now ms UTC
 */
export function becomesOf(
  { userId, timestamp }: PendingInvitation,
  user: { id: string; created_at: number },
  searchParams: URLSearchParams,
  now: number,
): "processed" | "cleared" {
  const isFresh = now - timestamp < pendingLifetime_ms;
  const isWanted = asksForInvitation(searchParams) || now - user.created_at < newAccountWindow_ms;
  return isFresh && userId === user.id && isWanted ? "processed" : "cleared";
}
