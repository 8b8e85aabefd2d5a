/** Whom an agent can put callers through to: its own number, and the targets that it may use. */
import { alsoClosed } from "#app/hours/opening-hours.ts";
import { reachOf } from "#app/membership/plan-limits.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { closedDays } from "#app/object/settings.store.ts";
import { dialRefusal } from "#app/platform/phone-number-cost.ts";
import { isOwnNumber } from "#app/telephony/own-numbers.store.ts";
import { isCountryAllowed } from "#app/telephony/telephony.store.ts";
import { withOwn } from "./route.ts";
import type { TransferTarget } from "./transfer.schema.ts";
import { list } from "./transfers.store.ts";

export type Asked = {
  /** What the agent says of transfers (`AgentSpec`). */
  agent: {
    readonly actions: { readonly transfer: { readonly phone_number: string; readonly name: string } | null };
    readonly transfer_targets: readonly string[];
  };
  /** The organization's: they decide which numbers it dials. */
  country: string;
  tier: string;
  subscription_status: string;
  now: number;
};

/** A number that became the organization's own, that the plan does not dial any more, or whose country the organization does not call, is left out. */
export function reachable(db: OrganizationDatabase, asked: Asked): TransferTarget[] {
  const { agent, country, tier, subscription_status, now } = asked;
  const { transfer } = agent.actions;
  const dialling = { country, reach: reachOf(tier, subscription_status) };
  const dates = closedDays(db).map(({ date }) => date);
  const people = list(db)
    .filter(
      ({ phone_number }) =>
        !isOwnNumber(db, phone_number) &&
        dialRefusal(phone_number, dialling) === null &&
        isCountryAllowed(db, "outbound", phone_number),
    )
    .map((target) => ({ ...target, hours: target.hours && alsoClosed(target.hours, dates, now) }));
  const isOwnAllowed = transfer !== null && isCountryAllowed(db, "outbound", transfer.phone_number);
  return withOwn(isOwnAllowed ? transfer : null, people, agent.transfer_targets);
}
