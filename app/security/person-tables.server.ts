/** Every table of the control plane that knows a person, and what an export gives out of it (R48). */
import { and, eq, ne, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import * as control from "#drizzle/control/schema.ts";

export type Kind = {
  table: SQLiteTable;
  /** Never a secret, nor what is made of one. */
  columns: Record<string, SQLiteColumn | SQL.Aliased>;
  isTheirs: (userId: string) => SQL | undefined;
};

const { users, sessions, profiles, userIdentities, knownNetworks, userFactors, recoveryCodes, passkeys } =
  control;
const { emailCodes, oneTimeTokens, userRoles, organizationMembers, userInvitations } = control;
const { calendarFeeds, callShares, knownCountries, securityAlerts } = control;
const { errorLogs, referralClicks, supportVisits, checkoutSessions, numberOrders } = control;

/** Rows of organizations are found by way of those that the person belongs to. */
const inTheirs = (organizationId: SQLiteColumn, userId: string) =>
  sql`${organizationId} in (select m.organization_id from organization_members m where m.user_id = ${userId})`;

/** By their names in the file; other tables have no personal data, or are listed in the test that walks the schema. */
export const kinds: Readonly<Record<string, Kind>> = {
  account: {
    table: users,
    columns: {
      id: users.id,
      email: users.email,
      name: users.name,
      email_confirmed_at: users.email_confirmed_at,
      terms_accepted_at: users.terms_accepted_at,
      terms_version: users.terms_version,
      privacy_version: users.privacy_version,
      referral_code: users.referral_code,
      utm_source: users.utm_source,
      utm_medium: users.utm_medium,
      utm_campaign: users.utm_campaign,
      utm_term: users.utm_term,
      utm_content: users.utm_content,
      click_id: users.click_id,
      created_at: users.created_at,
      updated_at: users.updated_at,
    },
    isTheirs: (id) => eq(users.id, id),
  },
  profile: {
    table: profiles,
    columns: { organization_id: profiles.organization_id, updated_at: profiles.updated_at },
    isTheirs: (id) => eq(profiles.id, id),
  },
  platform_role: {
    table: userRoles,
    columns: { role: userRoles.role, created_at: userRoles.created_at },
    isTheirs: (id) => eq(userRoles.user_id, id),
  },
  membership: {
    table: organizationMembers,
    columns: {
      organization_id: organizationMembers.organization_id,
      organization: sql`(select o.name from organizations o
        where o.id = organization_members.organization_id)`.as("organization"),
      role: organizationMembers.role,
      created_at: organizationMembers.created_at,
      last_seen_at: organizationMembers.last_seen_at,
    },
    isTheirs: (id) => eq(organizationMembers.user_id, id),
  },
  invitation: {
    table: userInvitations,
    columns: {
      id: userInvitations.id,
      organization_id: userInvitations.organization_id,
      email: userInvitations.email,
      role: userInvitations.role,
      created_by: userInvitations.created_by,
      accepted_by: userInvitations.accepted_by,
      created_at: userInvitations.created_at,
      expires_at: userInvitations.expires_at,
      accepted_at: userInvitations.accepted_at,
      revoked_at: userInvitations.revoked_at,
    },
    isTheirs: (id) =>
      and(
        inTheirs(userInvitations.organization_id, id),
        or(eq(userInvitations.created_by, id), eq(userInvitations.accepted_by, id)),
      ),
  },
  session: {
    table: sessions,
    columns: {
      id: sessions.id,
      session_kind: sessions.kind,
      user_agent: sessions.user_agent,
      ip_prefix: sessions.ip_prefix,
      country: sessions.country,
      ref_host: sessions.ref_host,
      factor: sessions.factor,
      created_at: sessions.created_at,
      last_seen_at: sessions.last_seen_at,
      proven_at: sessions.proven_at,
      factor_proven_at: sessions.factor_proven_at,
      expires_at: sessions.expires_at,
    },
    isTheirs: (id) => eq(sessions.user_id, id),
  },
  google_identity: {
    table: userIdentities,
    columns: {
      provider: userIdentities.provider,
      subject: userIdentities.subject,
      email: userIdentities.email,
      created_at: userIdentities.created_at,
      last_used_at: userIdentities.last_used_at,
    },
    isTheirs: (id) => eq(userIdentities.user_id, id),
  },
  known_country: {
    table: knownCountries,
    columns: { country: knownCountries.country, last_used_at: knownCountries.last_used_at },
    isTheirs: (id) => eq(knownCountries.user_id, id),
  },
  unusual_activity: {
    table: securityAlerts,
    columns: {
      rule: securityAlerts.rule,
      organization_id: securityAlerts.organization_id,
      created_at: securityAlerts.created_at,
    },
    isTheirs: (id) => eq(securityAlerts.user_id, id),
  },
  calendar_address: {
    table: calendarFeeds,
    columns: {
      organization_id: calendarFeeds.organization_id,
      shows_persons: calendarFeeds.shows_persons,
      created_at: calendarFeeds.created_at,
    },
    isTheirs: (id) => and(inTheirs(calendarFeeds.organization_id, id), eq(calendarFeeds.user_id, id)),
  },
  shared_call: {
    table: callShares,
    columns: {
      organization_id: callShares.organization_id,
      call_id: callShares.call_id,
      shows_persons: callShares.shows_persons,
      created_at: callShares.created_at,
      expires_at: callShares.expires_at,
    },
    isTheirs: (id) => and(inTheirs(callShares.organization_id, id), eq(callShares.user_id, id)),
  },
  known_network: {
    table: knownNetworks,
    columns: { last_used_at: knownNetworks.last_used_at },
    isTheirs: (id) => eq(knownNetworks.user_id, id),
  },
  authenticator: {
    table: userFactors,
    columns: {
      id: userFactors.id,
      type: userFactors.type,
      name: userFactors.name,
      verified_at: userFactors.verified_at,
      created_at: userFactors.created_at,
    },
    isTheirs: (id) => eq(userFactors.user_id, id),
  },
  recovery_code: {
    table: recoveryCodes,
    columns: { used_at: recoveryCodes.used_at, created_at: recoveryCodes.created_at },
    isTheirs: (id) => eq(recoveryCodes.user_id, id),
  },
  passkey: {
    table: passkeys,
    columns: {
      id: passkeys.id,
      name: passkeys.name,
      host: passkeys.rp_id,
      created_at: passkeys.created_at,
      last_used_at: passkeys.last_used_at,
    },
    isTheirs: (id) => eq(passkeys.user_id, id),
  },
  email_code: {
    table: emailCodes,
    columns: {
      email: emailCodes.email,
      purpose: emailCodes.purpose,
      attempts: emailCodes.attempts,
      created_at: emailCodes.created_at,
      expires_at: emailCodes.expires_at,
      consumed_at: emailCodes.consumed_at,
    },
    isTheirs: (id) => eq(emailCodes.user_id, id),
  },
  link: {
    table: oneTimeTokens,
    columns: {
      purpose: oneTimeTokens.purpose,
      email: oneTimeTokens.email,
      audience: oneTimeTokens.audience,
      created_at: oneTimeTokens.created_at,
      expires_at: oneTimeTokens.expires_at,
      used_at: oneTimeTokens.used_at,
    },
    // One half contains the whole change of address; whether the other exists reveals whether the address has an account.
    isTheirs: (id) => and(eq(oneTimeTokens.user_id, id), ne(oneTimeTokens.purpose, "change_email_new")),
  },
  referral_click: {
    table: referralClicks,
    columns: {
      id: referralClicks.id,
      referral_code: referralClicks.referral_code,
      referrer_url: referralClicks.referrer_url,
      landing_page: referralClicks.landing_page,
      ip_prefix: referralClicks.ip_prefix,
      created_at: referralClicks.created_at,
    },
    isTheirs: (id) =>
      and(
        sql`${referralClicks.id} = (select u.click_id from users u where u.id = ${id})`,
        eq(referralClicks.user_id, id),
      ),
  },
  checkout: {
    table: checkoutSessions,
    columns: {
      organization_id: checkoutSessions.organization_id,
      kind: checkoutSessions.kind,
      created_at: checkoutSessions.created_at,
    },
    isTheirs: (id) => and(inTheirs(checkoutSessions.organization_id, id), eq(checkoutSessions.user_id, id)),
  },
  number_order: {
    table: numberOrders,
    columns: {
      id: numberOrders.id,
      organization_id: numberOrders.organization_id,
      phone_number: numberOrders.phone_number,
      state: numberOrders.state,
      setup_amount: numberOrders.setup_amount,
      monthly_amount: numberOrders.monthly_amount,
      currency: numberOrders.currency,
      created_at: numberOrders.created_at,
    },
    isTheirs: (id) => and(inTheirs(numberOrders.organization_id, id), eq(numberOrders.user_id, id)),
  },
  support_visit: {
    table: supportVisits,
    columns: {
      id: supportVisits.id,
      organization_id: supportVisits.organization_id,
      agency_id: supportVisits.agency_id,
      reason: supportVisits.reason,
      may_write: supportVisits.may_write,
      started_at: supportVisits.started_at,
      ends_at: supportVisits.ends_at,
      ended_at: supportVisits.ended_at,
    },
    isTheirs: (id) => and(inTheirs(supportVisits.agency_id, id), eq(supportVisits.user_id, id)),
  },
  error: {
    table: errorLogs,
    columns: {
      id: errorLogs.id,
      organization_id: errorLogs.organization_id,
      url: errorLogs.url,
      severity: errorLogs.severity,
      user_agent: errorLogs.user_agent,
      created_at: errorLogs.created_at,
    },
    isTheirs: (id) => and(inTheirs(errorLogs.organization_id, id), eq(errorLogs.user_id, id)),
  },
};
