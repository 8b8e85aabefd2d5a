/** The two links of a change of address: each works once, and the second one used changes the address. */
import { and, eq, gt, inArray, isNull, ne, sql } from "drizzle-orm";
import { auditRow } from "#app/accounts/audit.server.ts";
import { beginSession } from "#app/accounts/begin-session.server.ts";
import { visitor } from "#app/accounts/session.server.ts";
import { guarding } from "#app/factors/step-up.server.ts";
import { dismissEverywhere } from "#app/passwords/new-password.server.ts";
import { guardFailed, violates } from "#app/platform/constraints.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { sha256 } from "#app/platform/crypto.server.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { folded } from "#app/platform/email-address.ts";
import { auditEvents, mailOutbox, oneTimeTokens, sessions, users } from "#drizzle/control/schema.ts";
import { changeMail, changePurposes } from "./ask-email-change.server.ts";
import { givingWay } from "./unproven-account.server.ts";

/** A valid link, and its change. */
export type Half = {
  id: string;
  purpose: string;
  userId: string;
  /** The account's present address. */
  present: string;
  /** The account's new address. */
  next: string;
  change: string;
};

/**
 * The change of a link; null when it was used, has expired or is unknown. Opening the link does not use it up,
 * because mail programs open links by themselves.
 * @param now ms UTC
 */
export async function halfOf(context: Context, token: string, now: number): Promise<Half | null> {
  const found = await platform(context.get(database))
    .select({
      id: oneTimeTokens.id,
      purpose: oneTimeTokens.purpose,
      userId: oneTimeTokens.user_id,
      next: oneTimeTokens.email,
      change: oneTimeTokens.bound_to,
      present: sql<string>`${users.email}`.as("present"),
    })
    .from(oneTimeTokens)
    .innerJoin(users, and(eq(users.id, oneTimeTokens.user_id), isNull(users.deleted_at)))
    .where(
      and(
        eq(oneTimeTokens.token_hash, await sha256(token)),
        inArray(oneTimeTokens.purpose, [...changePurposes]),
        isNull(oneTimeTokens.used_at),
        gt(oneTimeTokens.expires_at, now),
      ),
    )
    .get();
  if (!found || found.userId === null || found.next === null || found.change === null) return null;
  const { userId, next, change } = found;
  return { ...found, userId, next, change };
}

/** `half`: the other link has not been used yet. `over`: used, too old, or unknown. `taken`: the address has an account now. */
export type Confirmed =
  | { is: "half" | "over" | "taken" }
  | { is: "changed"; email: string; cookies: string[] };

/** Of two halves at the same moment one sees the other's mark only when it looks again. */
const mostLooks = 3;

/**
 * Uses a link up. When the other one was used before, the address changes, in one batch: every session ends (R2), and
 * the browser that holds one of them gets a new one.
 * @param now ms UTC
 */
export async function confirmHalf(
  request: Request,
  context: Context,
  token: string,
  now: number,
  looks = mostLooks,
): Promise<Confirmed> {
  const half = await halfOf(context, token, now);
  if (!half || looks === 0) return { is: "over" };
  const db = platform(context.get(database));
  const other = await db
    .select({ id: oneTimeTokens.id, used_at: oneTimeTokens.used_at })
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.bound_to, half.change), ne(oneTimeTokens.id, half.id)))
    .limit(1)
    .get();
  if (!other) return { is: "over" };
  try {
    return other.used_at === null
      ? await keepHalf(request, context, half, other.id, now)
      : await change(request, context, half, now);
  } catch (error) {
    if (violates(error, "UNIQUE constraint failed: users.email_folded")) return { is: "taken" };
    if (violates(error, guardFailed)) return confirmHalf(request, context, token, now, looks - 1);
    throw error;
  }
}

const usingUp = (context: Context, id: string, now: number) =>
  platform(context.get(database))
    .update(oneTimeTokens)
    .set({ used_at: now })
    .where(and(eq(oneTimeTokens.id, id), isNull(oneTimeTokens.used_at)));

/** Records this half while the other one has not been used. */
async function keepHalf(
  request: Request,
  context: Context,
  half: Half,
  otherId: string,
  now: number,
): Promise<Confirmed> {
  const db = platform(context.get(database));
  const event = { action: "email.change_confirmed", actor_id: half.userId, target: half.userId };
  const isStillOpen = db
    .update(oneTimeTokens)
    .set({ bound_to: half.change })
    .where(and(eq(oneTimeTokens.id, otherId), isNull(oneTimeTokens.used_at)));
  const [first, ...rest] = guarding(context, usingUp(context, half.id, now));
  await db.batch([
    first,
    ...rest,
    ...guarding(context, isStillOpen),
    db.insert(auditEvents).values(await auditRow(request, context, event)),
  ]);
  return { is: "half" };
}

async function change(request: Request, context: Context, half: Half, now: number): Promise<Confirmed> {
  const db = platform(context.get(database));
  const { userId, next, present } = half;
  const who = await visitor(request, context);
  const own = who.kind === "full" && who.user.id === userId ? who : null;
  const begun =
    own &&
    (await beginSession(request, context, { ...own.user, email: next }, "email_link", now, {
      again: own,
      // A mailed link proves who owns an address, not who uses this browser.
      inherited: {
        proven_at: own.provenAt,
        factor: own.factor,
        factor_proven_at: own.factorProvenAt,
      },
    }));
  const event = { action: "email.changed", actor_id: userId, target: userId };
  const mails = [
    await changeMail(context, present, { kind: "changed", next }, "/security", now),
    await changeMail(context, next, { kind: "changed", next }, "/security", now),
  ];
  const [first, ...rest] = guarding(context, usingUp(context, half.id, now));
  await db.batch([
    first,
    ...rest,
    ...givingWay(db, next),
    db
      .update(users)
      .set({ email: next, email_folded: folded(next), email_confirmed_at: now, updated_at: now })
      .where(eq(users.id, userId)),
    db.delete(sessions).where(eq(sessions.user_id, userId)),
    // Links that were sent to the old address stop working.
    db
      .update(oneTimeTokens)
      .set({ used_at: now })
      .where(and(eq(oneTimeTokens.user_id, userId), isNull(oneTimeTokens.used_at))),
    db.insert(auditEvents).values(await auditRow(request, context, event)),
    db.insert(mailOutbox).values(mails.map(({ row }) => row)),
    ...(begun ? begun.statements : []),
  ]);
  const { ctx } = context.get(cloudflare);
  for (const mail of mails) ctx.waitUntil(mail.send());
  ctx.waitUntil(dismissEverywhere(context, userId));
  return { is: "changed", email: next, cookies: begun?.cookies ?? [] };
}
