/** A session as the control plane knows it: with its user, their memberships and roles, in one statement. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { flaggedSections, flagOf, hiddenFrom } from "#app/branding/hidden-sections.ts";
import {
  agencyBrandJson,
  ownBrandJson,
  senderAddress,
  storedSender,
  wearer,
} from "#app/branding/host-tenants.server.ts";
import { homeOf } from "#app/branding/residence.server.ts";

export const kinds = ["full", "factor", "pending"] as const;
export type Kind = (typeof kinds)[number];

const organizationRow = z.object({
  id: z.string(),
  name: z.string(),
  // Read with the session at every request, so that nothing kept in a tab can be stale (docs/product.md, "Fields").
  subscription_tier: z.string(),
  subscription_status: z.string(),
  /** ms UTC; null: no payment is overdue. */
  past_due_since: z.number().nullable(),
  /** The plan that follows at the end of what was paid; null: none other does. */
  next_tier: z.string().nullable(),
  time_zone: z.string(),
  locale: z.string(),
  currency: z.string(),
  country: z.string(),
  region: z.string().nullable(),
  address: z.string().nullable(),
  require_two_factor: z.number().transform(Boolean),
  archived_at: z.number().nullable(),
  /** Until when a deleted organization can be restored; null for a living one. */
  purge_at: z.number().nullable(),
});

export const sectionNames = z
  .string()
  .transform((names) => flaggedSections.filter((section) => names.split(",").includes(section)));

const membershipRow = z
  .object({
    organization: organizationRow,
    role: z.string(),
    /** ms UTC */
    joined_at: z.number(),
    /** When the person last opened this organization, ms UTC; null: not yet. Written at most once an hour. */
    last_seen_at: z.number().nullable(),
    /** The agency whose client it is; null: it has none. */
    agency: z
      .object({
        id: z.string(),
        name: z.string(),
        subscription_status: z.string(),
        past_due_since: z.number().nullable(),
      })
      .nullable(),
    /** When the organization, or its agency, was suspended by its agency or by the platform, ms UTC; null: it works. */
    suspended_at: z.number().nullable(),
    /** Its own brand's fields and its agency's, unchecked: `brandOnMain` makes a brand of them. */
    brand: wearer,
    /** The custom domain that it lives on, its own or its agency's; null: the main host only. */
    home: z.string().nullable(),
    /** The address that its mail comes from, on its own verified domain or its agency's; null: it has none. */
    sender: storedSender,
    /** Whether other organizations are its clients. */
    has_clients: z.number().transform(Boolean),
    /** What its agency allows it, where that is less than the plan does; null: it has no agency. */
    client_limits: z
      .string()
      .nullable()
      .transform((json) => z.record(z.string(), z.number()).parse(JSON.parse(json ?? "{}"))),
    /** What the platform's admins allow it in place of the plan's numbers; null: nothing else. */
    granted_limits: z
      .string()
      .nullable()
      .transform((json) => (json === null ? null : z.record(z.string(), z.number()).parse(JSON.parse(json)))),
    /** The visit of support that opens this organization; null: the person is a member. */
    visit: z
      .object({
        id: z.string(),
        agency_id: z.string(),
        reason: z.string(),
        /** ms UTC */
        ends_at: z.number(),
        may_write: z.number().transform(Boolean),
        /** What the agency asks of its own members holds in their visits too. */
        requires_two_factor: z.number().transform(Boolean),
      })
      .nullable(),
    /** The names of the sections that its flags hide, and its agency's. */
    flags: z.object({ own: sectionNames, agency: sectionNames }),
    /** The roles that the agency keeps each section from. */
    withheld: z
      .string()
      .nullable()
      .transform((json) => z.record(z.string(), z.array(z.string())).parse(JSON.parse(json ?? "{}"))),
  })
  .transform(({ organization, flags, withheld, client_limits, ...rest }) => ({
    ...organization,
    ...rest,
    client_limits: rest.agency === null ? null : client_limits,
    hidden: hiddenFrom({ ...flags, withheld, role: rest.role, isClient: rest.agency !== null }),
    /** What others of the organization do not see: for a note to those who do. */
    flagged: [...new Set([...flags.own, ...flags.agency])],
  }));

