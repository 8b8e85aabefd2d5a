/** Whom a call can be transferred to, as of its beginning. */
import type { AgentSpec } from "#app/agents/agents.schema.ts";
import type { OrganizationDatabase } from "#app/object/organization-database.store.ts";
import { reachable } from "#app/telephony/transfers/reachable.store.ts";
import type { TransferTarget } from "#app/telephony/transfers/transfer.schema.ts";
import type { Arrival } from "./live-calls.schema.ts";

export const targetsFor = (
  db: OrganizationDatabase,
  agent: AgentSpec,
  arrival: Arrival,
): TransferTarget[] => {
  const { tier, subscription_status, organization, now } = arrival;
  return reachable(db, { agent, country: organization.country, tier, subscription_status, now });
};
