/** The visitor: the session behind the cookie, read in one D1 statement, and only when a handler asks for it. */
import { and, eq, lte, sql } from "drizzle-orm";
import { createContext } from "react-router";
import type { z } from "zod";
import { sessionHostOf } from "#app/branding/hosts.server.ts";
import { ipPrefix } from "#app/limits/network.ts";
import { bearerOf } from "#app/platform/bearer.ts";
import { type Context, cloudflare, requestFacts } from "#app/platform/context.ts";
import { cookie, expiredCookie, readCookie } from "#app/platform/cookies.server.ts";
import { randomToken, sameSecret, sha256 } from "#app/platform/crypto.server.ts";
import { type Database, database, platform } from "#app/platform/d1.server.ts";
import { day_ms, hour_ms, minute_ms, second_ms } from "#app/platform/durations.ts";
import { Fault } from "#app/platform/errors.ts";
import { within } from "#app/platform/within.ts";
import { sessions } from "#drizzle/control/schema.ts";
import { sessionOfToken } from "./access-token.server.ts";
import { type Kind, kinds, openedOn, sessionRow, sessionStatement } from "./session-row.server.ts";

/** R3: a session idle for 7 days is over, and every session after 30. */
export const idleLimit_ms = 7 * day_ms;
const absoluteLimit_ms = 30 * day_ms;
/** A pending session lives as long as one stay at the verification step. */
const pendingLimit_ms = day_ms;
/** R18: a two-factor step ends after 5 minutes, and with it the session that opens it. */
const factorLimit_ms = 5 * minute_ms;
/** R3: last-seen is written at most once an hour. */
const seenEvery_ms = hour_ms;
/** Loading the session ends after 2 s (docs/product.md, "Constants"). */
const lookupLimit_ms = 2 * second_ms;

export type Membership = z.infer<typeof sessionRow>["memberships"][number];

/** Each kind has a cookie of its own, so that none can be taken for another. */
const cookieOf: Record<Kind, string> = { full: "sid", factor: "fid", pending: "pid" };
const lifetimeOf_ms: Record<Kind, number> = {
  full: absoluteLimit_ms,
  factor: factorLimit_ms,
  pending: pendingLimit_ms,
};

export type SignedIn = {
  kind: Kind;
  sessionId: string;
  /** When the person last proved their identity here, ms UTC: the sudo window (R3). */
  provenAt: number | null;
  /** When the session was last noted as in use, ms UTC: once an hour, more often on platform admins' pages. */
  lastSeenAt: number;
  /** The second factor of this session; null: none was given. */
  factor: "totp" | "recovery_code" | "passkey" | null;
  /** When that factor was last given, ms UTC; a password alone does not change it. */
  factorProvenAt: number | null;
  /** Whether the account has an authenticator that signing in asks for. */
  hasFactor: boolean;
  /** Whether the account has a password; an account that came by Google alone has none. */
  hasPassword: boolean;
  /** The custom domain that `ref` named at sign-in. */
  refHost: string | null;
  /** The tenant's host that the session is good on; null: the main host. */
  host: string | null;
  /** The session on the main host that this one crossed over from. */
  crossedFrom: string | null;
  user: {
    id: string;
    email: string;
    name: string | null;
    email_confirmed_at: number | null;
    created_at: number;
  };
  /** The profile's organization, a hint that is checked against the memberships. */
  activeOrganizationId: string | null;
  /** On a tenant's host only those of organizations that live there: a tenant may point its host elsewhere any day. */
  memberships: Membership[];
  /** Memberships of deleted organizations that can still be restored; nothing else can be done in them. */
  deleted: Membership[];
  /**
   * Whether everything that the account opens lives on this session's host; always true on the main host. Otherwise
   * the account itself (password, factors, address, sessions) cannot be changed here.
   */
  isSettled: boolean;
  /** Whether the account has any organization at all, on whichever host it lives. */
  belongsSomewhere: boolean;
  /** On the main host only. */
  isPlatformAdmin: boolean;
};
export type Visitor = { kind: "anonymous" } | SignedIn;

