/** The data of the frame around an organization's pages. */
import type { Membership, SignedIn } from "#app/accounts/session.server.ts";
import { lacksFactor } from "#app/membership/actor.server.ts";
import { hasClients } from "#app/membership/plan-limits.ts";
import { timeOfDay } from "#app/platform/format.ts";
import { closedTo } from "./navigation.ts";

/** How many organizations the menu shows; the others are at /organizations. */
const othersShown = 7;

/** The visit of support that a page belongs to, as its bar shows it; null: the person is a member. */
function visitOf({ name, agency, visit, time_zone, locale }: Membership) {
  if (visit === null) return null;
  const until = timeOfDay(visit.ends_at, { timeZone: time_zone, locale });
  return { id: visit.id, name, agency: agency?.name ?? "", until, mayWrite: visit.may_write };
}

/** The frame's data: the active organization, the person's others, and the addresses that they cannot open. */
export function frameOf(
  who: Pick<SignedIn, "user" | "isPlatformAdmin" | "hasFactor" | "factor"> & {
    readonly memberships: readonly Membership[];
    readonly visits: readonly Membership[];
  },
  shown: Membership,
) {
  const { user, memberships, visits, isPlatformAdmin } = who;
  return {
    organization: { id: shown.id, name: shown.name },
    visit: visitOf(shown),
    others: [...visits, ...memberships]
      .filter(({ id }) => id !== shown.id)
      .slice(0, othersShown)
      .map(({ id, name }) => ({ id, name })),
    user: { id: user.id, name: user.name ?? "", email: user.email, isPlatformAdmin },
    isHeld: lacksFactor(who, shown) || shown.suspended_at !== null,
    closed: closedTo(shown.role, shown.hidden, hasClients(shown)),
  };
}
