/** The data of /customer-management. */
import { statusWords, tierWords } from "#app/billing/plan-words.ts";
import { healthOf } from "#app/clients/client-health.ts";
import { tiers } from "#app/membership/plan-limits.ts";
import type { Database } from "#app/platform/d1.server.ts";
import { ago, counted, type Place, price, startedMinutes } from "#app/platform/format.ts";
import { cursorOf } from "#app/platform/keyset.ts";
import { asOf, type Branch, type CustomerRow, customersPage } from "./customer-list.server.ts";
import { customersQuery, isTree } from "./customers-query.ts";
import type { ListedCustomer } from "./listed-customer.ts";

/** "Growth", and for any status but active: "Starter, payment overdue". */
export const planWords = ({ tier, status }: { tier: string; status: string }): string =>
  status === "active" ? tierWords(tier) : `${tierWords(tier)}, ${statusWords(status).toLowerCase()}`;

/** When it was last in use: a member opened it, or a call came. */
export const lastActive = ({ last_call_at, last_seen_at }: CustomerRow): number | null =>
  last_call_at === null && last_seen_at === null ? null : Math.max(last_call_at ?? 0, last_seen_at ?? 0);

/** The fee of a month, which the platform is paid; of a client that pays its agency, who is paid. */
export const revenueOf = (one: CustomerRow, locale: string): { words: string; isFee: boolean } => {
  const fee = feeWords(one, locale);
  if (fee !== "") return { words: fee, isFee: true };
  const isPaidToAgency = one.agency_fee !== null && one.parent !== null;
  return { words: isPaidToAgency ? `Paid to ${one.parent}` : "No fee", isFee: false };
};

const feeWords = ({ fee, fee_currency }: CustomerRow, locale: string): string =>
  fee === null || fee_currency === null ? "" : price(fee, fee_currency, locale);

function listed(
  one: CustomerRow,
  isTreed: boolean,
  hidden: number,
  now: number,
  place: Place,
): ListedCustomer {
  const at = lastActive(one);
  const owner = one.owner ?? "No members";
  return {
    id: one.id,
    name: one.name,
    what: isTreed || one.parent === null ? owner : `Client of ${one.parent} · ${owner}`,
    isBelow: isTreed && one.parent_id !== null,
    plan: planWords(one),
    minutes: startedMinutes(one.seconds, place.locale),
    revenue: revenueOf(one, place.locale),
    active: at === null ? "Never" : ago(at, now, place),
    health: healthOf(one, now),
    pick: `${one.id}:${one.version}`,
    more: hidden > 0 ? counted(hidden, "more client", "more clients", place.locale) : null,
  };
}

/** An agency, then its clients; the last row of a branch says how many are not shown. */
function rowsOf({ of, clients }: Branch, isTreed: boolean, now: number, place: Place): ListedCustomer[] {
  const hidden = isTreed ? of.clients - clients.filter(({ archived_at }) => archived_at === null).length : 0;
  const own = listed(of, isTreed, hidden, now, place);
  return [own, ...clients.map((one) => listed(one, isTreed, 0, now, place))];
}

/** What the page shows for an address. */
export async function customersView(db: Database, url: string, place: Place) {
  const now = Date.now();
  const query = customersQuery(url, tiers);
  const { branches, ...beside } = await customersPage(db, query, cursorOf(url), asOf(now, place.timeZone));
  const isTreed = isTree(query);
  return {
    ...beside,
    query,
    isTreed,
    plans: tiers.map((value) => ({ value, label: tierWords(value) })),
    customers: branches.flatMap((branch) => rowsOf(branch, isTreed, now, place)),
  };
}
