/** A session as the control plane knows it: with its user, their memberships and roles, in one statement. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { brandSections, flagOf } from "#app/branding/hidden-sections.ts";
import { homeOf } from "#app/branding/residence.server.ts";

export const kinds = ["full", "factor", "pending"] as const;
export type Kind = (typeof kinds)[number];

const organizationRow = z.object({
  id: z.string(),
  name: z.string(),
  // Read with the session at every request, so that nothing kept in a tab can be stale (docs/product.md, "Fields").
  subscription_tier: z.string(),
  subscription_status: z.string(),
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

const membershipRow = z
  .object({
    organization: organizationRow,
    role: z.string(),
    /** ms UTC */
    joined_at: z.number(),
    /** When the person last opened this organization, ms UTC; null: not yet. Written at most once an hour. */
    last_seen_at: z.number().nullable(),
    primary_color: z.string().nullable(),
    company_name: z.string().nullable(),
    /** The organization's custom domain; null: the main host only. */
    home: z.string().nullable(),
    /** The names of the sections that its brand hides. */
    hidden: z
      .string()
      .transform((names) => brandSections.filter((section) => names.split(",").includes(section))),
  })
  .transform(({ organization, ...rest }) => ({ ...organization, ...rest }));

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
export function openedOn(host: string | null, all: readonly MembershipRow[], roles: readonly string[]) {
  const here = host === null ? all : all.filter(({ home }) => home === host);
  return {
    memberships: here.filter(isLiving),
    deleted: here.filter((one) => !isLiving(one)),
    isSettled: host === null || (here.some(isLiving) && here.length === all.length && roles.length === 0),
    belongsSomewhere: all.length > 0,
    isPlatformAdmin: host === null && roles.includes("admin"),
  };
}

/**
 * Whether an account has an authenticator that was proven by a first code; an unverified one protects nothing (R18).
 * @param user the SQL name of the column with the user's id, never a value
 */
export const hasVerifiedFactor = (user: "s.user_id" | "users.id" | "sessions.user_id") =>
  sql<number>`exists (select 1 from user_factors f where f.user_id = ${sql.raw(user)} and f.verified_at is not null)`;

/** One value for all sections: a function in D1 takes at most 32 arguments, which is also why the statement below nests. */
const hiddenSections = sql.raw(
  brandSections
    .map((section) => `case when b.${flagOf[section]} then '${section},' else '' end`)
    .join(" || "),
);

/** What `sessionRow` reads, for the session of an id. */
export const sessionStatement = (id: string) => sql`
  select s.id as session_id, s.secret_hash, s.kind, s.created_at as session_created_at, s.last_seen_at, s.expires_at,
    s.email as session_email, s.proven_at, s.factor, s.factor_proven_at, s.ref_host, s.host, s.crossed_from,
    ${hasVerifiedFactor("s.user_id")} as has_factor,
    u.password_hash is not null as has_password,
    s.user_id as user_id, u.email, u.name, u.email_confirmed_at, u.created_at,
    (select p.organization_id from profiles p where p.id = u.id) as active_organization_id,
    (select coalesce(json_group_array(json_object(
        'role', m.role, 'joined_at', m.created_at, 'last_seen_at', m.last_seen_at,
        'primary_color', b.primary_color, 'company_name', b.company_name,
        'home', ${homeOf}, 'hidden', ${hiddenSections},
        'organization', json_object('id', o.id, 'name', o.name,
          'subscription_tier', o.subscription_tier, 'subscription_status', o.subscription_status,
          'time_zone', o.time_zone, 'locale', o.locale, 'currency', o.currency, 'country', o.country,
          'region', o.region, 'address', o.address, 'require_two_factor', o.require_two_factor,
          'archived_at', o.archived_at, 'purge_at', o.purge_at))), '[]')
      from organization_members m
      join organizations o on o.id = m.organization_id and (o.archived_at is null or o.purge_at is not null)
      left join organization_branding b on b.organization_id = o.id
      where m.user_id = u.id) as memberships,
    (select coalesce(json_group_array(r.role), '[]') from user_roles r where r.user_id = u.id) as roles
  from sessions s left join users u on u.id = s.user_id and u.deleted_at is null where s.id = ${id}`;
