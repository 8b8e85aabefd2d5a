/**
 * Crossing from the main host, where somebody is signed in, to a tenant's own host: a token that is good once, for five
 * minutes, on that host, and in the browser that set out from it (R10). The way is always this: the tenant's
 * /auth/callback sets a cookie and leads to the main /auth with that cookie's hash; the main /auth leads back with a token.
 */
import { and, desc, eq, gt, notExists } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import { customHostOf } from "#app/branding/tenant.server.ts";
import { cloudflare } from "#app/platform/context.ts";
import { expiredCookie, readSignedCookie, signedCookie } from "#app/platform/cookies.server.ts";
import { randomToken, sha256 } from "#app/platform/crypto.server.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { hostOrigin, keyringOf, settings } from "#app/platform/env.server.ts";
import { isMeant } from "#app/platform/same-origin.ts";
import { auditEvents, oneTimeTokens, sessions, users } from "#drizzle/control/schema.ts";
import { auditRow } from "./audit.server.ts";
import { beginSession } from "./begin-session.server.ts";
import { isMainHost, onMainHost } from "./hosts.server.ts";
import { newToken, redeem } from "./one-time-tokens.server.ts";
import { passEdgeLimit } from "./rate-limits.server.ts";
import { returnPathOf } from "./return-path.ts";
import type { SignedIn } from "./session.server.ts";

type Context = Readonly<RouterContextProvider>;

/** Specification section 9: an auth token lives 300 s. */
const tokenLifetime = 300_000;
/** On the tenant's host: who sets out to sign in elsewhere is expected back within an hour. */
const departure = z.object({ state: z.string(), returnPath: z.string(), expires_at: z.number() });
const departureCookie = "xs";
const departureLifetime = 3_600_000;

/** The sessions that others have crossed over from. */
const origins = alias(sessions, "origins");

const stateHash = /^[0-9a-f]{64}$/;
const keysOf = (context: Context) => keyringOf(settings(context.get(cloudflare).env));

/**
 * Sets out from a tenant's host: where the browser goes on the main host, and the cookie that it is expected back with.
 * @param path /auth, or /auth/google for whoever has chosen Google already
 * @param token of the invitation that they take up there
 */
export async function departFrom(
  request: Request,
  context: Context,
  host: string,
  path: "/auth" | "/auth/google",
  now: number,
  token: string | null = null,
): Promise<{ url: string; cookie: string }> {
  const asked = new URL(request.url).searchParams.get("returnPath");
  const state = randomToken(32);
  const returnPath = returnPathOf(asked);
  const value = { state, returnPath, expires_at: now + departureLifetime };
  return {
    url: onMainHost(context, path, { ref: host, returnPath, state: await sha256(state), token }),
    cookie: await signedCookie(request, keysOf(context), departureCookie, value, {
      maxAge: departureLifetime / 1000,
    }),
  };
}

/** A token for a session to cross over with, and the rows that go with it. */
async function crossingToken(
  request: Request,
  context: Context,
  who: SignedIn,
  to: { host: string; state: string },
  now: number,
): Promise<string> {
  const facts = { user_id: who.user.id, session_id: who.sessionId, audience: to.host, bound_to: to.state };
  const { token, row } = await newToken("cross_domain", facts, tokenLifetime, now);
  const event = { action: "session.crossing_allowed", actor_id: who.user.id, target: to.host };
  const db = platform(context.get(database));
  await db.batch([
    db.insert(oneTimeTokens).values(row),
    db.insert(auditEvents).values(await auditRow(request, context, event)),
  ]);
  return token;
}

/**
 * Where somebody who is signed in on the main host goes on to when `ref` names a tenant's host. Nothing is pressed
 * (specification section 4), so a link of anybody's can bring them here: the token that it makes is good only with the
 * cookie of the browser that set out (R10), and of the session nothing changes before that browser has arrived.
 * @returns null when it names none of ours (R9): they stay
 */
