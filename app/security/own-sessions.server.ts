/** Where a person is signed in: each browser once, and signing it out from elsewhere (R4). */
import { and, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import { auditRow } from "#app/accounts/audit.server.ts";
import { deviceOf, placeOf } from "#app/accounts/device-words.ts";
import { idleLimit_ms, type SignedIn } from "#app/accounts/session.server.ts";
import { guarding } from "#app/factors/step-up.server.ts";
import { dismissListeners } from "#app/membership/live-listeners.server.ts";
import { guardFailed, violates } from "#app/platform/constraints.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { ago, type Place } from "#app/platform/format.ts";
import { auditEvents, sessions } from "#drizzle/control/schema.ts";

/** More browsers than a person has. */
const mostShown = 50;

/** The valid sessions, last seen first. `now`: ms UTC */
export const ownSessions = (db: PlatformDb, userId: string, now: number) =>
  db
    .select({
      id: sessions.id,
      crossed_from: sessions.crossed_from,
      user_agent: sessions.user_agent,
      country: sessions.country,
      last_seen_at: sessions.last_seen_at,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.user_id, userId),
        eq(sessions.kind, "full"),
        gt(sessions.expires_at, now),
        gt(sessions.last_seen_at, now - idleLimit_ms),
      ),
    )
    .orderBy(desc(sessions.last_seen_at))
    .limit(mostShown);

type Row = Awaited<ReturnType<typeof ownSessions>>[number];

/** A session and those that crossed over from it to other hosts are one browser. */
const rootOf = ({ id, crossed_from }: Pick<Row, "id" | "crossed_from">): string => crossed_from ?? id;

export type ListedSession = {
  id: string;
  device: string;
  /** "Germany · last seen 3 h ago". */
  seen: string;
  isThis: boolean;
};

/** One line for each browser, the current one first. */
export function listedSessions(
  rows: readonly Row[],
  { sessionId }: SignedIn,
  now: number,
  place: Place,
): ListedSession[] {
  const own = rows.find(({ id }) => id === sessionId);
  const ownRoot = own ? rootOf(own) : sessionId;
  const newest = new Map<string, Row>();
  for (const row of rows) if (!newest.has(rootOf(row))) newest.set(rootOf(row), row);
  return [...newest]
    .map(([root, { user_agent, country, last_seen_at }]) => {
      const where = placeOf(country, place.locale);
      const seen = root === ownRoot ? "active now" : `last seen ${ago(last_seen_at, now, place)}`;
      return {
        id: root,
        device: deviceOf(user_agent),
        seen: where === null ? `${seen.charAt(0).toUpperCase()}${seen.slice(1)}` : `${where} · ${seen}`,
        isThis: root === ownRoot,
      };
    })
    .sort((a, b) => Number(b.isThis) - Number(a.isThis));
}

/** Sessions of other browsers. */
const elsewhere = ({ user, sessionId }: SignedIn) =>
  and(
    eq(sessions.user_id, user.id),
    sql`coalesce(crossed_from, id) <>
      (select coalesce(me.crossed_from, me.id) from sessions me where me.id = ${sessionId})`,
  );

/** Closes the person's live feeds: a browser with a valid session opens a new one by itself. */
function dismiss(context: Context, { user, memberships }: SignedIn): void {
  const { env, ctx } = context.get(cloudflare);
  ctx.waitUntil(dismissListeners(env, memberships, { user_id: user.id }));
}

/** Ends sessions of a person, if there are any, with the audit row. */
async function ending(
  request: Request,
  context: Context,
  who: SignedIn,
  which: SQL | undefined,
  event: { action: string; target?: string },
): Promise<void> {
  const db = platform(context.get(database));
  const row = await auditRow(request, context, { ...event, actor_id: who.user.id });
  const [first, ...rest] = guarding(context, db.delete(sessions).where(and(elsewhere(who), which)));
  try {
    await db.batch([first, ...rest, db.insert(auditEvents).values(row)]);
  } catch (error) {
    // Already gone, or another person's: nothing ended, and no row is written.
    if (violates(error, guardFailed)) return;
    throw error;
  }
  dismiss(context, who);
}

/**
 * Ends the session of another browser, on every host (R4). A missing one, or another person's, is ignored.
 * @param id from `listedSessions`
 */
export const endSession = (request: Request, context: Context, who: SignedIn, id: string): Promise<void> =>
  ending(request, context, who, sql`coalesce(crossed_from, id) = ${id}`, {
    action: "session.revoked",
    target: id,
  });

/** Ends every session of every kind except the current browser's. */
export const endOtherSessions = (request: Request, context: Context, who: SignedIn): Promise<void> =>
  ending(request, context, who, undefined, { action: "sessions.revoked" });
