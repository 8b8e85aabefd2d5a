/**
 * Crossing from the main host, where a person is signed in, to a tenant's own host: a single-use token, valid for
 * five minutes, on that host, in the browser that set out from it (R10). The tenant's /auth/callback sets a cookie
 * and redirects to the main /auth with the cookie's hash; the main /auth redirects back with a token. A token
 * requested without setting out opens nothing before a button is pressed there
 * (docs/decisions/012-crossing-hosts.md).
 * Only members of an organization that lives on a host cross over to it: a tenant may point its host anywhere, and
 * reads what is sent there.
 */
import { and, desc, eq } from "drizzle-orm";
import { z } from "zod";
import { auditRow } from "#app/accounts/audit.server.ts";
import { newToken } from "#app/accounts/one-time-tokens.server.ts";
import { returnPathOf } from "#app/accounts/return-path.ts";
import type { SignedIn } from "#app/accounts/session.server.ts";
import { isMainHost, onMainHost } from "#app/branding/hosts.server.ts";
import { customHostOf } from "#app/branding/tenant.server.ts";
import { passEdgeLimit } from "#app/limits/rate-limits.server.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { expiredCookie, readSignedCookie, signedCookie } from "#app/platform/cookies.server.ts";
import { randomToken, sha256 } from "#app/platform/crypto.server.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { hour_ms, minute_ms } from "#app/platform/durations.ts";
import { hostOrigin, keyringOf, settings } from "#app/platform/env.server.ts";
import { isMeant } from "#app/platform/same-origin.ts";
import { auditEvents, oneTimeTokens } from "#drizzle/control/schema.ts";

/** A crossing token lives 300 s (docs/product.md, "Constants"). */
const tokenLifetime_ms = 5 * minute_ms;
/** On the tenant's host: a browser that sets out to sign in is expected back within an hour. */
const departure = z.object({ state: z.string(), returnPath: z.string(), expires_at: z.number() });
// Holds the custom domain and the return path. The cookie belongs to that origin alone and is signed, so no page can
// change it (docs/product.md, "Fields").
const departureCookie = "xs";
const departureLifetime_ms = hour_ms;

const stateHash = /^[0-9a-f]{64}$/;
const keysOf = (context: Context) => keyringOf(settings(context.get(cloudflare).env));

/**
 * Sets out from a tenant's host: where the browser goes on the main host, and the cookie that it is expected back
 * with.
 * @param path /auth, or /auth/google when the person has chosen Google
 * @param token of the invitation that they accept there
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
  const value = { state, returnPath, expires_at: now + departureLifetime_ms };
  return {
    url: onMainHost(context, path, { ref: host, returnPath, state: await sha256(state), token }),
    cookie: await signedCookie(request, keysOf(context), departureCookie, value, {
      maxAge: departureLifetime_ms / 1000,
    }),
  };
}

/** A token for a session to cross over with, and its rows. */
async function crossingToken(
  request: Request,
  context: Context,
  who: SignedIn,
  to: { purpose: "cross_domain" | "auth_token"; host: string; state: string | null },
  now: number,
  lifetime_ms: number = tokenLifetime_ms,
): Promise<string> {
  const facts = { user_id: who.user.id, session_id: who.sessionId, audience: to.host, bound_to: to.state };
  const { token, row } = await newToken(to.purpose, facts, lifetime_ms, now);
  const event = { action: "session.crossing_allowed", actor_id: who.user.id, target: to.host };
  const db = platform(context.get(database));
  await db.batch([
    db.insert(oneTimeTokens).values(row),
    db.insert(auditEvents).values(await auditRow(request, context, event)),
  ]);
  return token;
}

/** Records that a crossing to a host was refused. */
async function noteRefusal(
  request: Request,
  context: Context,
  { user }: SignedIn,
  host: string,
): Promise<void> {
  const event = { action: "session.crossing_refused", actor_id: user.id, target: host };
  await platform(context.get(database))
    .insert(auditEvents)
    .values(await auditRow(request, context, event));
}

