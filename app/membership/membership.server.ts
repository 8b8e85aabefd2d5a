/** The organization that a request is about, and the guard that stands before its pages. */
import { createContext, type MiddlewareFunction, replace } from "react-router";
import { signInPath } from "#app/accounts/return-path.ts";
import { type Membership, ownErrors, type SignedIn } from "#app/accounts/session.server.ts";
import { isHidden } from "#app/branding/hidden-sections.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { isReading } from "#app/platform/methods.ts";
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
import { type Permission, startPageOf } from "./permissions.ts";
import { renderedFor } from "./rendered-for.server.ts";

/** What a page adds to the actor: the person as the frame and the pages show them. */
export type Member = Actor<Person> & {
  user: SignedIn["user"];
  /** All that this person belongs to, and the one of them that this is. */
  memberships: readonly Membership[];
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
  const message = `Your role in ${found.organization.name} is ${found.by.role}. Ask an owner if you need this page.`;
  throw Response.json({ code: "forbidden", message }, { status: 403 });
}

/** Addresses of the page that everybody is sent to first. */
const startPages = new Set(["/dashboard", "/dash", "/analytics"]);

/** Another page to begin with, for a role that has nothing to look for on the dashboard. */
function otherStartPage(request: Request, { pathname }: URL, { role, hidden }: Membership): string | null {
  const start = startPageOf(role, hidden);
  return isReading(request) && startPages.has(pathname) && !startPages.has(start) ? start : null;
}

/** Where a second factor is set up, and where whoever belongs to nothing begins; both stand outside of this guard. */
const setupPage = "/mfa-setup";
const foundingPage = "/organizations/new";

/** Shows nothing of an organization but its name: whoever will not set up a factor goes over to another one here, or leaves. */
const openWithoutFactor = "/organizations";

/** @throws the way to the setup page, or 403 with words for whoever writes or asks from elsewhere */
function sendToSetup(request: Request, { pathname }: URL, { name }: Membership): void {
  if (pathname.replace(/\.data$/, "") === openWithoutFactor) return;
  if (isReading(request)) throw replace(setupPage);
  const message = `${name} asks every member for two-factor authentication. Set it up first; nothing was changed.`;
  throw Response.json({ code: "forbidden", message }, { status: 403 });
}

/**
 * @throws the way to the page where one is founded, on a tenant's host to the screen that says that they have no access;
 * 403 with words to a form
 */
function sendToFounding(request: Request, { host }: SignedIn): never {
  if (isReading(request)) throw replace(host === null ? foundingPage : "/auth");
  throw Response.json({ code: "forbidden", message: noOrganization }, { status: 403 });
}

/** Notes that the stored organization is none of the person's own: one that they left, or one that they guessed (R26, R46). */
function noteForeign(request: Request, context: Context, { memberships }: SignedIn, own: Actor): void {
  const stored = storedOrganization(request);
  if (stored === null || memberships.some(({ id }) => id === stored)) return;
  // Whatever somebody wrote there: no id is longer.
  const target = stored.slice(0, 64);
  context.get(cloudflare).ctx.waitUntil(own.record("organization.foreign_asked_for", target));
}

/** 409: nothing was changed, which organization is looked at now; with the id of the one that the tab was drawn for, if it is theirs. */
function otherOrganization(
  { memberships }: SignedIn,
  { name }: Membership,
  drawnFor: string | null,
): Response {
  const own = memberships.find(({ id }) => id === drawnFor);
  const message =
    own === undefined
      ? `What this page belonged to is not one of your organizations. ${name} is shown now; nothing was changed.`
      : `This page belongs to ${own.name}, and you look at ${name} now. Nothing was changed.`;
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
  ownErrors(context, { organization_id: found.id });
  noteForeign(request, context, who, actor);
  // Two tabs, two organizations: a form says which one it was drawn for, and so does a page that asks for more.
  const drawnFor = await renderedFor(request, context);
  if (drawnFor !== found.id && !(drawnFor === null && isReading(request)))
    throw otherOrganization(who, found, drawnFor);
  if (standing.is === "unprotected") sendToSetup(request, url, found);
  if (isHidden(found.hidden, url.pathname)) throw faultResponse("not_found");
  const elsewhere = otherStartPage(request, url, found);
  if (elsewhere) throw replace(elsewhere);
  const { user, memberships, isPlatformAdmin } = who;
  context.set(member, {
    ...actor,
    user,
    memberships,
    membership: found,
    isPlatformAdmin,
  });
  const response = await next();
  // Whoever goes over to another organization has said so in the answer already.
  if (storedOrganization(request) !== found.id && !stores(response))
    response.headers.append("set-cookie", storingCookie(request, found.id));
  return response;
};

/** Stands before every page of an organization: no session goes to /auth, an unverified one to its verification step. */
export const membersOnly: MiddlewareFunction<Response> = async (args, next) => {
  try {
    return await guarded(args, next);
  } catch (thrown) {
    // The router files what a guard throws under the guard's layout, where a page that asks for its own data alone does
    // not look. What a guard answers reaches every page.
    if (isReading(args.request) && isDataRequest(args.request) && isRefusal(thrown)) return thrown;
    throw thrown;
  }
};
