/** Decides what becomes of an invitation that a person has opened and not accepted yet (docs/product.md, "Sign-in flows" and "Constants"). */
import { z } from "zod";
import { hour_ms, minute_ms } from "#app/platform/durations.ts";

/** The stored form (docs/product.md, "Fields"); `timestamp` in ms UTC. */
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

/** Either parameter in the address says that the visitor comes for an invitation. */
const parameters = ["invitation", "invite"];
export const asksForInvitation = (searchParams: URLSearchParams): boolean =>
  parameters.some((name) => searchParams.has(name));

/** An address without these parameters. */
export function withoutInvitation({ pathname, searchParams }: URL): string {
  const rest = new URLSearchParams(searchParams);
  for (const name of parameters) rest.delete(name);
  return rest.size === 0 ? pathname : `${pathname}?${rest}`;
}

/**
 * Whether a pending invitation is accepted (`processed`) or dropped (`cleared`). It is accepted when all three hold: it
 * is under 1 hour old; it is for this user; the address has an `invitation` or `invite` parameter, or the account is
 * under 60 s old.
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
