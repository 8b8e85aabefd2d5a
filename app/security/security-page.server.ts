/** The data of /security: everything about a person's own account, in one batch. */

import { count, desc, eq, sum } from "drizzle-orm";
import { person } from "#app/accounts/signed-in-only.server.ts";
import { allowWaysOut } from "#app/branding/hosts.server.ts";
import { needsProof } from "#app/confirm/sudo.server.ts";
import { passkeyHost } from "#app/factors/passkeys.server.ts";
import { activeMembership } from "#app/membership/active-organization.server.ts";
import { timeZoneOf } from "#app/membership/first-organization.ts";
import { whereaboutsOf } from "#app/membership/whereabouts.server.ts";
import type { Context } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { cursorOf } from "#app/platform/keyset.ts";
import { passkeys, userIdentities } from "#drizzle/control/schema.ts";
import { accountEvents, accountEventsPage, eventKey } from "./account-events.server.ts";
import { changeUnderWay } from "./ask-email-change.server.ts";
import { exportedEnough } from "./export.server.ts";
import { changeWords } from "./own-email.server.ts";
import { canConnectGoogle } from "./own-google.server.ts";
import { companyOf, consequencesOf } from "./own-organizations.server.ts";
import { listedSessions, ownSessions } from "./own-sessions.server.ts";

/** What was just done, shown once, from the address that its form redirects to. */
const doneSentences: Readonly<Record<string, string>> = {
  password: "Your password was changed, and all other devices were signed out.",
  email: "We emailed a link to both addresses. Your address changes once you've opened both.",
  "google-connect": "Google is connected to your account.",
  "google-disconnect": "Google was disconnected, and all other devices were signed out.",
};

export async function securityPage(request: Request, context: Context) {
  const who = person(context);
  const db = platform(context.get(database));
  const now = Date.now();
  const cursor = cursorOf(request.url, eventKey);
  const [events, tried] = accountEvents(db, who.user.id, cursor);
  const [sessions, done, others, keys, [google], halves, company] = await db.batch([
    ownSessions(db, who.user.id, now),
    events,
    tried,
    db
      .select({ all: count(), here: sum(eq(passkeys.rp_id, passkeyHost(request))).mapWith(Number) })
      .from(passkeys)
      .where(eq(passkeys.user_id, who.user.id)),
    db
      .select({ email: userIdentities.email })
      .from(userIdentities)
      .where(eq(userIdentities.user_id, who.user.id))
      .orderBy(desc(userIdentities.last_used_at))
      .limit(1),
    changeUnderWay(db, who.user.id, now),
    companyOf(db, who),
  ]);
  // Its forms lead to Google.
  allowWaysOut(request, context);
  const shown = activeMembership(request, who);
  const place = {
    timeZone: shown?.time_zone ?? timeZoneOf(whereaboutsOf(context).timezone) ?? "UTC",
    locale: shown?.locale ?? "en-US",
  };
  return {
    done: doneWords(request.url, doneSentences),
    needsProof: needsProof(who, now),
    email: who.user.email,
    emailChange: changeWords(halves),
    hasPassword: who.hasPassword,
    google: google?.email ?? null,
    canConnectGoogle: canConnectGoogle(request, context),
    hasFactor: who.hasFactor,
    passkeys: keys[0]?.all ?? 0,
    hasPasskey: Boolean(keys[0]?.here),
    hasExportedEnough: new URL(request.url).searchParams.has(exportedEnough),
    ...consequencesOf(who, company),
    sessions: listedSessions(sessions, who, now, place),
    history: accountEventsPage([done, others], cursor, now, place),
  };
}
