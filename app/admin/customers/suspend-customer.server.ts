/** Suspends and resumes a customer, signs its people out, deletes it with grace and gives it back. */
import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { publishHostsOf } from "#app/branding/host-tenants.server.ts";
import {
  closeOrganization,
  deletingOrganization,
  reopenOrganization,
} from "#app/membership/deleted-organizations.server.ts";
import { askListenersAgain } from "#app/membership/live-listeners.server.ts";
import { endingVisits } from "#app/membership/support-visits.server.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { organizations, sessions } from "#drizzle/control/schema.ts";
import { type ActingAdmin, changeCustomer, type Outcome, type PlainChange } from "./acting-admin.server.ts";

/** Its people see that it is suspended, its callers hear that no one is available, and nothing is lost. */
export async function suspendCustomer(admin: ActingAdmin, id: string, change: PlainChange): Promise<Outcome> {
  const { db: d1, env, after, now } = admin;
  const db = platform(d1);
  const outcome = await changeCustomer(admin, id, change, {
    action: "customer.suspended",
    set: { platform_suspended_at: now },
    when: [isNull(organizations.platform_suspended_at), isNull(organizations.archived_at)],
    also: [...endingVisits(db, { client: id }, now), ...endingVisits(db, { agency: id }, now)],
  });
  if (!outcome.ok) return outcome;
  await closeOrganization(env, outcome.found);
  after(publishHostsOf(env, d1, id, now));
  return { ok: true };
}

/** Everything is as it was; what its agency suspended stays so. */
export async function resumeCustomer(admin: ActingAdmin, id: string, change: PlainChange): Promise<Outcome> {
  const { db: d1, env, after, now } = admin;
  const outcome = await changeCustomer(admin, id, change, {
    action: "customer.resumed",
    set: { platform_suspended_at: null },
    when: [isNotNull(organizations.platform_suspended_at)],
  });
  if (!outcome.ok) return outcome;
  const { found } = outcome;
  if (found.suspended_at === null && found.archived_at === null) await reopenOrganization(env, found);
  after(publishHostsOf(env, d1, id, now));
  return { ok: true };
}

/** Ends every session of every member, on every device and host, except platform admins'. */
export async function signCustomerOut(admin: ActingAdmin, id: string, change: PlainChange): Promise<Outcome> {
  const outcome = await changeCustomer(admin, id, change, {
    action: "customer.signed_out",
    also: [
      platform(admin.db)
        .delete(sessions)
        .where(
          sql`user_id in (select m.user_id from organization_members m where m.organization_id = ${id})
            and not exists (select 1 from user_roles r where r.user_id = sessions.user_id)`,
        ),
    ],
  });
  if (!outcome.ok) return outcome;
  admin.after(askListenersAgain(admin.env, outcome.found));
  return { ok: true };
}

const livingClients = async (db: Database, id: string): Promise<boolean> =>
  (await platform(db)
    .select({ id: organizations.id })
    .from(organizations)
    .where(and(eq(organizations.parent_organization_id, id), isNull(organizations.archived_at)))
    .limit(1)
    .get()) !== undefined;

/** Deletes a customer; it can be restored for 30 days. `has_clients`: an agency's clients go first. */
export async function deleteCustomer(
  admin: ActingAdmin,
  id: string,
  change: PlainChange,
): Promise<Outcome<"has_clients">> {
  const { db: d1, env, isProven, now } = admin;
  if (isProven && (await livingClients(d1, id))) return { ok: false, reason: "has_clients" };
  const db = platform(d1);
  const outcome = await changeCustomer(admin, id, change, {
    action: "customer.deleted",
    when: [
      isNull(organizations.archived_at),
      // Evaluated at write time: no client is left behind without its agency.
      sql`not exists (select 1 from organizations c where c.parent_organization_id = ${id} and c.archived_at is null)`,
    ],
    also: [...deletingOrganization(db, id, now), ...endingVisits(db, { client: id }, now)],
  });
  if (!outcome.ok) return outcome;
  await closeOrganization(env, outcome.found);
  await publishHostsOf(env, d1, id, now);
  return { ok: true };
}

/** Gives a deleted customer back as it was, within the 30 days. */
export async function restoreCustomer(admin: ActingAdmin, id: string, change: PlainChange): Promise<Outcome> {
  const { db: d1, env, now } = admin;
  const outcome = await changeCustomer(admin, id, change, {
    action: "customer.restored",
    set: { archived_at: null, purge_at: null },
    when: [isNotNull(organizations.archived_at), gt(organizations.purge_at, now)],
  });
  if (!outcome.ok) return outcome;
  const { found } = outcome;
  if (found.suspended_at === null && found.platform_suspended_at === null)
    await reopenOrganization(env, found);
  await publishHostsOf(env, d1, id, now);
  return { ok: true };
}
