/** The data of the frame around an organization's pages. */
import type { Membership, SignedIn } from "#app/accounts/session.server.ts";
import type { Brand } from "#app/branding/brand.schema.ts";
import { addressesOf } from "#app/branding/hidden-sections.ts";
import { lacksFactor } from "#app/membership/actor.server.ts";
import { limitsOf } from "#app/membership/plan-limits.ts";
import { hasCommandKey } from "#app/shell/keyboard.server.ts";
import { closedTo } from "./navigation.ts";

/** How many organizations the menu shows; the others are at /organizations. */
const othersShown = 7;

/** The addresses that the brand hides from others, while this person sees them, and from whom. */
function hiddenFromOthers({ flagged, hidden, agency, subscription_tier }: Membership) {
  const seen = flagged.filter((section) => !hidden.includes(section));
  const hasClients = agency === null && limitsOf(subscription_tier).clients > 0;
  return {
    addresses: addressesOf(seen),
    words: hasClients ? "Hidden from your clients and members" : "Hidden from your members",
  };
}

/** The frame's data: the active organization, the person's others, and the addresses that they cannot open. */
export function frameOf(
  request: Request,
  who: Pick<SignedIn, "user" | "isPlatformAdmin" | "hasFactor" | "factor"> & {
    readonly memberships: readonly Membership[];
  },
  shown: Membership,
  { logo_url, logo_url_light }: Pick<Brand, "logo_url" | "logo_url_light">,
) {
  const { user, memberships, isPlatformAdmin } = who;
  return {
    organization: { id: shown.id, name: shown.name, logo: logo_url, logoLight: logo_url_light },
    others: memberships
      .filter(({ id }) => id !== shown.id)
      .slice(0, othersShown)
      .map(({ id, name }) => ({ id, name })),
    user: { id: user.id, name: user.name ?? "", email: user.email, isPlatformAdmin },
    isHeld: lacksFactor(who, shown),
    closed: closedTo(shown.role, shown.hidden),
    hasCommandKey: hasCommandKey(request),
    hiddenFromOthers: hiddenFromOthers(shown),
  };
}