type MembershipRow = z.infer<typeof membershipRow>;

const membershipRows = z.array(membershipRow);
const names = z.array(z.string());

export const sessionRow = z.object({
  session_id: z.string(),
  secret_hash: z.string(),
  kind: z.enum(kinds),
  session_created_at: z.number(),
  last_seen_at: z.number(),
  expires_at: z.number(),
  /** The address as it was typed; for pending sessions only. */
  session_email: z.string().nullable(),
  proven_at: z.number().nullable(),
  factor: z.enum(["totp", "recovery_code", "passkey"]).nullable(),
  factor_proven_at: z.number().nullable(),
  ref_host: z.string().nullable(),
  host: z.string().nullable(),
  crossed_from: z.string().nullable(),
  has_factor: z.number().transform(Boolean),
  has_password: z.number().transform(Boolean),
  user_id: z.string(),
  /** Null when the session belongs to no account: a sign-up with an address that already has one, or an account deleted at that moment. */
  email: z.string().nullable(),
  name: z.string().nullable(),
  email_confirmed_at: z.number().nullable(),
  created_at: z.number().nullable(),
  active_organization_id: z.string().nullable(),
  /** In the order in which they were joined; sorted here, because D1 counts sorted rows twice. */
  memberships: z
    .string()
    .transform((json) =>
      membershipRows
        .parse(JSON.parse(json))
        .sort((a, b) => a.joined_at - b.joined_at || (a.id < b.id ? -1 : 1)),
    ),
  roles: z.string().transform((json) => names.parse(JSON.parse(json))),
});

const isLiving = ({ archived_at }: MembershipRow): boolean => archived_at === null;

/** The memberships that a full session opens on its host: those of organizations that live there. */
export function openedOn(host: string | null, rows: readonly MembershipRow[], roles: readonly string[]) {
  const all = rows.filter(({ visit }) => visit === null);
  const here = host === null ? all : all.filter(({ home }) => home === host);
  const memberships = here.filter(isLiving);
  const isPlatformAdmin = host === null && roles.includes("admin");
  const isOpenHere = (agencyId: string) =>
    agencyId === platformSupport ? isPlatformAdmin : memberships.some((one) => one.id === agencyId);
  // A visit is open where its agency is; a member needs none.
  const visits = rows.filter(
    ({ id, visit }) => visit !== null && isOpenHere(visit.agency_id) && all.every((one) => one.id !== id),
  );
  return {
    memberships,
    visits,
    deleted: here.filter((one) => !isLiving(one)),
    isSettled: host === null || (here.some(isLiving) && here.length === all.length && roles.length === 0),
    belongsSomewhere: all.length > 0,
    isPlatformAdmin,
  };
}

/**
 * Whether an account has an authenticator that was proven by a first code; an unverified one protects nothing (R18).
 * @param user the SQL name of the column with the user's id, never a value
 */
export const hasVerifiedFactor = (user: "s.user_id" | "users.id" | "sessions.user_id") =>
  sql<number>`exists (select 1 from user_factors f where f.user_id = ${sql.raw(user)} and f.verified_at is not null)`;

/** One value for all sections: a function in D1 takes at most 32 arguments, which is also why the statement below nests. */
export const flagsOf = (alias: "b" | "pb") =>
  sql.raw(
    flaggedSections
      .map((section) => `case when ${alias}.${flagOf[section]} then '${section},' else '' end`)
      .join(" || "),
  );

/** In place of an agency in visits of the platform's own support. */
export const platformSupport = "platform";

/**
 * SQL after `select`: the visits of support that a session has open, as alias `v`, with the client `c` and the agency
 * `g`. The agency's owners and admins visit (`clients.support`), and the platform's admins, who have no `g`, while the
 * organization allows it and both work.
 * @param now ms UTC
 * @param session the SQL name of the session's table, never a value
 */
