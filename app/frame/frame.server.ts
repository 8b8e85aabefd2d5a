/** The data of the frame around an organization's pages. */
import type { Membership, SignedIn } from "#app/accounts/session.server.ts";
import { lacksFactor } from "#app/membership/actor.server.ts";
import { closedTo } from "./navigation.ts";

/** How many organizations the menu shows; the others are at /organizations. */
const othersShown = 7;

/** The frame's data: the active organization, the person's others, and the addresses that they cannot open. */
export function frameOf(
  who: Pick<SignedIn, "user" | "isPlatformAdmin" | "hasFactor" | "factor"> & {
    readonly memberships: readonly Membership[];
  },
  shown: Membership,
) {
  const { user, memberships, isPlatformAdmin } = who;
  return {
    organization: { id: shown.id, name: shown.name },
    others: memberships
      .filter(({ id }) => id !== shown.id)
      .slice(0, othersShown)
      .map(({ id, name }) => ({ id, name })),
    user: { id: user.id, name: user.name ?? "", email: user.email, isPlatformAdmin },
    isHeld: lacksFactor(who, shown),
    closed: closedTo(shown.role, shown.hidden),
  };
}