/** The session that a request claims: by its cookie's secret and kind, or by an access token with a verified signature. */
type Claim = { id: string; secret: string | null; kind: Kind | null };

function claimIn(token: string | null, kind: Kind): Claim | null {
  const [id = "", secret = ""] = token?.split(".") ?? [];
  return id.length === 16 && secret.length === 43 ? { id, secret, kind } : null;
}

/** A session is good only on the host where it began: the owner of a tenant's host may read what is sent there. */
async function read(
  context: Context,
  { id, secret, kind }: Claim,
  host: string | null,
  now: number,
): Promise<Visitor> {
  const found = await within(
    lookupLimit_ms,
    platform(context.get(database)).get<unknown>(sessionStatement(id)),
    () => new Fault("unavailable", "session lookup took too long"),
  );
  const parsed = sessionRow.safeParse(found);
  if (!parsed.success) {
    if (found) throw parsed.error;
    return { kind: "anonymous" };
  }
  const row = parsed.data;
  const alive = row.expires_at > now && now - row.last_seen_at < idleLimit_ms;
  const isProven = secret === null || sameSecret(row.secret_hash, await sha256(secret));
  if (!alive || (kind !== null && row.kind !== kind) || !isProven || row.host !== host)
    return { kind: "anonymous" };
  const sessionId = row.session_id;
  if (now - row.last_seen_at >= seenEvery_ms) noteSessionUse(context, sessionId, now, seenEvery_ms);
  const proof = {
    provenAt: row.proven_at,
    lastSeenAt: row.last_seen_at,
    factor: row.factor,
    factorProvenAt: row.factor_proven_at,
    hasFactor: row.has_factor,
    hasPassword: row.has_password,
    refHost: row.ref_host,
    host: row.host,
    crossedFrom: row.crossed_from,
  };
  // A pending session knows only what was typed: the account's data needs a proven address.
  if (row.kind === "pending")
    return {
      kind: row.kind,
      sessionId,
      ...proof,
      hasFactor: false,
      hasPassword: false,
      user: {
        id: row.user_id,
        email: row.session_email ?? "",
        name: null,
        email_confirmed_at: null,
        created_at: row.session_created_at,
      },
      activeOrganizationId: null,
      ...openedOn(host, [], []),
    };
  if (row.email === null || row.created_at === null) return { kind: "anonymous" };
  // A half session has no organizations and no rights before the second factor.
  const isWhole = row.kind === "full";
  return {
    kind: row.kind,
    sessionId,
    ...proof,
    user: {
      id: row.user_id,
      email: row.email,
      name: row.name,
      email_confirmed_at: row.email_confirmed_at,
      created_at: row.created_at,
    },
    activeOrganizationId: isWhole ? row.active_organization_id : null,
    ...(isWhole ? openedOn(host, row.memberships, row.roles) : openedOn(host, [], [])),
  };
}

const found = createContext<{ visitor: Promise<Visitor> | null }>({ visitor: null });

/** The visitor of this request; every call gets the same promise. A full session takes precedence over a half one. */
export function visitor(request: Request, context: Context): Promise<Visitor> {
  const known = context.get(found).visitor;
  if (known) return known;
  const now = Date.now();
  const host = sessionHostOf(request, context);
  const asked = (async (): Promise<Visitor> => {
    // A request with an access token uses that alone: the front door has removed its cookies.
    const bearer = bearerOf(request);
    if (bearer !== null) {
      const id = await sessionOfToken(context.get(cloudflare).env, bearer, now);
      return id === null ? { kind: "anonymous" } : read(context, { id, secret: null, kind: null }, host, now);
    }
    for (const kind of kinds) {
      const claim = claimIn(readCookie(request, cookieOf[kind]), kind);
      const signedIn = claim && (await read(context, claim, host, now));
      if (signedIn && signedIn.kind !== "anonymous") return signedIn;
    }
    return { kind: "anonymous" };
  })();
  context.set(found, { visitor: asked });
  return asked;
}

