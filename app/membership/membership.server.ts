/** The organization of a request, and the guard of its pages. */
import { and, eq, isNull, lte, or } from "drizzle-orm";
import { createContext, type MiddlewareFunction, redirectDocument, replace } from "react-router";
import { signInPath } from "#app/accounts/return-path.ts";
import { type Membership, ownErrors, type SignedIn } from "#app/accounts/session.server.ts";
import { isHidden } from "#app/branding/hidden-sections.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, tenant } from "#app/platform/d1.server.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { isReading } from "#app/platform/methods.ts";
import { organizationMembers } from "#drizzle/control/schema.ts";
import {
  activeMembership,
  deletedOneLookedAt,
  storedOrganization,
  storingCookie,
} from "./active-organization.server.ts";
import { actorOfVisitor } from "./actor.server.ts";
import type { Actor, Person } from "./actor.ts";
import { deletedAnswer } from "./deleted-organizations.server.ts";
import { noOrganization } from "./no-organization.ts";
import { asRole, type Permission, startPageOf } from "./permissions.ts";
import { renderedFor } from "./rendered-for.server.ts";
import { endedVisit, visitEnds } from "./support-visits.server.ts";
import { suspendedAnswer } from "./suspended-organizations.server.ts";

/** What a page adds to the actor: the person as the frame and the pages show them. */
export type Member = Actor<Person> & {
  user: SignedIn["user"];
  /** All organizations of this person, those open as support, and the active one. */
  memberships: readonly Membership[];
  visits: readonly Membership[];
  membership: Membership;
  isPlatformAdmin: boolean;
};

const member = createContext<Member>();

/** The member's organization. Only under the `membersOnly` guard. */
export const organization = (context: Context): Member => context.get(member);

/**
 * The member, for a page of what only some roles may do. Pages ask before they read a form; the verbs behind them ask again.
 * @throws a 403 answer otherwise, which says whom to ask; the refusal is audited
 */
export function permitted(context: Context, permission: Permission): Member {
  const found = organization(context);
  if (found.may(permission)) return found;
  context.get(cloudflare).ctx.waitUntil(found.record("access.refused", permission));
  const whom = found.by.role === "admin" ? "an owner" : "an owner or admin";
  const message = `You're ${asRole(found.by.role)} in ${found.organization.name}. Ask ${whom} if you need this page.`;
  throw Response.json({ code: "forbidden", message }, { status: 403 });
}

/** Addresses of the usual start page. */
const startPages = new Set(["/dashboard", "/dash", "/analytics"]);

/** The start page of a person who has nothing to see on the dashboard. */
function otherStartPage(request: Request, { pathname }: URL, { role, hidden }: Membership): string | null {
  const start = startPageOf(role, hidden);
  return isReading(request) && startPages.has(pathname) && !startPages.has(start) ? start : null;
}

/** Where a second factor is set up, and where a person without an organization founds one; both are outside this guard. */
const setupPage = "/mfa-setup";
const foundingPage = "/organizations/new";

/** This page shows only the organization's name: a member who does not want a second factor switches to another organization here, or leaves. */
const openWithoutFactor = "/organizations";

/** @throws a redirect to the setup page, or 403 with words for a form or a data request */
function sendToSetup(request: Request, { pathname }: URL, { name }: Membership): void {
  if (pathname.replace(/\.data$/, "") === openWithoutFactor) return;
  if (isReading(request)) throw replace(setupPage);
  throw setupFirst(name);
}

/** 403: the organization of this name requires a second factor. */
export function setupFirst(name: string): Response {
  const message = `${name} requires two-factor authentication for every member. Set it up first; nothing was changed.`;
  return Response.json({ code: "forbidden", message }, { status: 403 });
}

/**
 * @throws a redirect to the page where an organization is founded; on a tenant's host, to the screen that says that
 * they have no access; 403 with words to a form
 */
function sendToFounding(request: Request, { host }: SignedIn): never {
  if (isReading(request)) throw replace(host === null ? foundingPage : "/auth");
  throw Response.json({ code: "forbidden", message: noOrganization }, { status: 403 });
}

const isOpenTo = ({ memberships, visits }: SignedIn, id: string): boolean =>
  [...memberships, ...visits].some((one) => one.id === id);

/**
 * Ends here when the request is for a client that the person had open as support, and the visit is over: a page leads
 * to the client's page among the agency's clients or the platform's customers, and a form is refused.
 * @throws that redirect; 409 with words to a form
 */
async function refuseEndedVisit(request: Request, context: Context, who: SignedIn, drawnFor: string | null) {
  const asked = drawnFor ?? storedOrganization(request);
  if (asked === null || isOpenTo(who, asked)) return;
  const over = await endedVisit(context, who.sessionId, asked);
  if (over === null) return;
  const message = `Your support visit to ${over.name} is over, so this change wasn't saved.`;
  if (!isReading(request)) throw Response.json({ code: "visit_over", message }, { status: 409 });
  const { page, home } = visitEnds({ client: asked, agency: over.agency_id }, who);
  throw redirectDocument(`${page}?done=over`, { headers: { "set-cookie": storingCookie(request, home) } });
}

