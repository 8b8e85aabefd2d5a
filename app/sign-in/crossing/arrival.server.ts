/**
 * Signs a visitor in on a tenant's host with a token that the main host issued. The new session reaches only the
 * organizations that live on this host, and ends with the session on the main host (R4, R10). Proofs of identity do not
 * carry over: an account with a second factor gives it again before its session is full.
 */

import { and, eq, gt, inArray, isNull, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { beginSession } from "#app/accounts/begin-session.server.ts";
import { redeem } from "#app/accounts/one-time-tokens.server.ts";
import { alongPath, returnPathOf } from "#app/accounts/return-path.ts";
import { belongsOn } from "#app/branding/residence.server.ts";
import { limits, networkSubject, passEdgeLimit, spend } from "#app/limits/rate-limits.server.ts";
import type { Context } from "#app/platform/context.ts";
import { sha256 } from "#app/platform/crypto.server.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { oneTimeTokens, sessions, users } from "#drizzle/control/schema.ts";
import { departureOf, forgettingDeparture } from "./cross-domain.server.ts";

/** The sessions that other sessions crossed over from. */
const origins = alias(sessions, "origins");

/** `in`: signed in, or before the second factor. `asked`: the account's holder must press a button first. */
export type Arrival = Entered | { is: "asked"; email: string } | null;
type Entered = {
  is: "in";
  /** The page that the person wanted, or the two-factor step that leads to it. */
  path: string;
  cookies: string[];
};

/** A tenant may point its host elsewhere, so tokens are for members only: checked when a token is made and when it is used. */
const isMembers = (host: string) => belongsOn(sql`one_time_tokens.user_id`, host);

/** The account that a token would open on this host, without using it up. `now`: ms UTC */
async function openedBy(context: Context, host: string, token: string, now: number) {
  return platform(context.get(database))
    .select({
      purpose: oneTimeTokens.purpose,
      state: oneTimeTokens.bound_to,
      sessionId: oneTimeTokens.session_id,
      user: { id: users.id, email: users.email, email_confirmed_at: users.email_confirmed_at },
    })
    .from(oneTimeTokens)
    .innerJoin(sessions, eq(sessions.id, oneTimeTokens.session_id))
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(
      and(
        eq(oneTimeTokens.token_hash, await sha256(token)),
        inArray(oneTimeTokens.purpose, ["cross_domain", "auth_token"]),
        eq(oneTimeTokens.audience, host),
        isNull(oneTimeTokens.used_at),
        gt(oneTimeTokens.expires_at, now),
        eq(sessions.kind, "full"),
        gt(sessions.expires_at, now),
        isMembers(host),
      ),
    )
    .get();
}
type Opened = NonNullable<Awaited<ReturnType<typeof openedBy>>>;

/** Begins the session here, full or half, for the one of several parallel requests that uses the token up. */
async function enter(
  request: Request,
  context: Context,
  host: string,
  opened: Opened,
  presented: { token: string; boundTo?: string; returnPath: string },
  now: number,
): Promise<Entered | null> {
  const { purpose, sessionId: from, user } = opened;
  if (from === null) return null;
  const { token, boundTo, returnPath } = presented;
  const used = { token, purpose, audience: host, condition: isMembers(host), ...(boundTo && { boundTo }) };
  if (!(await redeem(context.get(database), used, now))) return null;
  const begun = await beginSession(request, context, user, "cross_domain", now, { crossed_from: from });
  const { statements, sessionId } = begun;
  const db = platform(context.get(database));
  await db.batch([
    ...statements,
    db.update(sessions).set({ ref_host: host }).where(eq(sessions.id, from)),
    // A person who signed out in between is signed out here too.
    db
      .delete(sessions)
      .where(
        and(
          eq(sessions.id, sessionId),
          notExists(db.select({ id: origins.id }).from(origins).where(eq(origins.id, from))),
        ),
      ),
  ]);
  const path = begun.step === "in" ? returnPath : alongPath("/auth", new URLSearchParams({ returnPath }));
  return { is: "in", path, cookies: [...begun.cookies, forgettingDeparture(request)] };
}

/** @throws a 429 answer when a network has tried too many tokens */
async function passTokenLimit(request: Request, context: Context, now: number): Promise<void> {
  await passEdgeLimit(request, context);
  const network = await networkSubject(request, context);
  const spent = await spend(context.get(database), [limits.tokens("arrive", network)], now);
  if (!spent.ok) throw faultResponse("too_many", { "retry-after": String(spent.retryAfter) });
}

/**
 * Handles the token in an address. The browser that started the crossing is signed in at once. For a token that a
 * program requested, the page shows the account and asks the visitor to confirm: an address alone never signs a person
 * in to another account (R10). A token is refused when it belongs to another browser or host, is used or too old, or
 * when its session has ended.
 * @param now ms UTC
 */
export async function arriveAt(
  request: Request,
  context: Context,
  host: string,
  token: string,
  now: number,
): Promise<Arrival> {
  await passTokenLimit(request, context, now);
  const opened = await openedBy(context, host, token, now);
  if (!opened) return null;
  const left = await departureOf(request, context, now);
  if (left && left.state === opened.state) {
    const presented = { token, boundTo: left.state, returnPath: left.returnPath };
    return enter(request, context, host, opened, presented, now);
  }
  return opened.purpose === "auth_token" ? { is: "asked", email: opened.user.email } : null;
}

/**
 * Signs in after the visitor has confirmed the account that the page shows. The origin check (R7) ensures that the form
 * comes from that page.
 * @param now ms UTC
 */
export async function continueAs(
  request: Request,
  context: Context,
  host: string,
  token: string,
  now: number,
): Promise<Entered | null> {
  await passTokenLimit(request, context, now);
  const opened = await openedBy(context, host, token, now);
  if (opened?.purpose !== "auth_token") return null;
  const returnPath = returnPathOf(new URL(request.url).searchParams.get("returnPath"));
  return enter(request, context, host, opened, { token, returnPath }, now);
}
