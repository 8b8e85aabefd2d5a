/** Suspends and resumes a customer, signs its people out, deletes it with grace and gives it back. */
import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { publishHostsOf } from "#app/branding/host-tenants.server.ts";
import {
  closeOrganization,
  deletingOrganization,
  reopenOrganization,
  runGuarded,
} from "#app/membership/deleted-organizations.server.ts";
import { askListenersAgain } from "#app/membership/live-listeners.server.ts";
import { endingVisits } from "#app/membership/support-visits.server.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { auditEvents, organizations, sessions } from "#drizzle/control/schema.ts";
import {
  type ActingAdmin,
  changingCustomer,
  customerOf,
  noteChange,
  type Outcome,
} from "./acting-admin.server.ts";

export type PlainChange = { readonly version: number; readonly reason: string };

const unproven = { ok: false, reason: "unproven" } as const;
const unknown = { ok: false, reason: "unknown" } as const;
const changed = { ok: false, reason: "changed" } as const;

/** Its people see that it is suspended, its callers hear that no one is available, and nothing is lost. */
export async function suspendCustomer(
  admin: ActingAdmin,
  id: string,
  { version, reason }: PlainChange,
): Promise<Outcome> {
  const { db: d1, env, after, now } = admin;
  if (!admin.isProven) return unproven;
  const found = await customerOf(d1, id);
  if (!found) return unknown;
  const db = platform(d1);
  const isDone = await runGuarded(db, [
    ...changingCustomer(
      db,
      id,
      version,
      { platform_suspended_at: now },
      now,
      isNull(organizations.platform_suspended_at),
      isNull(organizations.archived_at),
    ),
    ...endingVisits(db, { client: id }, now),
    ...endingVisits(db, { agency: id }, now),
    db.insert(auditEvents).values(noteChange(admin, found, "customer.suspended", reason)),
  ]);
  if (!isDone) return changed;
  await closeOrganization(env, found);
  after(publishHostsOf(env, d1, id, now));
  return { ok: true };
}

/** Everything is as it was; what its agency suspended stays so. */
export async function resumeCustomer(
  admin: ActingAdmin,
  id: string,
  { version, reason }: PlainChange,
): Promise<Outcome> {
  const { db: d1, env, after, now } = admin;
  if (!admin.isProven) return unproven;
  const found = await customerOf(d1, id);
  if (!found) return unknown;
  const db = platform(d1);
  const isDone = await runGuarded(db, [
    ...changingCustomer(
      db,
      id,
      version,
      { platform_suspended_at: null },
      now,
      isNotNull(organizations.platform_suspended_at),
    ),
    db.insert(auditEvents).values(noteChange(admin, found, "customer.resumed", reason)),
  ]);
  if (!isDone) return changed;
  if (found.suspended_at === null && found.archived_at === null) await reopenOrganization(env, found);
  after(publishHostsOf(env, d1, id, now));
  return { ok: true };
}

/** Ends every session of every member, on every device and host, except platform admins'. */
export async function signCustomerOut(
  admin: ActingAdmin,
  id: string,
  { version, reason }: PlainChange,
): Promise<Outcome> {
  const { db: d1, env, after, now } = admin;
  if (!admin.isProven) return unproven;
  const found = await customerOf(d1, id);
  if (!found) return unknown;
  const db = platform(d1);
  const isDone = await runGuarded(db, [
    ...changingCustomer(db, id, version, {}, now),
    db.delete(sessions).where(
      sql`user_id in (select m.user_id from organization_members m where m.organization_id = ${id})
        and not exists (select 1 from user_roles r where r.user_id = sessions.user_id)`,
    ),
    db.insert(auditEvents).values(noteChange(admin, found, "customer.signed_out", reason)),
  ]);
  if (!isDone) return changed;
  after(askListenersAgain(env, found));
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
  { version, reason }: PlainChange,
): Promise<Outcome<"has_clients">> {
  const { db: d1, env, now } = admin;
  if (!admin.isProven) return unproven;
  const found = await customerOf(d1, id);
  if (!found) return unknown;
  if (await livingClients(d1, id)) return { ok: false, reason: "has_clients" };
  const db = platform(d1);
  const isDone = await runGuarded(db, [
    ...changingCustomer(
      db,
      id,
      version,
      {},
      now,
      isNull(organizations.archived_at),
      // Evaluated at write time: no client is left behind without its agency.
      sql`not exists (select 1 from organizations c where c.parent_organization_id = ${id} and c.archived_at is null)`,
    ),
    ...deletingOrganization(db, id, now),
    ...endingVisits(db, { client: id }, now),
    db.insert(auditEvents).values(noteChange(admin, found, "customer.deleted", reason)),
  ]);
  if (!isDone) return changed;
  await closeOrganization(env, found);
  await publishHostsOf(env, d1, id, now);
  return { ok: true };
}

/** Gives a deleted customer back as it was, within the 30 days. */
export async function restoreCustomer(
  admin: ActingAdmin,
  id: string,
  { version, reason }: PlainChange,
): Promise<Outcome> {
  const { db: d1, env, now } = admin;
  if (!admin.isProven) return unproven;
  const found = await customerOf(d1, id);
  if (!found) return unknown;
  const db = platform(d1);
  const isDone = await runGuarded(db, [
    ...changingCustomer(
      db,
      id,
      version,
      { archived_at: null, purge_at: null },
      now,
      isNotNull(organizations.archived_at),
      gt(organizations.purge_at, now),
    ),
    db.insert(auditEvents).values(noteChange(admin, found, "customer.restored", reason)),
  ]);
  if (!isDone) return changed;
  if (found.suspended_at === null && found.platform_suspended_at === null)
    await reopenOrganization(env, found);
  await publishHostsOf(env, d1, id, now);
  return { ok: true };
}