/**
 * Notes that a session is in use, after the answer; of parallel requests one does.
 * @param now ms UTC
 * @param every_ms how old the last note must be
 */
export function noteSessionUse(context: Context, id: string, now: number, every_ms: number): void {
  const { ctx } = context.get(cloudflare);
  ctx.waitUntil(
    platform(context.get(database))
      .update(sessions)
      .set({ last_seen_at: now })
      .where(and(eq(sessions.id, id), lte(sessions.last_seen_at, now - every_ms)))
      .run(),
  );
}

type SessionRow = typeof sessions.$inferInsert;
type NewSession = { row: SessionRow; cookies: string[] };
/** Further columns of a session, depending on its kind. */
type Held = Partial<
  Pick<
    SessionRow,
    "email" | "password_hash" | "proven_at" | "factor" | "factor_proven_at" | "ref_host" | "crossed_from"
  >
> & { /** As `sessionHostOf` tells it. */ host: string | null };

/** The row of a new session for the caller's batch, and its cookie (R1, R2: always new). */
export async function newSession(
  request: Request,
  userId: string,
  kind: Kind,
  now: number,
  held: Held,
): Promise<NewSession> {
  const id = randomToken(12);
  const secret = randomToken(32);
  const lifetime_ms = lifetimeOf_ms[kind];
  return {
    row: {
      id,
      secret_hash: await sha256(secret),
      user_id: userId,
      kind,
      created_at: now,
      last_seen_at: now,
      expires_at: now + lifetime_ms,
      user_agent: request.headers.get("user-agent")?.slice(0, 300) ?? null,
      ip_prefix: ipPrefix(request.headers.get("cf-connecting-ip")),
      country: request.headers.get("cf-ipcountry")?.slice(0, 2) ?? null,
      proven_at: kind === "full" ? now : null,
      ...held,
    },
    cookies: [
      cookie(request, cookieOf[kind], `${id}.${secret}`, { maxAge: lifetime_ms / 1000 }),
      ...kinds.filter((other) => other !== kind).map((other) => expiredCookie(request, cookieOf[other])),
    ],
  };
}

/** Whether a browser holds the cookie of a full session, living or over; signing out removes it. */
export const carriesFullSession = (request: Request): boolean =>
  claimIn(readCookie(request, cookieOf.full), "full") !== null;

/** The cookie that removes a full session that is over. */
export const forgettingFullSession = (request: Request): string => expiredCookie(request, cookieOf.full);

/**
 * Statements that end the sessions of this request, for the batch that starts another or none (R2). Only the holder
 * of a session's secret can end it this way.
 */
export async function endingStatements(request: Request, db: Database) {
  const carried = Object.values(cookieOf).map((name) => readCookie(request, name)?.split(".") ?? []);
  const hashed = await Promise.all(
    carried.map(async ([id = "", secret = ""]) => ({ id, secret_hash: await sha256(secret) })),
  );
  return hashed
    .filter(({ id }) => id !== "")
    .map(({ id, secret_hash }) =>
      platform(db)
        .delete(sessions)
        .where(and(eq(sessions.id, id), eq(sessions.secret_hash, secret_hash))),
    );
}

/**
 * The statement that ends the session that this one crossed over from, and those that crossed over from either (R4).
 * It runs before the one that ends the session itself.
 */
export const endingCrossings = (db: Database, sessionId: string) =>
  platform(db)
    .delete(sessions)
    .where(
      sql`id in (select f.id from sessions me join sessions f on f.user_id = me.user_id and f.id <> me.id
        and (f.crossed_from = me.id or f.id = me.crossed_from or f.crossed_from = me.crossed_from)
        where me.id = ${sessionId})`,
    );

/** The cookies that sign the browser out and forget its active organization. */
export const forgettingCookies = (request: Request): string[] =>
  [...Object.values(cookieOf), "active_organization_id"].map((name) => expiredCookie(request, name));

/** Adds the visitor to the error record. */
export function ownErrors(context: Context, owner: { user_id?: string; organization_id?: string }): void {
  Object.assign(context.get(requestFacts).errorOwner, owner);
}