const isMemberOn = ({ memberships }: SignedIn, host: string): boolean =>
  memberships.some(({ home }) => home === host);

/** `over`: the address to go to. `outside`: the account belongs to no organization that lives on the host, and stays here. */
type Crossing = { is: "over"; to: string } | { is: "outside" };

/**
 * Where a person who is signed in on the main host goes when `ref` names a tenant's host. No button is pressed
 * (docs/product.md, "Sign-in flows"), so any link can bring them here: therefore only members cross over, the token
 * needs the cookie of the browser that set out (R10), and the session changes only when that browser has arrived.
 * @returns null when `ref` names no tenant's host (R9): they stay
 */
export async function crossOver(
  request: Request,
  context: Context,
  who: SignedIn,
  now: number,
): Promise<Crossing | null> {
  const { searchParams } = new URL(request.url);
  const ref = searchParams.get("ref");
  const isAsked = ref !== null && isMainHost(request, context) && isMeant(request);
  const host = isAsked ? await customHostOf(context, ref) : null;
  if (host === null) return null;
  if (!isMemberOn(who, host)) {
    await passEdgeLimit(request, context);
    await noteRefusal(request, context, who, host);
    return { is: "outside" };
  }
  const callback = new URL("/auth/callback", hostOrigin(settings(context.get(cloudflare).env), host));
  const state = searchParams.get("state") ?? "";
  if (!stateHash.test(state)) {
    callback.searchParams.set("returnPath", returnPathOf(searchParams.get("returnPath")));
    return { is: "over", to: callback.href };
  }
  await passEdgeLimit(request, context);
  const to = { purpose: "cross_domain", host, state } as const;
  callback.searchParams.set("token", await crossingToken(request, context, who, to, now));
  return { is: "over", to: callback.href };
}

/**
 * `generate-auth-token`: a token for the host that `ref` named when this session began, or that it has arrived on
 * since; before either, for the host that it last set out to. The browser that set out from there enters with it at
 * once, any other when the account's holder presses a button there.
 * @param now ms UTC
 * @param seconds the token's lifetime, at most 300
 * @returns the reason when there is none: the session knows no other host (a tenant's own never does), or the account
 * belongs to no organization that lives there
 */
export async function generateAuthToken(
  request: Request,
  context: Context,
  who: SignedIn,
  now: number,
  seconds: number = tokenLifetime_ms / 1000,
): Promise<{ token: string } | { refused: "no_host" | "outside" }> {
  if (who.host !== null) return { refused: "no_host" };
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
  const host = await customHostOf(context, who.refHost ?? last?.audience ?? null);
  if (host === null) return { refused: "no_host" };
  if (!isMemberOn(who, host)) {
    await noteRefusal(request, context, who, host);
    return { refused: "outside" };
  }
  const to = { purpose: "auth_token", host, state: last?.state ?? null } as const;
  const lifetime_ms = Math.min(tokenLifetime_ms, seconds * 1000);
  return { token: await crossingToken(request, context, who, to, now, lifetime_ms) };
}

/** What a browser set out with from this tenant's host: the hash of its state, and the return path; null when it did not set out, or too long ago. */
export async function departureOf(
  request: Request,
  context: Context,
  now: number,
): Promise<{ state: string; returnPath: string } | null> {
  const kept = departure.safeParse(await readSignedCookie(request, keysOf(context), departureCookie));
  if (!kept.success || kept.data.expires_at <= now) return null;
  return { state: await sha256(kept.data.state), returnPath: kept.data.returnPath };
}

export const forgettingDeparture = (request: Request): string => expiredCookie(request, departureCookie);

/** The tenant's host of a request, if it is one. */
export const ownCustomHost = (request: Request, context: Context): Promise<string | null> =>
  customHostOf(context, new URL(request.url).hostname);
