/** What a platform admin does to a user's account: signs it out everywhere, or resets its two-factor authentication. */

import { and, eq, isNull, sql } from "drizzle-orm";
import { auditLine } from "#app/accounts/audit.server.ts";
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { letterheadOf } from "#app/branding/tenant.server.ts";
import { factorNoticeMail, type Notice } from "#app/factors/factor-notice.mail.tsx";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
import { runGuarded } from "#app/membership/guarded-batch.server.ts";
import { dismissListeners } from "#app/membership/live-listeners.server.ts";
import type { Context } from "#app/platform/context.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { publicOrigin, settings } from "#app/platform/env.server.ts";
import {
  assertOk,
  auditEvents,
  mailOutbox,
  organizationMembers,
  organizations,
  passkeys,
  recoveryCodes,
  sessions,
  userFactors,
  users,
} from "#drizzle/control/schema.ts";
import type { ActingAdmin, Outcome } from "./acting-admin.server.ts";

/** `admin`: platform admins, oneself included, are no customers: their accounts are the operator's. */
type Done = Outcome<"admin">;

/** More organizations than a person has open at once. */
const mostOpen = 50;

const placesOf = (db: Database, userId: string) =>
  platform(db)
    .select({ id: organizations.id, region: organizations.region })
    .from(organizationMembers)
    .innerJoin(organizations, eq(organizations.id, organizationMembers.organization_id))
    .where(and(eq(organizationMembers.user_id, userId), isNull(organizations.archived_at)))
    .orderBy(organizationMembers.created_at)
    .limit(mostOpen);

/** Evaluated at write time. */
const isCustomers = (id: string) =>
  sql`select case when exists (select 1 from users u where u.id = ${id} and u.deleted_at is null
    and not exists (select 1 from user_roles r where r.user_id = u.id)) then 1 end as ok`;

/** Who they are, and the mail that tells them, in the brand that they know. */
async function told(admin: ActingAdmin, context: Context, id: string, notice: Notice) {
  const { db, env, now } = admin;
  const found = await platform(db)
    .select({ email: users.email, name: users.name })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deleted_at)))
    .get();
  if (!found) return null;
  const places = await placesOf(db, id);
  const [first] = places;
  const { brand, sender, origin } = first
    ? await brandOfOrganization(db, env, first.id)
    : { ...letterheadOf(context), origin: publicOrigin(settings(env)) };
  const words = factorNoticeMail({ brand, name: found.name, notice, setupUrl: `${origin}/mfa-setup` });
  return { ...found, places, mail: await promiseMail(env, { to: found.email, ...sender, ...words }, now) };
}

async function acting(
  admin: ActingAdmin,
  context: Context,
  id: string,
  { reason, action, notice }: { reason: string; action: string; notice: Notice },
  removing: (
    db: ReturnType<typeof platform>,
  ) => readonly Parameters<ReturnType<typeof platform>["batch"]>[0][number][],
): Promise<Done> {
  const { db: d1, env, after, trace, who } = admin;
  if (!admin.isProven) return { ok: false, reason: "unproven" };
  const found = await told(admin, context, id, notice);
  if (!found) return { ok: false, reason: "unknown" };
  const db = platform(d1);
  const event = { action, actor_id: who.user.id, target: id, changes: { reason } };
  const isDone = await runGuarded(db, [
    db.insert(assertOk).select(isCustomers(id)),
    db.delete(assertOk).where(eq(assertOk.ok, 1)),
    ...removing(db),
    db.delete(sessions).where(eq(sessions.user_id, id)),
    db.insert(mailOutbox).values(found.mail.row),
    db.insert(auditEvents).values(auditLine(trace, event)),
  ]);
  if (!isDone) return { ok: false, reason: "admin" };
  after(found.mail.send());
  after(dismissListeners(env, found.places, { user_id: id }));
  return { ok: true };
}

/** Ends every session, on every device and host, and tells the person by mail. */
export const signUserOut = (
  admin: ActingAdmin,
  context: Context,
  id: string,
  reason: string,
): Promise<Done> =>
  acting(admin, context, id, { reason, action: "user.signed_out", notice: "signed_out" }, () => []);

/**
 * Removes the authenticator, the passkeys and the recovery codes of a person who lost them, ends every session, and
 * tells the person by mail. The password, or Google, still has to be right.
 */
export const resetFactors = (
  admin: ActingAdmin,
  context: Context,
  id: string,
  reason: string,
): Promise<Done> =>
  acting(admin, context, id, { reason, action: "user.factors_reset", notice: "reset" }, (db) => [
    db.delete(userFactors).where(eq(userFactors.user_id, id)),
    db.delete(passkeys).where(eq(passkeys.user_id, id)),
    db.delete(recoveryCodes).where(eq(recoveryCodes.user_id, id)),
  ]);
