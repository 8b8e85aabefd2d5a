/** Who is asking: the session behind the cookie, read in one D1 statement and only when somebody wants to know. */
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
const idleLimit_ms = 7 * day_ms;
const absoluteLimit_ms = 30 * day_ms;
/** A pending session lives as long as one sitting at the verification step. */
const pendingLimit_ms = day_ms;
/** R18: a two-factor step is over after 5 minutes, and with it the session that opens it. */
const factorLimit_ms = 5 * minute_ms;
/** R3: last-seen is written at most once an hour. */
const seenEvery_ms = hour_ms;
/** Specification section 4: loading the session ends after 2 s. */
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
  /** When they last proved here who they are, ms UTC: the sudo window (R3). */
  provenAt: number | null;
  /** When the session was last noted as in use, ms UTC: once an hour, and more often in the platform's own pages. */
  lastSeenAt: number;
  /** What the second factor of this session was; null: there was none. */
  factor: "totp" | "recovery_code" | "passkey" | null;
  /** When that factor was last given, ms UTC; a password alone does not move it. */
  factorProvenAt: number | null;
  /** Whether the account has an authenticator that signing in asks for. */
  hasFactor: boolean;
  /** Whether the account has a password; one that came by Google alone has none. */
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
  /** On a tenant's host those of the organizations that live there, and no others: a tenant may lead its host elsewhere any day. */
  memberships: Membership[];
  /** Memberships of organizations that were deleted and can still be restored: nothing can be done in them. */
  deleted: Membership[];
  /**
   * Whether everything that the account opens lives on the host of this session: always on the main host. Elsewhere the
   * account itself (its password, factors, address, sessions) is not touched.
   */
  isSettled: boolean;
  /** Whether the account has any organization at all, on whichever host it lives. */
  belongsSomewhere: boolean;
  /** On the main host only. */
  isPlatformAdmin: boolean;
};
export type Visitor = { kind: "anonymous" } | SignedIn;

/** Which session somebody says to hold: by its cookie's secret and kind, or by an access token, whose signature has proven it. */
type Claim = { id: string; secret: string | null; kind: Kind | null };

function claimIn(token: string | null, kind: Kind): Claim | null {
  const [id = "", secret = ""] = token?.split(".") ?? [];
  return id.length === 16 && secret.length === 43 ? { id, secret, kind } : null;
}

/** A session is good on the host that it began on, and on no other: who holds a tenant's host may read what is sent there. */
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
  if (now - row.last_seen_at >= seenEvery_ms) seen(context, sessionId, now, seenEvery_ms);
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
  // A pending session knows what was typed and nothing else: what the account holds is for who has proven the address.
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
  // Half proven is not proven: no organization and no right before the second factor.
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

/** The visitor of this request; the same promise however often it is asked. A full session comes before a half one. */
export function visitor(request: Request, context: Context): Promise<Visitor> {
  const known = context.get(found).visitor;
  if (known) return known;
  const now = Date.now();
  const host = sessionHostOf(request, context);
  const asked = (async (): Promise<Visitor> => {
    // Whoever speaks with a token speaks with that alone: the front door has taken the cookies away.
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
export function seen(context: Context, id: string, now: number, every_ms: number): void {
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
/** What a kind of session holds besides: see the table. */
type Held = Partial<
  Pick<
    SessionRow,
    "email" | "password_hash" | "proven_at" | "factor" | "factor_proven_at" | "ref_host" | "crossed_from"
  >
> & { /** As `sessionHostOf` tells it. */ host: string | null };

/** A session about to begin: the row for the caller's batch, and the cookie that opens it (R1, R2: always new). */
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

/** Whether a browser still holds the cookie of a whole session, living or over: who signs out here keeps none. */
export const carriesFullSession = (request: Request): boolean =>
  claimIn(readCookie(request, cookieOf.full), "full") !== null;

/** The cookie that forgets a whole session which is over. */
export const forgettingFullSession = (request: Request): string => expiredCookie(request, cookieOf.full);

/**
 * Statements that end the sessions which the request carries, for the batch that starts another or none (R2). Only who
 * holds a session's secret can end it so.
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
 * The statement that ends a session's other halves: the one that it crossed over from, and those that crossed over from
 * either (R4). It comes before the one that ends the session itself.
 */
export const endingCrossings = (db: Database, sessionId: string) =>
  platform(db)
    .delete(sessions)
    .where(
      sql`id in (select f.id from sessions me join sessions f on f.user_id = me.user_id and f.id <> me.id
        and (f.crossed_from = me.id or f.id = me.crossed_from or f.crossed_from = me.crossed_from)
        where me.id = ${sessionId})`,
    );

/** The cookies that forget whoever was signed in, and which organization they looked at. */
export const forgettingCookies = (request: Request): string[] =>
  [...Object.values(cookieOf), "active_organization_id"].map((name) => expiredCookie(request, name));

/** Says on the error record whom it happened to. */
export function ownErrors(context: Context, owner: { user_id?: string; organization_id?: string }): void {
  Object.assign(context.get(requestFacts).errorOwner, owner);
}
