/** What the frame around an organization's pages shows of the person who looks at them. */
import type { Membership, SignedIn } from "#app/accounts/session.server.ts";
import { lacksFactor } from "#app/membership/actor.server.ts";
import { closedTo } from "./navigation.ts";

/** So many organizations are one press away; whoever has more finds them at /organizations. */
const othersShown = 7;

/** The frame's data: the organization that is shown, the person's others, and the addresses that are not for them. */
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
