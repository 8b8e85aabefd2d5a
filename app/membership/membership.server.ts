/** The organization of a request, and the guard of its pages. */
import { createContext, type MiddlewareFunction, type RouterContextProvider, replace } from "react-router";
import { signInPath } from "#app/accounts/return-path.ts";
import { type Membership, ownErrors, type SignedIn, visitor } from "#app/accounts/session.server.ts";
import { type BrandSection, isHidden } from "#app/branding/hidden-sections.ts";
import { cloudflare, requestFacts } from "#app/platform/context.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { isReading } from "#app/platform/methods.ts";
import { organizationObject, type Store, storeOf } from "#app/platform/organization-door.ts";
import {
  activeMembership,
  deletedOneLookedAt,
  storedOrganization,
  storingCookie,
} from "./active-organization.server.ts";
import { auditLater, membersRequest } from "./audit.server.ts";
import { deletedAnswer } from "./deleted-organizations.server.ts";
import { noOrganization } from "./no-organization.ts";
import { may, type Permission, startPageOf } from "./permissions.ts";
import { limitsOf, type PlanLimits } from "./plan-limits.ts";
import { renderedFor } from "./rendered-for.server.ts";

export type Member = {
  id: string;
  name: string;
  role: string;
  timeZone: string;
  locale: string;
  currency: string;
  country: string;
  address: string | null;
  tier: string;
  /** Where its object lives. */
  region: string | null;
  /** `organizations.subscription_status` */
  status: string;
  /** What its plan allows now. */
  limits: PlanLimits;
  /** Every member must have a second factor. */
  requiresTwoFactor: boolean;
  /** The sections that its brand hides. */
  hidden: readonly BrandSection[];
  user: SignedIn["user"];
  /** All organizations of this person, and the active one. */
  memberships: readonly Membership[];
  membership: Membership;
  isPlatformAdmin: boolean;
  /** The organization's data, behind its one door. */
  store: Store;
};

const member = createContext<Member>();

/** The member's organization. Only under the `membersOnly` guard. */
export const organization = (context: Readonly<RouterContextProvider>): Member => context.get(member);

/**
 * The organization, for a member who may do this there.
 * @throws a 403 answer otherwise, which says whom to ask; the refusal is audited
 */
export function permitted(context: Readonly<RouterContextProvider>, permission: Permission): Member {
  const found = organization(context);
  if (may(found.role, permission)) return found;
  auditLater(context, found, { action: "access.refused", target: permission });
  const message = `Your role in ${found.name} is ${found.role}. Ask an owner if you need this page.`;
  throw Response.json({ code: "forbidden", message }, { status: 403 });
}

/** Addresses of the usual start page. */
const startPages = new Set(["/dashboard", "/dash", "/analytics"]);

/** The start page of a role that has nothing to see on the dashboard. */
function otherStartPage(request: Request, { pathname }: URL, { role, hidden }: Membership): string | null {
  const start = startPageOf(role, hidden);
  return isReading(request) && startPages.has(pathname) && !startPages.has(start) ? start : null;
}

/** Where a second factor is set up, and where a person without an organization founds one; both are outside this guard. */
const setupPage = "/mfa-setup";
const foundingPage = "/organizations/new";

/**
 * Whether an organization refuses a member until they have a second factor: an authenticator in the account, or the
 * passkey with which this session began.
 */
export const lacksFactor = (
  who: Pick<SignedIn, "hasFactor" | "factor">,
  { require_two_factor }: Membership,
): boolean => require_two_factor && !who.hasFactor && who.factor !== "passkey";

/** This page shows only the organization's name: a member who does not want a second factor switches to another organization here, or leaves. */
const openWithoutFactor = "/organizations";

/** @throws a redirect to the setup page, or 403 with words for a form or a data request */
function sendToSetup(request: Request, { pathname }: URL, who: SignedIn, found: Membership): void {
  if (!lacksFactor(who, found) || pathname.replace(/\.data$/, "") === openWithoutFactor) return;
  if (isReading(request)) throw replace(setupPage);
  const message = `${found.name} asks every member for two-factor authentication. Set it up first; nothing was changed.`;
  throw Response.json({ code: "forbidden", message }, { status: 403 });
}

/**
 * @throws a redirect to the page where an organization is founded; on a tenant's host, to the screen that says that
 * they have no access; 403 with words to a form
 */
function sendToFounding(request: Request, { host }: SignedIn): never {
  if (isReading(request)) throw replace(host === null ? foundingPage : "/auth");
  throw Response.json({ code: "forbidden", message: noOrganization }, { status: 403 });
}

/** Records that the stored organization is not the person's own: one that they left, or one that they guessed (R26, R46). */
function noteForeign(
  request: Request,
  context: Readonly<RouterContextProvider>,
  { user, memberships }: SignedIn,
  own: Membership,
): void {
  const stored = storedOrganization(request);
  if (stored === null || memberships.some(({ id }) => id === stored)) return;
  // The value is unchecked; no id is longer than this.
  const target = stored.slice(0, 64);
  auditLater(context, { id: own.id, user }, { action: "organization.foreign_asked_for", target });
}

/** 409: nothing was changed, and which organization is active now; with the id of the one that the tab was drawn for, if it is theirs. */
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
  const who = await visitor(request, context);
  if (who.kind !== "full") throw replace(signInPath(url));
  ownErrors(context, { user_id: who.user.id });
  const deleted = deletedOneLookedAt(request, who);
  if (deleted) throw deletedAnswer(who, deleted, Date.now());
  const found = activeMembership(request, who);
  if (!found) return sendToFounding(request, who);
  ownErrors(context, { organization_id: found.id });
  context.set(membersRequest, request);
  noteForeign(request, context, who, found);
  // Two tabs, two organizations: a form names the one it was drawn for, and so does a data request.
  const drawnFor = await renderedFor(request, context);
  if (drawnFor !== found.id && !(drawnFor === null && isReading(request)))
    throw otherOrganization(who, found, drawnFor);
  sendToSetup(request, url, who, found);
  if (isHidden(found.hidden, url.pathname)) throw faultResponse("not_found");
  const elsewhere = otherStartPage(request, url, found);
  if (elsewhere) throw replace(elsewhere);
  const { env } = context.get(cloudflare);
  context.set(member, {
    id: found.id,
    name: found.name,
    role: found.role,
    timeZone: found.time_zone,
    locale: found.locale,
    currency: found.currency,
    country: found.country,
    address: found.address,
    tier: found.subscription_tier,
    region: found.region,
    status: found.subscription_status,
    limits: limitsOf(found.subscription_tier),
    requiresTwoFactor: found.require_two_factor,
    hidden: found.hidden,
    user: who.user,
    memberships: who.memberships,
    membership: found,
    isPlatformAdmin: who.isPlatformAdmin,
    store: storeOf(organizationObject(found, env), context.get(requestFacts).timing),
  });
  const response = await next();
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
