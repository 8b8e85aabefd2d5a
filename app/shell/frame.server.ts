/** What the frame around an organization's pages shows of the person who looks at them. */
import type { Membership, SignedIn } from "#app/accounts/session.server.ts";
import { closedTo } from "./navigation.ts";

/** So many organizations are one press away; whoever has more finds them at /organizations. */
const othersShown = 7;

/** The frame's data: the organization that is shown, the person's others, and the addresses that are not for them. */
export function frameOf(
  {
    user,
    memberships,
    isPlatformAdmin,
  }: Pick<SignedIn, "user" | "isPlatformAdmin"> & {
    memberships: readonly Membership[];
  },
  shown: Membership,
) {
  return {
    organization: { id: shown.id, name: shown.name },
    others: memberships
      .filter(({ id }) => id !== shown.id)
      .slice(0, othersShown)
      .map(({ id, name }) => ({ id, name })),
    user: { id: user.id, name: user.name ?? "", email: user.email, isPlatformAdmin },
    closed: closedTo(shown.role, shown.hidden),
  };
}
