/** The data of the frame around an organization's pages. */
import type { Membership, SignedIn } from "#app/accounts/session.server.ts";
import { platformSupport } from "#app/accounts/session-row.server.ts";
import { paymentNotice } from "#app/billing/plan/payment-notice.ts";
import type { Brand } from "#app/branding/brand.schema.ts";
import { addressesOf } from "#app/branding/hidden-sections.ts";
import { lacksFactor } from "#app/membership/actor.server.ts";
import { hasClients } from "#app/membership/plan-limits.ts";
import { timeOfDay } from "#app/platform/format.ts";
import { hasCommandKey } from "#app/shell/keyboard.server.ts";
import { closedTo } from "./shortcuts.ts";

/** How many organizations the menu shows; the others are at /organizations. */
const othersShown = 7;

/** The addresses that the brand hides from others, while this person sees them, and from whom. */
function hiddenFromOthers(shown: Membership) {
  const seen = shown.flagged.filter((section) => !shown.hidden.includes(section));
  const isAgency = shown.agency === null && hasClients(shown);
  return {
    addresses: addressesOf(seen),
    words: isAgency ? "Hidden from your clients and members" : "Hidden from your members",
  };
}

/** The visit of support that a page belongs to, as its bar shows it; null: the person is a member. */
function visitOf({ name, agency, visit, time_zone, locale }: Membership) {
  if (visit === null) return null;
  const until = timeOfDay(visit.ends_at, { timeZone: time_zone, locale });
  const isPlatforms = visit.agency_id === platformSupport;
  return {
    id: visit.id,
    name,
    agency: isPlatforms ? null : (agency?.name ?? ""),
    until,
    mayWrite: visit.may_write,
  };
}

/** The frame's data: the active organization, the person's others, and the addresses that they cannot open. */
export function frameOf(
  request: Request,
  who: Pick<SignedIn, "user" | "isPlatformAdmin" | "hasFactor" | "factor"> & {
    readonly memberships: readonly Membership[];
    readonly visits: readonly Membership[];
  },
  shown: Membership,
  { logo_url, logo_url_light, company_name }: Pick<Brand, "logo_url" | "logo_url_light" | "company_name">,
) {
  const { user, memberships, visits, isPlatformAdmin } = who;
  return {
    organization: { id: shown.id, name: shown.name, logo: logo_url, logoLight: logo_url_light },
    plan: { tier: shown.subscription_tier, status: shown.subscription_status },
    visit: visitOf(shown),
    others: [...visits, ...memberships]
      .filter(({ id }) => id !== shown.id)
      .slice(0, othersShown)
      .map(({ id, name }) => ({ id, name })),
    user: { id: user.id, name: user.name ?? "", email: user.email, isPlatformAdmin },
    isHeld: lacksFactor(who, shown) || shown.suspended_at !== null,
    closed: closedTo(shown.role, shown.hidden, hasClients(shown)),
    hasCommandKey: hasCommandKey(request),
    hiddenFromOthers: hiddenFromOthers(shown),
    payment: paymentNotice(shown, company_name, Date.now()),
  };
}
