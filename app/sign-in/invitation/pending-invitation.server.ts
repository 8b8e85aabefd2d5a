/** Keeps in a signed cookie which invitation somebody takes up, through signing up, verifying or a second factor, and accepts it then. */
import { type MiddlewareFunction, replace } from "react-router";
import { visitorOrNobody } from "#app/accounts/late-session.server.ts";
import type { SignedIn } from "#app/accounts/session.server.ts";
import { storingCookie } from "#app/membership/active-organization.server.ts";
import { failedToJoin } from "#app/organizations/invitation-words.ts";
import { innermostMessage, violates } from "#app/platform/constraints.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { expiredCookie, readCookie, readSignedCookie, signedCookie } from "#app/platform/cookies.server.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { keyringOf, settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.ts";
import { isReading } from "#app/platform/methods.ts";
import { founding } from "#app/sign-in/newcomer.server.ts";
import { acceptInvitation, type Invitation } from "./invitation-link.server.ts";
import { becomesOf, pendingInvitation, pendingLifetime_ms, withoutInvitation } from "./pending-invitation.ts";

const pendingCookie = "pending_invitation";
const keysOf = (context: Context) => keyringOf(settings(context.get(cloudflare).env));

/** Where a link leads that opens nothing: the screen that says so. */
export const deadLink = "/auth?token=none";

/** The `set-cookie` line that keeps an invitation for a user until they are all the way in. `now`: ms UTC */
export const keepingInvitation = (
  request: Request,
  context: Context,
  userId: string,
  { id, organization_id, role }: Invitation,
  now: number,
): Promise<string> => {
  const value = {
    userId,
    organizationId: organization_id,
    role,
    invitationId: id,
    timestamp: now,
  };
  return signedCookie(request, keysOf(context), pendingCookie, value, { maxAge: pendingLifetime_ms / 1000 });
};

/** Whether the browser keeps an invitation at all, whosever it is. */
export const hasKept = (request: Request): boolean => readCookie(request, pendingCookie) !== null;

/** The id of the invitation that the browser keeps for this user and that may still be accepted; null: there is none. `now`: ms UTC */
export async function keptInvitation(
  request: Request,
  context: Context,
  userId: string,
  now: number,
): Promise<string | null> {
  const kept = pendingInvitation.safeParse(await readSignedCookie(request, keysOf(context), pendingCookie));
  if (!kept.success || kept.data.userId !== userId) return null;
  return now - kept.data.timestamp < pendingLifetime_ms ? kept.data.invitationId : null;
}

/**
 * What an address of the way in says, and the invitation that is kept for whoever has just taken a step there: they are on
 * their way to it from whichever tab, so the next page's address says so (specification section 4). `now`: ms UTC
 */
export async function alongWithKept(
  request: Request,
  context: Context,
  userId: string,
  now: number,
): Promise<URLSearchParams> {
  const { searchParams } = new URL(request.url);
  const kept = await keptInvitation(request, context, userId, now);
  if (kept !== null) searchParams.set("invitation", kept);
  return searchParams;
}

/**
 * Accepts the kept invitation on the first page that its person opens signed in, before anything is drawn; the page is
 * asked for again then, as a member of the organization. That the acceptance itself makes it the active organization, in
 * the profile and in the cookie, is what the specification keeps the invitation's organization per tab for (section 3).
 */
export const takeUpInvitation: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  if (!isReading(request) || !hasKept(request)) return;
  const who = await visitorOrNobody(request, context);
  if (who.kind !== "full") return;
  const now = Date.now();
  const kept = pendingInvitation.safeParse(await readSignedCookie(request, keysOf(context), pendingCookie));
  const forgetting = expiredCookie(request, pendingCookie);
  if (!kept.success || becomesOf(kept.data, who.user, url.searchParams, now) === "cleared") {
    // As a member of nothing they would find this page closed: it is asked for again as an owner's.
    if (await foundInstead(context, who, now))
      throw replace(`${url.pathname}${url.search}`, { headers: { "set-cookie": forgetting } });
    const response = await next();
    response.headers.append("set-cookie", forgetting);
    return response;
  }
  const outcome = await accepted(request, context, who.user, kept.data.invitationId, now);
  const headers = new Headers({ "set-cookie": forgetting });
  if (!outcome.ok) {
    await foundInstead(context, who, now);
    throw replace(deadLink, { headers });
  }
  headers.append("set-cookie", storingCookie(request, outcome.organizationId));
  throw replace(withoutInvitation(url), { headers });
};

/**
 * A newcomer whose invitation opens nothing any more, or was not come through with in its time, has an organization of
 * their own, like any other newcomer.
 * @returns whether this was one
 */
async function foundInstead(context: Context, who: SignedIn, now: number): Promise<boolean> {
  if (who.belongsSomewhere || who.activeOrganizationId !== null) return false;
  const { id, email } = who.user;
  const db = platform(context.get(database));
  const [first, ...rest] = founding(db, { id, email }, undefined, context, now);
  try {
    if (first) await db.batch([first, ...rest]);
  } catch (error) {
    // Another page of theirs, opened in the same moment, has founded it.
    if (!violates(error, "UNIQUE constraint failed: profiles.id")) throw error;
  }
  return true;
}

/** @throws a 503 answer that keeps the cookie: a network error keeps the invitation for another try (specification section 4) */
async function accepted(
  request: Request,
  context: Context,
  user: { id: string; email: string },
  invitationId: string,
  now: number,
) {
  try {
    return await acceptInvitation(request, context, user, invitationId, now);
  } catch (error) {
    log("error", "invitation_not_accepted", { message: innermostMessage(error) });
    throw Response.json({ code: "unavailable", message: failedToJoin }, { status: 503 });
  }
}
