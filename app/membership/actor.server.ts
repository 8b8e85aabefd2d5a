/** Makes actors: from an organization and who acts in it, and, for a visitor, from the session behind the request. */
import { auditLine, noTrace, traceOf } from "#app/accounts/audit.server.ts";
import type { Trace } from "#app/accounts/audit-event.ts";
import { type Membership, type SignedIn, visitor } from "#app/accounts/session.server.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { type Context, cloudflare, requestFacts } from "#app/platform/context.ts";
import { type Database, database, tenant } from "#app/platform/d1.server.ts";
import { log } from "#app/platform/log.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import type { Timing } from "#app/platform/server-timing.ts";
import { auditEvents } from "#drizzle/control/schema.ts";
import { type Actor, authorOf, type Machine, type Person } from "./actor.ts";
import { accessUnder, type Standing as Paid } from "./entitlement.ts";
import { may, type Permission } from "./permissions.ts";
import { type GrantedLimits, type LowerLimits, limitsOf, smallerTier } from "./plan-limits.ts";

/** What verbs work with besides the actor. */
export type Deps = {
  readonly db: Database;
  readonly env: Env;
  /** Does work after the answer, which does not wait for it. */
  after(work: Promise<unknown>): void;
};

/** What verbs work with, of the request behind a page. */
export const depsOf = (context: Context): Deps => {
  const { env, ctx } = context.get(cloudflare);
  return {
    db: context.get(database),
    env,
    after: (work) => ctx.waitUntil(work),
  };
};

/** The row of an organization that an actor is made of. */
type Row = Pick<
  Membership,
  | "id"
  | "name"
  | "region"
  | "time_zone"
  | "locale"
  | "currency"
  | "country"
  | "address"
  | "subscription_tier"
  | "subscription_status"
  | "require_two_factor"
  | "hidden"
> & {
  readonly client_limits?: LowerLimits | null;
  readonly granted_limits?: GrantedLimits | null;
  /** Absent, as without an agency and without an overdue payment: the status alone decides. */
  readonly past_due_since?: number | null;
  /** Absent, as where no other plan follows. */
  readonly next_tier?: string | null;
  readonly agency?: Paid | null;
};

type Behind = Pick<Deps, "db" | "env"> & {
  readonly timing?: Timing;
  /** The request behind it; absent when there is none. */
  readonly trace?: () => Promise<Trace>;
};

/** An actor in an organization. No session and no request need to stand behind it. */
export function actorOf<By extends Person | Machine>(
  row: Row,
  by: By,
  { db, env, timing, trace = async () => noTrace }: Behind,
): Actor<By> {
  const visit = by.kind === "person" && by.visit !== undefined ? { visit: by.visit } : null;
  const note: Actor["note"] = async (action, subject, changes) =>
    auditLine(await trace(), {
      action,
      actor_id: authorOf({ by }),
      organization_id: row.id,
      target: subject,
      ...((changes || visit) && { changes: { ...changes, ...visit } }),
    });
  return {
    organization: {
      id: row.id,
      name: row.name,
      region: row.region,
      timeZone: row.time_zone,
      locale: row.locale,
      currency: row.currency,
      country: row.country,
      address: row.address,
      tier: row.subscription_tier,
      status: row.subscription_status,
      requiresTwoFactor: row.require_two_factor,
    },
    by,
    access: accessUnder({ past_due_since: null, ...row }, row.agency ?? null, Date.now()),
    isClient: (row.agency ?? null) !== null,
    limits: limitsOf(
      smallerTier(row.subscription_tier, row.next_tier ?? null),
      row.client_limits,
      row.granted_limits,
    ),
    granted: row.granted_limits ?? null,
    hiddenSections: row.hidden,
    store: storeOf(organizationObject(row, env), timing),
    may: (permission: Permission) =>
      by.kind === "person" ? may(by.role, permission) : by.permissions.includes(permission),
    note,
    record: async (action, subject, changes) => {
      try {
        const line = await note(action, subject, changes);
        await tenant(db, row.id).insert(auditEvents).values(line);
      } catch (error) {
        log("error", "audit_lost", { ...changes, action, message: innermostMessage(error) });
      }
    },
  };
}

/**
 * Whether an organization's door stays shut to a member until they have a second factor: an authenticator in the
 * account, or the passkey with which this very session began.
 */
export const lacksFactor = (
  who: Pick<SignedIn, "hasFactor" | "factor">,
  { require_two_factor }: Pick<Membership, "require_two_factor">,
): boolean => require_two_factor && !hasFactor(who);

const hasFactor = (who: Pick<SignedIn, "hasFactor" | "factor">): boolean =>
  who.hasFactor || who.factor === "passkey";

/** What is behind a visitor's actor. */
export type Admitted = { who: SignedIn; membership: Membership; actor: Actor<Person> };

/** Whether a door stays shut until the person has a second factor: the organization asks for one, or the agency whose visit it is. */
const isUnprotected = (who: SignedIn, membership: Membership): boolean =>
  lacksFactor(who, membership) ||
  (membership.visit !== null &&
    lacksFactor(who, { require_two_factor: membership.visit.requires_two_factor }));

/**
 * What a visitor is in the organization that was chosen. `anonymous`: the request has no full session. `stranger`: no membership.
 * `deleted`: the organization waits to be restored or purged. `suspended`: its agency suspended it, or is suspended. `unprotected`: it asks for a second factor, and the visitor
 * has none; as for a deleted or suspended one, only what is meant for that state may use the actor.
 */
export type Standing =
  | { is: "anonymous" }
  | { is: "stranger"; who: SignedIn }
  | ({ is: "deleted" | "suspended" | "unprotected" | "member" } & Admitted);

/**
 * The actor that a request's session stands for: every door for people asks here.
 * @param choose which of the person's memberships is meant, living or deleted
 */
export async function actorOfVisitor(
  request: Request,
  context: Context,
  choose: (who: SignedIn) => Membership | null | undefined,
): Promise<Standing> {
  const who = await visitor(request, context);
  if (who.kind !== "full") return { is: "anonymous" };
  const membership = choose(who);
  if (!membership) return { is: "stranger", who };
  const by: Person = {
    kind: "person",
    id: who.user.id,
    name: who.user.name ?? who.user.email,
    role: membership.role,
    provenAt: who.provenAt,
    hasFactor: hasFactor(who),
    ...(membership.visit && { visit: membership.visit.id }),
  };
  const actor = actorOf(membership, by, {
    ...depsOf(context),
    timing: context.get(requestFacts).timing,
    trace: () => traceOf(request, context),
  });
  return { is: stateOf(who, membership), who, membership, actor };
}

function stateOf(who: SignedIn, membership: Membership): (Standing & Admitted)["is"] {
  if (membership.archived_at !== null) return "deleted";
  if (membership.suspended_at !== null) return "suspended";
  return isUnprotected(who, membership) ? "unprotected" : "member";
}
