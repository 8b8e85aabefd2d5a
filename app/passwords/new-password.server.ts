/** Sets a new password: what ends with the old one, in the same batch, and the mail that tells its owner. */
import { and, eq, isNull } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { auditRow } from "#app/accounts/audit.server.ts";
import { beginSession } from "#app/accounts/begin-session.server.ts";
import type { SignedIn } from "#app/accounts/session.server.ts";
import { mailOrigin } from "#app/branding/hosts.server.ts";
import { brandOf, letterheadOf } from "#app/branding/tenant.server.ts";
import { guarding } from "#app/factors/step-up.server.ts";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
import { dismissListeners } from "#app/membership/live-listeners.server.ts";
import { guardFailed, violates } from "#app/platform/constraints.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import {
  auditEvents,
  emailCodes,
  mailOutbox,
  oneTimeTokens,
  organizationMembers,
  organizations,
  sessions,
  users,
} from "#drizzle/control/schema.ts";
import { accountNames } from "./account-names.ts";
import { countedHash } from "./password-hash.server.ts";
import { type PasswordEvent, passwordNoticeMail } from "./password-notice.mail.tsx";

type Statement = BatchItem<"sqlite">;
type Owner = { id: string; email: string; name: string | null };

/**
 * The words that no password of an account may be made of (R14): the names of the product, the brand, its
 * organizations and the account itself. For `newPasswordForm` and `signUpForm`.
 */
export const namesAround = (
  context: Context,
  email: string,
  organizationNames: readonly string[] = [],
): string[] => accountNames(["Switchboard", brandOf(context).company_name, ...organizationNames], email);

type SettingPassword = {
  /** For the caller's batch, before the session that begins with it. */
  statements: [Statement, ...Statement[]];
  /** Call it after the batch: it sends the mail and closes live feeds. */
  done: () => void;
};

/**
 * Makes a password the account's: every session of every kind on every host ends with the old one, and so does each
 * pending code and link (R2, R4). The caller has checked the rules (`newPasswordForm`); one hash is computed.
 * @param event its name in the audit trail (`password.<event>`) and in the mail; `set` is a first password
 * @param now ms UTC
 */
export async function settingPassword(
  request: Request,
  context: Context,
  owner: Owner,
  password: string,
  event: PasswordEvent,
  now: number,
): Promise<SettingPassword> {
  const { env, ctx } = context.get(cloudflare);
  const { brand, sender } = letterheadOf(context);
  const password_hash = await countedHash(context, password);
  const words = passwordNoticeMail({
    brand,
    name: owner.name,
    event,
    forgotUrl: `${mailOrigin(context)}/auth?mode=forgot`,
  });
  const mail = await promiseMail(env, { to: owner.email, ...sender, ...words }, now);
  const audit = { action: `password.${event}`, actor_id: owner.id, target: owner.id };
  const db = platform(context.get(database));
  return {
    statements: [
      db
        .update(users)
        .set({ password_hash, decoy_password_hash: null, updated_at: now })
        .where(eq(users.id, owner.id)),
      db.delete(sessions).where(eq(sessions.user_id, owner.id)),
      db
        .update(oneTimeTokens)
        .set({ used_at: now })
        .where(and(eq(oneTimeTokens.user_id, owner.id), isNull(oneTimeTokens.used_at))),
      db
        .update(emailCodes)
        .set({ consumed_at: now })
        .where(and(eq(emailCodes.user_id, owner.id), isNull(emailCodes.consumed_at))),
      db.insert(auditEvents).values(await auditRow(request, context, audit)),
      db.insert(mailOutbox).values(mail.row),
    ],
    done: () => {
      ctx.waitUntil(mail.send());
      ctx.waitUntil(dismissEverywhere(context, owner.id));
    },
  };
}

/** Closes a person's live feeds in all their organizations. */
export async function dismissEverywhere(context: Context, userId: string): Promise<void> {
  const own = await platform(context.get(database))
    .select({ id: organizations.id, region: organizations.region })
    .from(organizationMembers)
    .innerJoin(organizations, eq(organizations.id, organizationMembers.organization_id))
    .where(eq(organizationMembers.user_id, userId));
  await dismissListeners(context.get(cloudflare).env, own, { user_id: userId });
}

/** `over`: the session that asked for it ended in between, for example by another change of the password. */
export type PasswordChanged = { ok: true; cookies: string[] } | { ok: false; reason: "over" };

/**
 * Changes the password of a signed-in person, or sets their first: they get a new session, all others end. The caller
 * has checked their identity (`needsProof`, `checkPassword`) and the password's rules
 * (`newPasswordForm(namesAround(…))`).
 * @param now ms UTC
 */
export async function changePassword(
  request: Request,
  context: Context,
  who: SignedIn,
  password: string,
  now: number,
): Promise<PasswordChanged> {
  const event = who.hasPassword ? "changed" : "set";
  const { statements, done } = await settingPassword(request, context, who.user, password, event, now);
  const begun = await beginSession(request, context, who.user, "password", now, { again: who });
  const db = platform(context.get(database));
  const isAlive = db.delete(sessions).where(and(eq(sessions.id, who.sessionId), eq(sessions.kind, "full")));
  const [first, ...rest] = guarding(context, isAlive);
  try {
    await db.batch([first, ...rest, ...statements, ...begun.statements]);
  } catch (error) {
    if (violates(error, guardFailed)) return { ok: false, reason: "over" };
    throw error;
  }
  done();
  return { ok: true, cookies: begun.cookies };
}
