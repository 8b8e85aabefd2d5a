/** What /security shows: everything about a person's own account, in one batch. */
import { count, eq } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { person } from "#app/accounts/signed-in-only.server.ts";
import { whereaboutsOf } from "#app/accounts/whereabouts.server.ts";
import { activeMembership } from "#app/organizations/active-organization.server.ts";
import { timeZoneOf } from "#app/organizations/first-organization.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { passkeys } from "#drizzle/control/schema.ts";
import { accountEvents, accountEventsPage, eventCursorOf } from "./account-events.server.ts";
import { listedSessions, ownSessions } from "./own-sessions.server.ts";

type Context = Readonly<RouterContextProvider>;

export async function securityPage(request: Request, context: Context) {
  const who = person(context);
  const db = platform(context.get(database));
  const now = Date.now();
  const cursor = eventCursorOf(request.url);
  const [events, tried] = accountEvents(db, who.user.id, cursor);
  const [sessions, done, others, keys] = await db.batch([
    ownSessions(db, who.user.id, now),
    events,
    tried,
    db.select({ all: count() }).from(passkeys).where(eq(passkeys.user_id, who.user.id)),
  ]);
  const shown = activeMembership(request, who);
  const place = {
    timeZone: shown?.time_zone ?? timeZoneOf(whereaboutsOf(context).timezone) ?? "UTC",
    locale: shown?.locale ?? "en-US",
  };
  return {
    email: who.user.email,
    hasFactor: who.hasFactor,
    passkeys: keys[0]?.all ?? 0,
    hasOrganization: shown !== undefined,
    sessions: listedSessions(sessions, who, now, place),
    history: accountEventsPage([done, others], cursor, now, place),
  };
}