/** Records that the stored organization is not the person's own: one that they left, or one that they guessed (R26, R46). */
function noteForeign(request: Request, context: Context, who: SignedIn, own: Actor): void {
  const stored = storedOrganization(request);
  if (stored === null || isOpenTo(who, stored)) return;
  // The value is unchecked; no id is longer than this.
  const target = stored.slice(0, 64);
  context.get(cloudflare).ctx.waitUntil(own.record("organization.foreign_asked_for", target));
}

/** Last-seen of a member is written at most once an hour, like that of a session (R3). */
const seenEvery_ms = hour_ms;

/** Notes that a member has this organization open, after the answer; of parallel requests one does. `now`: ms UTC */
function noteSeen(
  context: Context,
  userId: string,
  { id, last_seen_at, visit }: Membership,
  now: number,
): void {
  const before = now - seenEvery_ms;
  if (visit !== null) return;
  if (last_seen_at !== null && last_seen_at > before) return;
  const { organization_id, user_id, last_seen_at: seen } = organizationMembers;
  context.get(cloudflare).ctx.waitUntil(
    tenant(context.get(database), id)
      .update(organizationMembers)
      .set({ last_seen_at: now })
      .where(and(eq(organization_id, id), eq(user_id, userId), or(isNull(seen), lte(seen, before))))
      .run(),
  );
}

/** 409: nothing was changed, and which organization is active now; with the id of the one that the tab was drawn for, if it is theirs. */
function otherOrganization(
  { memberships, visits }: SignedIn,
  { name }: Membership,
  drawnFor: string | null,
): Response {
  const own = [...memberships, ...visits].find(({ id }) => id === drawnFor);
  const message =
    own === undefined
      ? `This page's organization isn't one of yours. You're in ${name} now; nothing was changed.`
      : `This page belongs to ${own.name}, but you're in ${name} now. Nothing was changed.`;
  return Response.json({ code: "other_organization", message, drawn_for: own?.id }, { status: 409 });
}

const stores = (response: Response): boolean =>
  response.headers.getSetCookie().some((line) => line.includes("active_organization_id="));

const isDataRequest = ({ url }: Request): boolean => new URL(url).pathname.endsWith(".data");
const isRefusal = (thrown: unknown): thrown is Response => thrown instanceof Response && thrown.status >= 400;

const guarded: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const standing = await actorOfVisitor(
    request,
    context,
    (who) => deletedOneLookedAt(request, who) ?? activeMembership(request, who),
  );
  if (standing.is === "anonymous") throw replace(signInPath(url));
  const { who } = standing;
  ownErrors(context, { user_id: who.user.id });
  if (standing.is === "stranger") return sendToFounding(request, who);
  const { membership: found, actor } = standing;
  if (standing.is === "deleted") throw deletedAnswer(who, found, Date.now());
  if (standing.is === "suspended") throw suspendedAnswer(who, found);
  ownErrors(context, { organization_id: found.id });
  // Two tabs, two organizations: a form names the one it was drawn for, and so does a data request.
  const drawnFor = await renderedFor(request, context);
  await refuseEndedVisit(request, context, who, drawnFor);
  noteForeign(request, context, who, actor);
  if (drawnFor !== found.id && !(drawnFor === null && isReading(request)))
    throw otherOrganization(who, found, drawnFor);
  if (standing.is === "unprotected") sendToSetup(request, url, found);
  const elsewhere = otherStartPage(request, url, found);
  if (elsewhere) throw replace(elsewhere);
  if (isHidden(found.hidden, url.pathname)) throw faultResponse("not_found");
  const { user, memberships, visits, isPlatformAdmin } = who;
  context.set(member, {
    ...actor,
    user,
    memberships,
    visits,
    membership: found,
    isPlatformAdmin,
  });
  const response = await next();
  noteSeen(context, who.user.id, found, Date.now());
  // A switch to another organization has already set the cookie in the answer.
  if (storedOrganization(request) !== found.id && !stores(response))
    response.headers.append("set-cookie", storingCookie(request, found.id));
  return response;
};

/** Stands before every page of an organization: without a session it leads to /auth, with a pending one to its verification step. */
export const membersOnly: MiddlewareFunction<Response> = async (args, next) => {
  try {
    return await guarded(args, next);
  } catch (thrown) {
    // The router stores what a guard throws under the guard's layout, where a page that fetches only its own data
    // does not look. What a guard returns reaches every page.
    if (isReading(args.request) && isDataRequest(args.request) && isRefusal(thrown)) return thrown;
    throw thrown;
  }
};