export async function crossOver(
  request: Request,
  context: Context,
  who: SignedIn,
  now: number,
): Promise<string | null> {
  const { searchParams } = new URL(request.url);
  const ref = searchParams.get("ref");
  const isAsked = ref !== null && isMainHost(request, context) && isMeant(request);
  const host = isAsked ? await customHostOf(context, ref) : null;
  if (host === null) return null;
  const callback = new URL("/auth/callback", hostOrigin(settings(context.get(cloudflare).env), host));
  const state = searchParams.get("state") ?? "";
  if (!stateHash.test(state)) {
    callback.searchParams.set("returnPath", returnPathOf(searchParams.get("returnPath")));
    return callback.href;
  }
  await passEdgeLimit(request, context);
  callback.searchParams.set("token", await crossingToken(request, context, who, { host, state }, now));
  return callback.href;
}

/**
 * `generate-auth-token`: another token for the host that this session has arrived on, and before it has arrived on any for
 * the one that `ref` named, good in the browser that came from there: the last crossing says which that is.
 * @returns null when this session came from no other host
 */
export async function generateAuthToken(
  request: Request,
  context: Context,
  who: SignedIn,
  now: number,
): Promise<string | null> {
  const last = await platform(context.get(database))
    .select({ audience: oneTimeTokens.audience, state: oneTimeTokens.bound_to })
    .from(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.user_id, who.user.id),
        eq(oneTimeTokens.purpose, "cross_domain"),
        eq(oneTimeTokens.session_id, who.sessionId),
        who.refHost === null ? undefined : eq(oneTimeTokens.audience, who.refHost),
      ),
    )
    .orderBy(desc(oneTimeTokens.created_at))
    .limit(1)
    .get();
  const host = await customHostOf(context, last?.audience ?? null);
  return host && last?.state ? crossingToken(request, context, who, { host, state: last.state }, now) : null;
}

/**
 * Arrives on a tenant's host with a token: a session there, which has proven what the one on the main host has, and ends
 * with it (R4). A token without the cookie of its own browser, of another host, used, too old, or of a session that has
 * ended is worth nothing.
 */
export async function arriveAt(
  request: Request,
  context: Context,
  host: string,
  token: string,
  now: number,
): Promise<{ returnPath: string; cookies: string[] } | null> {
  await passEdgeLimit(request, context);
  const kept = departure.safeParse(await readSignedCookie(request, keysOf(context), departureCookie));
  if (!kept.success || kept.data.expires_at <= now) return null;
  const presented = {
    purpose: "cross_domain",
    token,
    audience: host,
    boundTo: await sha256(kept.data.state),
  } as const;
  const found = await redeem(context.get(database), presented, now);
  if (!found?.session_id) return null;
  const db = platform(context.get(database));
  const origin = await db
    .select({
      id: users.id,
      email: users.email,
      email_confirmed_at: users.email_confirmed_at,
      proven_at: sessions.proven_at,
      factor: sessions.factor,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.user_id))
    .where(and(eq(sessions.id, found.session_id), eq(sessions.kind, "full"), gt(sessions.expires_at, now)))
    .get();
  if (!origin) return null;
  const { proven_at, factor, ...user } = origin;
  const { statements, cookies, sessionId } = await beginSession(request, context, user, "cross_domain", now, {
    inherited: { proven_at, factor },
  });
  await db.batch([
    ...statements,
    db.update(sessions).set({ crossed_from: found.session_id }).where(eq(sessions.id, sessionId)),
    db.update(sessions).set({ ref_host: host }).where(eq(sessions.id, found.session_id)),
    // Whoever signed out in between is out here too.
    db
      .delete(sessions)
      .where(
        and(
          eq(sessions.id, sessionId),
          notExists(db.select({ id: origins.id }).from(origins).where(eq(origins.id, found.session_id))),
        ),
      ),
  ]);
  return {
    returnPath: kept.data.returnPath,
    cookies: [...cookies, expiredCookie(request, departureCookie)],
  };
}

/** The tenant's host that a request speaks to, if it is one. */
export const ownCustomHost = (request: Request, context: Context): Promise<string | null> =>
  customHostOf(context, new URL(request.url).hostname);
