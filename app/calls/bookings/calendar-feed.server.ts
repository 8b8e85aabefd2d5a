/** Calendar feeds: their secret addresses, made and removed by members, and what is read under them. */
import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { makerOf } from "#app/calls/link-maker.server.ts";
import { spend } from "#app/limits/rate-limits.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { personOf } from "#app/membership/actor.ts";
import { type Verb, verb } from "#app/membership/verb.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { randomToken, sha256 } from "#app/platform/crypto.server.ts";
import { type Database, database, platform, tenant } from "#app/platform/d1.server.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { addMonths, instantOf, localDate } from "#app/platform/zoned-time.ts";
import { calendarFeeds } from "#drizzle/control/schema.ts";
import { feedInput } from "./bookings-query.schema.ts";
import { calendarFile } from "./calendar-file.ts";

/** What a member knows of their feed. */
export type OwnFeed = { shows_persons: boolean; created_at: number };

/** The feed of a member of an organization, or null. */
export async function ownFeed(db: Database, organizationId: string, userId: string): Promise<OwnFeed | null> {
  const [row] = await tenant(db, organizationId)
    .select({ shows_persons: calendarFeeds.shows_persons, created_at: calendarFeeds.created_at })
    .from(calendarFeeds)
    .where(and(eq(calendarFeeds.organization_id, organizationId), eq(calendarFeeds.user_id, userId)));
  return row ?? null;
}

const about = { permission: "bookings.read", section: "calls", isPersonal: true } as const;

/**
 * Makes the member's feed, or gives it a new address; the one before answers no more.
 * @returns the secret of the address, which is kept nowhere
 */
export const makeFeed: Verb<typeof feedInput, [Deps], { secret: string }> = verb(
  { verb: "calendar_feeds.make", ...about, input: feedInput },
  async (actor, { persons }, { db }) => {
    // Hex, because addresses of pages are spelled in lower case.
    const secret = await sha256(randomToken(32));
    const { id } = actor.organization;
    const feed = {
      secret_hash: await sha256(secret),
      shows_persons: persons && actor.may("calls.read_persons"),
      created_at: Date.now(),
    };
    const user_id = personOf(actor).id;
    await tenant(db, id)
      .insert(calendarFeeds)
      .values({ organization_id: id, user_id, ...feed })
      .onConflictDoUpdate({ target: [calendarFeeds.organization_id, calendarFeeds.user_id], set: feed });
    await actor.record("calendar_feed.made", user_id, { persons: feed.shows_persons });
    return { secret };
  },
);

const nothing = z.object({});

/** Removes the member's feed: its address answers no more. */
export const removeFeed: Verb<typeof nothing, [Deps], { removed: boolean }> = verb(
  { verb: "calendar_feeds.remove", ...about, worksUnpaid: true, input: nothing },
  async (actor, _, { db }) => {
    const { id } = actor.organization;
    const user_id = personOf(actor).id;
    const gone = await tenant(db, id)
      .delete(calendarFeeds)
      .where(and(eq(calendarFeeds.organization_id, id), eq(calendarFeeds.user_id, user_id)))
      .returning({ user_id: calendarFeeds.user_id });
    if (gone.length > 0) await actor.record("calendar_feed.removed", user_id);
    return { removed: gone.length > 0 };
  },
);

/** The feed of a secret, while its maker may still read the organization's appointments. */
async function feedOf(db: Database, secret: string) {
  const feed = await platform(db)
    .select()
    .from(calendarFeeds)
    .where(eq(calendarFeeds.secret_hash, await sha256(secret)))
    .get();
  const maker = feed ? await makerOf(db, feed, "bookings.read") : null;
  if (!feed || !maker) return null;
  return { ...maker.organization, shows_persons: feed.shows_persons && maker.readsPersons };
}

/** Calendar programs ask a few times an hour; several devices may share an address. */
const readLimit = (feed: string) => ({ key: `calendar:${feed}`, most: 120, within_ms: hour_ms });

/** How far a feed reaches. */
const past_months = 1;
const coming_months = 12;

const headers = {
  "content-type": "text/calendar; charset=utf-8",
  "content-disposition": 'inline; filename="appointments.ics"',
  // Only the program that asks may keep it, and it asks each time whether it changed.
  "cache-control": "private, no-cache",
  "x-robots-tag": "noindex, nofollow",
};

/**
 * The calendar under a secret address; 304 to a program that has it already.
 * @param file the last part of the address: the secret and ".ics"
 */
export async function calendarAnswer(request: Request, context: Context, file: string): Promise<Response> {
  const secret = /^([0-9a-f]{64})\.ics$/.exec(file)?.[1];
  const db = context.get(database);
  const feed = secret === undefined ? null : await feedOf(db, secret);
  if (secret === undefined || feed === null) throw faultResponse("not_found", { "x-robots-tag": "noindex" });
  const now = Date.now();
  const spent = await spend(db, [readLimit((await sha256(`limit:${secret}`)).slice(0, 32))], now);
  if (!spent.ok) throw faultResponse("too_many", { "retry-after": String(spent.retryAfter) });
  const { env } = context.get(cloudflare);
  const store = storeOf(organizationObject(feed, env));
  const today = localDate(now, feed.time_zone);
  const from = instantOf(addMonths(today, -past_months), "00:00", feed.time_zone);
  const to = instantOf(addMonths(today, coming_months), "24:00", feed.time_zone);
  const bookings = await store.bookings.forFeed(from, to);
  const body = calendarFile(
    feed.name,
    bookings.map(({ name, phone_number, notes, ...booking }) => ({
      ...booking,
      person: feed.shows_persons ? { name, phone_number, notes } : null,
    })),
  );
  const etag = `"${(await sha256(body)).slice(0, 32)}"`;
  const isKnown = (request.headers.get("if-none-match") ?? "")
    .split(",")
    .some((known) => known.trim().replace(/^W\//, "") === etag);
  if (isKnown) return new Response(null, { status: 304, headers: { ...headers, etag } });
  return new Response(body, { headers: { ...headers, etag } });
}
