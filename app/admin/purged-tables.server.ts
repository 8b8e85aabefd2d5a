/** Which tables a purge empties, which it leaves, and what is left of an organization afterwards. */
import { sql } from "drizzle-orm";
import { imagesLeft } from "#app/branding/brand-images.server.ts";
import { recordingsLeft } from "#app/calls/recordings/recording-files.server.ts";
import { importFilesLeft } from "#app/contacts/import-files.server.ts";
import type { Verified } from "#app/data-rights/deletion-receipts.server.ts";
import { filesLeft } from "#app/data-rights/export-file.server.ts";
import { sourceFilesLeft } from "#app/knowledge/source-files.server.ts";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import {
  agentIndex,
  apiKeys,
  billingCustomers,
  brandImages,
  brandVersions,
  calendarFeeds,
  callShares,
  carrierAccounts,
  checkoutSessions,
  clientTemplates,
  connectedAccounts,
  customDomains,
  customerCredits,
  dataErasures,
  dataExports,
  dialers,
  disputes,
  errorGroups,
  errorLogs,
  eventOutbox,
  joiningDomains,
  legalPages,
  legalVersions,
  modelKeys,
  numberClaims,
  numberEndings,
  numberOrders,
  numberRents,
  organizationBranding,
  organizationMembers,
  organizationSettings,
  phoneNumbers,
  securityAlerts,
  sendingDomains,
  spendingCaps,
  spendingWarnings,
  stripeEvents,
  subscriptions,
  subscriptionTerms,
  supportVisits,
  toolSecrets,
  usageRollups,
  userInvitations,
  widgets,
} from "#drizzle/control/schema.ts";

/** The tables whose rows are deleted; members last but one, because they lead to the profiles. */
export const purgedTables = [
  userInvitations,
  errorGroups,
  errorLogs,
  eventOutbox,
  joiningDomains,
  securityAlerts,
  usageRollups,
  agentIndex,
  apiKeys,
  phoneNumbers,
  organizationSettings,
  brandImages,
  brandVersions,
  calendarFeeds,
  callShares,
  carrierAccounts,
  clientTemplates,
  customDomains,
  dataErasures,
  dataExports,
  legalPages,
  legalVersions,
  modelKeys,
  toolSecrets,
  widgets,
  dialers,
  sendingDomains,
  supportVisits,
  checkoutSessions,
  connectedAccounts,
  customerCredits,
  disputes,
  numberClaims,
  numberEndings,
  numberOrders,
  numberRents,
  spendingCaps,
  spendingWarnings,
  stripeEvents,
  subscriptionTerms,
  subscriptions,
  billingCustomers,
  organizationBranding,
  organizationMembers,
] as const;

/**
 * Tables of organizations whose rows stay: the audit trail for its own time, applied events (ids only) until they are
 * old, receipts (ids only), which prove the deletion, metered calls (ids only), which are billed after the purge too, profiles, which belong to people and lose the organization's id, released hosts, which wait for 30 days, and who
 * had a trial (ids and hashes only), so that deleting an account does not begin another one.
 */
export const keptTables: readonly string[] = [
  "audit_events",
  "applied_events",
  "data_receipts",
  "meter_events",
  "profiles",
  "released_hosts",
  "trial_grants",
];

/** Counts what is left of an organization, after everything was deleted. */
export async function lookForRest(
  env: Env,
  db: Database,
  id: string,
  object_tables_left: number,
): Promise<Verified> {
  const counts = purgedTables.map(
    (table) => sql`(select count(*) from ${table} where ${table.organization_id} = ${id})`,
  );
  const found = await tenant(db, id).get<{ rows_left: number }>(
    sql`select ${sql.join(counts, sql` + `)} as rows_left`,
  );
  return {
    tables: purgedTables.length,
    rows_left: found?.rows_left ?? 0,
    object_tables_left,
    files_left:
      (await filesLeft(env, id)) +
      (await imagesLeft(env, id)) +
      (await sourceFilesLeft(env, id)) +
      (await importFilesLeft(env, id)) +
      (await recordingsLeft(env, id)),
  };
}
