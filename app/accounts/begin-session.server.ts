/** The one place where a proof of identity becomes a session: a pending one before the address is proven, a half one before the second factor, a full one after it. */

import { and, eq, isNotNull } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { referredTo, sessionHostOf } from "#app/branding/hosts.server.ts";
import type { Context } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { auditEvents, sessions, userFactors } from "#drizzle/control/schema.ts";
import { auditRow } from "./audit.server.ts";
import { rememberingNetwork } from "./known-networks.server.ts";
import { endingStatements, newSession, type SignedIn } from "./session.server.ts";

/** How the person has just proven their identity. */
type Proof =
  | "password"
  | "google"
  | "passkey"
  | "cross_domain"
  | "email_code"
  | "email_link"
  | "invitation"
  | "reset"
  | "totp"
  | "recovery_code";

/** Proofs that are two factors at once: a device and its owner, or the second factor after a first. */
const wholeProofs: readonly Proof[] = ["passkey", "totp", "recovery_code"];

type Beginner = {
  id: string;
  email: string;
  email_confirmed_at: number | null;
  /** The hash that was proven; a pending session keeps it for the code that completes it. */
  password_hash?: string | null;
  /** Whether the account has a factor, when the caller knows; otherwise one statement reads it. */
  hasFactor?: boolean;
};

type Proven = {
  proven_at: number | null;
  factor: SignedIn["factor"];
  factor_proven_at: number | null;
};

type Kept = {
  /** The custom domain that `ref` named at an earlier step; otherwise the one that this request names. */
  ref_host?: string | null;
  /** What the previous session on this host had proven, and when. Nothing is inherited from another host. */
  inherited?: Proven;
  /** The signed-in person who confirms their identity: the full session that the new one replaces. */
  again?: SignedIn;
  /** The session on the main host that this one crosses over from; signing out there ends this one too. */
  crossed_from?: string | null;
};

export type Beginning = {
  /** `in`: signed in. `verify`: the address must be proven first, at /auth. `factor`: the second factor is asked first, at /auth. */
  step: "in" | "verify" | "factor";
  /** For the caller's batch: the new session, its audit row, and the end of the sessions that the request carried (R2). */
  statements: [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]];
  /** Values of `Set-Cookie`. */
  cookies: string[];
  sessionId: string;
};

async function hasFactorNow(context: Context, userId: string): Promise<boolean> {
  const found = await platform(context.get(database))
    .select({ id: userFactors.id })
    .from(userFactors)
    .where(and(eq(userFactors.user_id, userId), isNotNull(userFactors.verified_at)))
    .limit(1)
    .get();
  return found !== undefined;
}

/**
 * Begins a session for a person who has proven their identity. It writes nothing: the statements belong in the batch
 * of the fact that proved it.
 * @param now ms UTC
 */
export async function beginSession(
  request: Request,
  context: Context,
  user: Beginner,
  how: Proof,
  now: number,
  { inherited, again, ref_host = again?.refHost, crossed_from = again?.crossedFrom }: Kept = {},
): Promise<Beginning> {
  const isWhole = wholeProofs.includes(how) || again?.kind === "full";
  const isProven = user.email_confirmed_at !== null;
  const asksFactor = isProven && !isWhole && (user.hasFactor ?? (await hasFactorNow(context, user.id)));
  const step = isProven ? (asksFactor ? "factor" : "in") : "verify";
  const proof = inherited ?? provenBy(how, again, now);
  const session = await newSession(
    request,
    user.id,
    step === "in" ? "full" : step === "factor" ? "factor" : "pending",
    now,
    {
      host: sessionHostOf(request, context),
      crossed_from: crossed_from ?? null,
      ref_host: ref_host ?? referredTo(request, context),
      ...(step === "in" && proof),
      ...(step === "verify" && {
        email: user.email,
        ...(user.password_hash && { password_hash: user.password_hash }),
      }),
    },
  );
  const action = again ? "session.confirmed" : actions[step];
  const event = await auditRow(request, context, { action, actor_id: user.id, changes: { how } });
  const db = platform(context.get(database));
  // A tenant can point its domain anywhere, so arriving from it does not prove that the person came themselves.
  const isHere = step === "in" && how !== "cross_domain";
  return {
    step,
    sessionId: session.row.id,
    cookies: session.cookies,
    statements: [
      db.insert(sessions).values(session.row),
      ...(again ? [followedBy(context, again, session.row.id)] : []),
      db.insert(auditEvents).values(event),
      ...(isHere ? await rememberingNetwork(request, context, user, now) : []),
      ...(await endingStatements(request, context.get(database))),
    ],
  };
}

/** Sessions on other hosts that crossed over from the previous session continue with the new one. */
const followedBy = (context: Context, { sessionId }: SignedIn, next: string) =>
  platform(context.get(database))
    .update(sessions)
    .set({ crossed_from: next })
    .where(eq(sessions.crossed_from, sessionId));

const actions = {
  in: "session.started",
  factor: "session.factor_asked",
  verify: "session.pending",
} as const;

/**
 * A password that confirms identity keeps the session's second factor, without making it newer. A session that
 * crosses over has proven nothing on this host yet.
 */
function provenBy(how: Proof, again: SignedIn | undefined, now: number): Proven {
  if (how === "cross_domain") return { proven_at: null, factor: null, factor_proven_at: null };
  return how === "totp" || how === "recovery_code" || how === "passkey"
    ? { proven_at: now, factor: how, factor_proven_at: now }
    : { proven_at: now, factor: again?.factor ?? null, factor_proven_at: again?.factorProvenAt ?? null };
}
