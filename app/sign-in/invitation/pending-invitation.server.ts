/** Keeps in a signed cookie which invitation a person is accepting, through signing up, verifying or a second factor, and then accepts it. */
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
import { acceptInvitation } from "./accept-invitation.server.ts";
import type { Invitation } from "./invitation-link.server.ts";
import { becomesOf, pendingInvitation, pendingLifetime_ms, withoutInvitation } from "./pending-invitation.ts";

const pendingCookie = "pending_invitation";
const keysOf = (context: Context) => keyringOf(settings(context.get(cloudflare).env));

/** The address of the screen for invalid links. */
export const deadLink = "/auth?token=none";

/** The `set-cookie` line that keeps an invitation for a user until they are fully signed in. `now`: ms UTC */
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

/** Whether the browser keeps any invitation. */
export const hasKept = (request: Request): boolean => readCookie(request, pendingCookie) !== null;

/** The id of the invitation that the browser keeps for this user and that may still be accepted, or null. `now`: ms UTC */
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
 * The parameters of an address of the flow, with the invitation kept for the person who has just completed a step.
 * The next page's address names it, whichever tab they use (docs/product.md, "Sign-in flows"). `now`: ms UTC
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
 * Accepts the kept invitation on the first page that its person opens signed in, before anything is drawn; the page
 * is then requested again, as a member of the organization. The acceptance also makes it the active organization, in
 * the profile and in the cookie, so the tab need not remember the invitation's organization (docs/product.md,
 * "Fields").
 */
export const takeUpInvitation: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  if (!isReading(request) || !hasKept(request)) return;
  const who = await visitorOrNobody(request, context);
  if (who.kind !== "full") return;
  const now = Date.now();
  const kept = pendingInvitation.safeParse(await readSignedCookie(request, keysOf(context), pendingCookie));
  const forgetting = expiredCookie(request, pendingCookie);
  if (!kept.success || becomesOf(kept.data, who.user, url.searchParams, now) === "cleared") {
    // Without any organization this page would be closed to them: it is requested again as an owner.
    if (await foundInstead(context, who, now))
      throw replace(`${url.pathname}${url.search}`, { headers: { "set-cookie": forgetting } });
    const response = await next();
    response.headers.append("set-cookie", forgetting);
    return response;
  }
  const outcome = await acceptKept(request, context, who.user, kept.data.invitationId, now);
  const headers = new Headers({ "set-cookie": forgetting });
  if (!outcome.ok) {
    await foundInstead(context, who, now);
    throw replace(deadLink, { headers });
  }
  headers.append("set-cookie", storingCookie(request, outcome.organizationId));
  throw replace(withoutInvitation(url), { headers });
};

/**
 * A newcomer whose invitation is no longer valid, or was not accepted in time, gets an organization of their own,
 * like any other newcomer.
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
    // Another page of theirs, opened at the same moment, has founded it.
    if (!violates(error, "UNIQUE constraint failed: profiles.id")) throw error;
  }
  return true;
}

/** @throws a 503 answer that keeps the cookie: after a network error the invitation can be tried again (docs/product.md, "Sign-in flows") */
async function acceptKept(
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
