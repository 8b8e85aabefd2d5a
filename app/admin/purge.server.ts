/** Purges deleted organizations after 30 days: everything of theirs is deleted for good, in steps that can be repeated (R48). */

import { and, eq, inArray, isNotNull, lte, or, sql } from "drizzle-orm";
import { auditLine, noTrace } from "#app/accounts/audit.server.ts";
import { endingTerms } from "#app/billing/resale/client-terms.server.ts";
import { endForeignSubscriptions } from "#app/billing/resale/retail-ends.server.ts";
import { forgetPayer } from "#app/billing/stripe/deleted-payers.server.ts";
import { forgetImages } from "#app/branding/brand-images.server.ts";
import { hostKey, hostsOf, publishHostsOf } from "#app/branding/host-tenants.server.ts";
import { forgetRecordings } from "#app/calls/recordings/recording-files.server.ts";
import { standingAlone } from "#app/clients/standing-alone.ts";
import { templateKey, templatesOf } from "#app/clients/templates.server.ts";
import { forgetImportFiles } from "#app/contacts/import-files.server.ts";
import { completingReceipt, prepareReceipt } from "#app/data-rights/deletion-receipts.server.ts";
import { forgetFiles } from "#app/data-rights/export-file.server.ts";
import { giveUpEveryHost } from "#app/domains/leave-domain.server.ts";
import { giveUpSender } from "#app/domains/sending-domain.server.ts";
import { forgetSourceFiles } from "#app/knowledge/source-files.server.ts";
import { type Place, reopenOrganization } from "#app/membership/deleted-organizations.server.ts";
import { hasMatched, runGuarded } from "#app/membership/guarded-batch.server.ts";
import { askListenersAgain } from "#app/membership/live-listeners.server.ts";
import { endingVisits } from "#app/membership/support-visits.server.ts";
import { recordError } from "#app/monitoring/error-logs.server.ts";
import { Database, platform, tenant } from "#app/platform/d1.server.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { settings } from "#app/platform/env.server.ts";
import { Fault } from "#app/platform/errors.ts";
import { newId } from "#app/platform/id.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { closeSubaccounts } from "#app/telephony/carriers/subaccounts.server.ts";
import { giveBackEvery } from "#app/telephony/numbers.server.ts";
import { owesMoney } from "#app/telephony/sale/orders.server.ts";
import {
  auditEvents,
  clientMonths,
  clientPrices,
  clientTerms,
  organizationMembers,
  organizations,
  profiles,
  retailPrices,
} from "#drizzle/control/schema.ts";
import { lookForRest, purgedTables } from "./purged-tables.server.ts";

/** A restoration that began in time has finished by then. */
const afterTheLastDay_ms = hour_ms;
/** How many organizations one run of cron handles: those not tried for the longest time. */
const atOnce = 10;
/** Rows of one table in one batch (R35 allows ten times as many), and batches in one run. */
const oneStep = 1000;
const steps = 20;
/** Clients of a deleted agency in one run: each takes a few statements and a word to its object. */
const clientsAtOnce = 50;

/**
 * Purges organizations whose 30 days are over. One that cannot be finished is recorded and tried again later.
 * @param now ms UTC
 */
export async function purgeDeleted(env: Env, now: number): Promise<void> {
  const db = new Database(env.DB, new Timing());
  const due = await platform(db)
    .select({ id: organizations.id, region: organizations.region })
    .from(organizations)
    .where(and(isNotNull(organizations.archived_at), lte(organizations.purge_at, now - afterTheLastDay_ms)))
    .orderBy(organizations.updated_at)
    .limit(atOnce);
  for (const place of due) {
    try {
      await purge(env, db, place, now);
    } catch (error) {
      const where = { url: "/cron/purge", route: "cron/purge" };
      const organization_id = place.id;
      await recordError(env, { error, ...where, request_id: newId(), severity: "error", organization_id });
    }
  }
}

/**
 * From the outside in: first what costs money elsewhere, then the object, then the rows that lead to both. The
 * organization's own row stays without a name: its purge date is removed only when everything else is gone, so that
 * an interrupted purge, or one undone by restoring an older database, runs again.
 */
async function purge(env: Env, db: Database, place: Place, now: number): Promise<void> {
  const { id } = place;
  const own = tenant(db, id);
  await own.update(organizations).set({ updated_at: now }).where(eq(organizations.id, id));
  const object = organizationObject(place, env);
  // Later nothing tells any more whom to tell, and in whose name.
  await prepareReceipt(env, db, id, now);
  const numberContext = { organization_id: id, store: storeOf(object), db, settings: settings(env) };
  // With an account its numbers go at once; those of the platform's account are given back one by one.
  if (!(await closeSubaccounts(numberContext))) throw new Fault("carrier_unavailable");
  if (!(await giveBackEvery(numberContext))) throw new Fault("carrier_unavailable");
  // Money without a number goes back first; its order is all that is known of it.
  if (await owesMoney(db, id)) throw new Fault("unavailable");
  await forgetPayer(env, db, id);
  if (!(await giveUpEveryHost({ env, db }, id, now))) throw new Fault("unavailable");
  if (!(await giveUpSender(env, db, id))) throw new Fault("unavailable");
  const object_tables_left = await object.purge();
  await forgetHosts(env, db, id);
  await forgetImages(env, id);
  await forgetFiles(env, id);
  await forgetSourceFiles(env, id);
  await forgetImportFiles(env, id);
  await forgetRecordings(env, id);
  await forgetTemplates(env, db, id);
  if (!(await releaseClients(env, db, id, now))) return;
  for (let step = 0; step < steps; step++)
    if (await forgetRows(db, id, now)) return finish(env, db, id, object_tables_left, now);
}