export const openVisits = (now: number, session: "s" | "sessions" = "s") => sql`from support_visits v
  join organizations c on c.id = v.organization_id
  left join organizations g on g.id = v.agency_id
  left join organization_members gm on gm.organization_id = v.agency_id and gm.user_id = v.user_id
  where v.session_id = ${sql.raw(session)}.id and v.user_id = ${sql.raw(session)}.user_id and v.ended_at is null and v.ends_at > ${now}
    and c.allows_support = 1 and c.archived_at is null and c.suspended_at is null and c.platform_suspended_at is null
    and case when v.agency_id = ${sql.raw(`'${platformSupport}'`)}
      then exists (select 1 from user_roles r where r.user_id = v.user_id and r.role = 'admin')
      else c.parent_organization_id = v.agency_id and g.archived_at is null and g.suspended_at is null
        and g.platform_suspended_at is null and gm.role in ('owner', 'admin') end`;

/** The role that a visit gives. */
export const visitRole = sql`case when v.may_write then 'support_write' else 'support' end`;

/** What `sessionRow` reads, for the session of an id. `now`: ms UTC */
export const sessionStatement = (id: string, now: number) => sql`
  select s.id as session_id, s.secret_hash, s.kind, s.created_at as session_created_at, s.last_seen_at, s.expires_at,
    s.email as session_email, s.proven_at, s.factor, s.factor_proven_at, s.ref_host, s.host, s.crossed_from,
    ${hasVerifiedFactor("s.user_id")} as has_factor,
    u.password_hash is not null as has_password,
    s.user_id as user_id, u.email, u.name, u.email_confirmed_at, u.created_at,
    (select p.organization_id from profiles p where p.id = u.id) as active_organization_id,
    (select coalesce(json_group_array(json_object(
        'role', m.role, 'joined_at', m.created_at, 'last_seen_at', m.last_seen_at,
        'brand', json_object('own_brand', ${ownBrandJson}, 'agency_brand', ${agencyBrandJson}),
        'agency', case when a.id is not null then json_object('id', a.id, 'name', a.name,
          'subscription_status', a.subscription_status, 'past_due_since', a.past_due_since) end,
        'suspended_at', coalesce(o.suspended_at, o.platform_suspended_at, a.suspended_at, a.platform_suspended_at), 'visit', json(m.visit),
        'has_clients', exists (select 1 from organizations k where k.parent_organization_id = o.id),
        'client_limits', o.client_limits, 'granted_limits', o.granted_limits,
        'home', ${homeOf}, 'sender', ${senderAddress}, 'withheld', o.withheld_sections,
        'flags', json_object('own', ${flagsOf("b")}, 'agency', ${flagsOf("pb")}),
        'organization', json_object('id', o.id, 'name', o.name,
          'subscription_tier', o.subscription_tier, 'subscription_status', o.subscription_status,
          'past_due_since', o.past_due_since, 'next_tier', o.next_tier,
          'time_zone', o.time_zone, 'locale', o.locale, 'currency', o.currency, 'country', o.country,
          'region', o.region, 'address', o.address, 'require_two_factor', o.require_two_factor,
          'archived_at', o.archived_at, 'purge_at', o.purge_at))), '[]')
      from (
        select organization_id, role, created_at, last_seen_at, null as visit
          from organization_members where user_id = u.id
        union all
        select v.organization_id, ${visitRole}, v.started_at, v.started_at, json_object('id', v.id,
          'agency_id', v.agency_id, 'reason', v.reason, 'ends_at', v.ends_at, 'may_write', v.may_write,
          'requires_two_factor', coalesce(g.require_two_factor, 0)) ${openVisits(now)}) m
      join organizations o on o.id = m.organization_id and (o.archived_at is null or o.purge_at is not null)
      left join organization_branding b on b.organization_id = o.id
      left join organizations a on a.id = o.parent_organization_id
      left join organization_branding pb on pb.organization_id = o.parent_organization_id) as memberships,
    (select coalesce(json_group_array(r.role), '[]') from user_roles r where r.user_id = u.id) as roles
  from sessions s left join users u on u.id = s.user_id and u.deleted_at is null where s.id = ${id}`;
