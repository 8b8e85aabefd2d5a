/** Deletes an account: everything that opens it and everything that depends on it, in one batch (R48). */

import { and, eq, isNull, sql } from "drizzle-orm";
import { auditRow } from "#app/accounts/audit.server.ts";
import type { SignedIn } from "#app/accounts/session.server.ts";
import { publishHostsOf } from "#app/branding/host-tenants.server.ts";
import { mailOrigin } from "#app/branding/hosts.server.ts";
import { letterheadOf } from "#app/branding/tenant.server.ts";
import { guarding } from "#app/factors/step-up.server.ts";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
import { closeOrganization, deletingOrganization } from "#app/membership/deleted-organizations.server.ts";
import { runGuarded } from "#app/membership/guarded-batch.server.ts";
import { dismissListeners } from "#app/membership/live-listeners.server.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import * as control from "#drizzle/control/schema.ts";
import { accountDeletedMail } from "./account-deleted.mail.tsx";
import { areSettled, companyOf, consequencesOf } from "./own-organizations.server.ts";

const { users, profiles, userRoles, organizationMembers, referralClicks, userInvitations } = control;

/** The tables with rows of one person only, by the column with the person's id. */
export const forgottenTables = [
  control.sessions,
  control.userIdentities,
  control.calendarFeeds,
  control.callShares,
  control.knownCountries,
  control.knownNetworks,
  control.securityAlerts,
  control.userFactors,
  control.recoveryCodes,
  control.passkeys,
  control.oneTimeTokens,
  control.emailCodes,
  userRoles,
  organizationMembers,
] as const;

/** The row that stays for the audit trail: without name, address, password and referral. */
const emptied = (id: string, now: number) => ({
  email: "",
  // Not a valid address, so the former address is free.
  email_folded: `deleted:${id}`,
  name: null,
  password_hash: null,
  decoy_password_hash: null,
  email_confirmed_at: null,
  terms_accepted_at: null,
  terms_version: null,
  privacy_version: null,
  referral_code: null,
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  utm_term: null,
  utm_content: null,
  click_id: null,
  deleted_at: now,
  updated_at: now,
});

/** Only with a session that is still valid, an account that still exists, and organizations as the person saw them. */
const emptying = (
  db: PlatformDb,
  { user, sessionId }: SignedIn,
  { going, givenUp }: { going: readonly string[]; givenUp: readonly string[] },
  now: number,
) =>
  db
    .update(users)
    .set(emptied(user.id, now))
    .where(
      and(
        eq(users.id, user.id),
        isNull(users.deleted_at),
        sql`exists (select 1 from sessions s where s.id = ${sessionId} and s.kind = 'full')`,
        areSettled(user.id, going, givenUp),
      ),
    );

/** Data of a person in others' rows, without the person: the address in accepted invitations, and the visit they came by. */
const leaving = (db: PlatformDb, id: string) =>
  [
    db
      .update(userInvitations)
      .set({ email: "" })
      .where(
        and(
          eq(userInvitations.accepted_by, id),
          sql`${userInvitations.organization_id} in
            (select m.organization_id from organization_members m where m.user_id = ${id})`,
        ),
      ),
    db
      .update(referralClicks)
      .set({ user_id: null })
      .where(sql`${referralClicks.id} = (select u.click_id from users u where u.id = ${id})`),
  ] as const;

/** `hand_over`: these organizations would have no owner. `has_clients`: these are agencies of clients. `changed`: something differs from what was shown. Then nothing was deleted. */
export type Deleted =
  | { ok: true }
  | { ok: false; reason: "hand_over" | "has_clients"; names: string[] }
  | { ok: false; reason: "changed" };

/**
 * Deletes the account of a person who has just proven their identity (R3) and typed the confirmation; the caller has
 * checked both. Organizations whose only member they are get deleted with the usual grace period.
 * @param agreed the ids of the organizations that the person was told are deleted too, or that could not be restored
 * afterwards
 * @param now ms UTC
 */
export async function deleteAccount(
  request: Request,
  context: Context,
  who: SignedIn,
  agreed: readonly string[],
  now: number,
): Promise<Deleted> {
  const db = platform(context.get(database));
  const { id, email, name } = who.user;
  const { toHandOver, withClients, toDelete, toGiveUp } = consequencesOf(who, await companyOf(db, who));
  const namesOf = (all: readonly { name: string }[]) => all.map(({ name }) => name);
  if (toHandOver.length > 0) return { ok: false, reason: "hand_over", names: namesOf(toHandOver) };
  if (withClients.length > 0) return { ok: false, reason: "has_clients", names: namesOf(withClients) };
  const going = toDelete.map((one) => one.id);
  const givenUp = toGiveUp.map((one) => one.id);
  const lost = [...going, ...givenUp];
  if (lost.length !== agreed.length || !lost.every((one) => agreed.includes(one)))
    return { ok: false, reason: "changed" };
  const { env, ctx } = context.get(cloudflare);
  const { brand, sender } = letterheadOf(context);
  const words = accountDeletedMail({
    brand,
    name,
    organizations: toDelete.map(({ name }) => name),
    signUpUrl: `${mailOrigin(context)}/auth?mode=signup`,
  });
  const mail = await promiseMail(env, { to: email, ...sender, ...words }, now);
  const events = [
    { action: "account.deleted", actor_id: id, target: id },
    ...toDelete.map((one) => ({
      action: "organization.deleted",
      actor_id: id,
      organization_id: one.id,
      target: one.id,
    })),
  ];
  const audited = await Promise.all(events.map((event) => auditRow(request, context, event)));
  const isDone = await runGuarded(db, [
    ...leaving(db, id),
    ...guarding(context, emptying(db, who, { going, givenUp }, now)),
    ...going.flatMap((one) => deletingOrganization(db, one, now)),
    // A client keeps the visit and its reason; whose it was, its audit trail says by id alone.
    db
      .update(control.supportVisits)
      .set({ user_name: "A former member" })
      .where(
        and(
          sql`${control.supportVisits.agency_id} in (select m.organization_id from organization_members m where m.user_id = ${id})`,
          eq(control.supportVisits.user_id, id),
        ),
      ),
    ...forgottenTables.map((table) => db.delete(table).where(eq(table.user_id, id))),
    db.delete(profiles).where(eq(profiles.id, id)),
    ...audited.map((row) => db.insert(control.auditEvents).values(row)),
    db.insert(control.mailOutbox).values(mail.row),
  ]);
  if (!isDone) return { ok: false, reason: "changed" };
  ctx.waitUntil(mail.send());
  ctx.waitUntil(dismissListeners(env, [...who.memberships, ...who.deleted], { user_id: id }));
  for (const one of toDelete) {
    ctx.waitUntil(closeOrganization(env, one));
    ctx.waitUntil(publishHostsOf(env, context.get(database), one.id, now));
  }
  return { ok: true };
}