/**
 * Its clients stand alone from now on, as one that an agency moves out: no plan without a payment outlives the agency,
 * and a suspended one opens again. One by one, so that an interrupted purge goes on with the next.
 * @returns whether none is left; the next run goes on with the others
 */
async function releaseClients(env: Env, db: Database, id: string, now: number): Promise<boolean> {
  const all = platform(db);
  const clients = await all
    .select({
      id: organizations.id,
      region: organizations.region,
      archived_at: organizations.archived_at,
    })
    .from(organizations)
    .where(eq(organizations.parent_organization_id, id))
    .limit(clientsAtOnce);
  for (const client of clients) {
    if (client.archived_at === null) await reopenOrganization(env, client);
    const event = { action: "client.moved_out", organization_id: client.id, target: client.id };
    await all.batch([
      ...endingVisits(all, { client: client.id }, now),
      all.update(organizations).set(standingAlone(now)).where(eq(organizations.id, client.id)),
      ...endingTerms(all, client.id, now),
      all.insert(auditEvents).values(auditLine(noTrace, event)),
    ]);
    await endForeignSubscriptions(env, now, client.id);
    await askListenersAgain(env, client);
    await publishHostsOf(env, db, client.id, now);
  }
  return clients.length < clientsAtOnce;
}

/** Deletes the KV entries of the organization's own hosts at once instead of within a minute. */
async function forgetHosts(env: Env, db: Database, id: string): Promise<void> {
  for (const host of await hostsOf(db, id)) await env.HOSTS.delete(hostKey(host));
}

/** Deletes the files of an agency's templates; their rows go with the other tables. */
async function forgetTemplates(env: Env, db: Database, id: string): Promise<void> {
  const rows = await templatesOf(db, id);
  if (rows.length > 0) await env.FILES.delete(rows.map((one) => templateKey(one.id)));
}

/** One batch; true when nothing is left. */
async function forgetRows(db: Database, id: string, now: number): Promise<boolean> {
  const own = tenant(db, id);
  const members = own
    .select({ id: organizationMembers.user_id })
    .from(organizationMembers)
    .where(eq(organizationMembers.organization_id, id));
  const [, ...results] = await own.batch([
    own
      .update(profiles)
      .set({ organization_id: null, updated_at: now })
      .where(and(eq(profiles.organization_id, id), inArray(profiles.id, members))),
    ...purgedTables.map((table) =>
      own
        .delete(table)
        .where(
          inArray(
            sql`rowid`,
            own.select({ row: sql`rowid` }).from(table).where(eq(table.organization_id, id)).limit(oneStep),
          ),
        ),
    ),
  ]);
  const all = platform(db);
  await all.batch([
    all.delete(clientPrices).where(or(eq(clientPrices.agency_id, id), eq(clientPrices.client_id, id))),
    all.delete(clientMonths).where(or(eq(clientMonths.agency_id, id), eq(clientMonths.client_id, id))),
    all.delete(retailPrices).where(eq(retailPrices.agency_id, id)),
    all.delete(clientTerms).where(or(eq(clientTerms.agency_id, id), eq(clientTerms.client_id, id))),
  ]);
  return results.every(({ meta }) => meta.changes < oneStep);
}

/** The remaining row tells that the id was an organization, and nothing else. */
async function finish(
  env: Env,
  db: Database,
  id: string,
  object_tables_left: number,
  now: number,
): Promise<void> {
  const all = platform(db);
  const verified = await lookForRest(env, db, id, object_tables_left);
  if (verified.rows_left + verified.object_tables_left + verified.files_left > 0)
    throw new Fault("unavailable");
  const receipt = await completingReceipt(env, db, all, id, verified, now);
  const isDone = await runGuarded(all, [
    all
      .update(organizations)
      .set({ name: "", address: null, created_by: null, purge_at: null, updated_at: now })
      .where(and(eq(organizations.id, id), isNotNull(organizations.purge_at))),
    ...hasMatched(all),
    all.insert(auditEvents).values({
      id: newId(now),
      organization_id: id,
      action: "organization.purged",
      target: id,
      created_at: now,
    }),
    ...receipt.statements,
  ]);
  if (isDone) await receipt.send();
}
