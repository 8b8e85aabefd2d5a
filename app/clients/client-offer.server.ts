/** A client that its agency offers to another one: the offer, its mail, and taking it back. One offer of a client stands at a time. */

import { and, eq, gt, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { newToken } from "#app/accounts/one-time-tokens.server.ts";
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { mailboxOf, spend } from "#app/limits/rate-limits.server.ts";
import { type PromisedMail, promiseMail } from "#app/mail/mail-outbox.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { type Actor, isProven, personOf } from "#app/membership/actor.ts";
import { hasMatched, runGuarded } from "#app/membership/guarded-batch.server.ts";
import { may, roles } from "#app/membership/permissions.ts";
import { limitsOf } from "#app/membership/plan-limits.ts";
import { verb } from "#app/membership/verb.ts";
import { addressKey } from "#app/platform/counted-keys.server.ts";
import { sha256 } from "#app/platform/crypto.server.ts";
import { type Database, platform } from "#app/platform/d1.server.ts";
import { day_ms, hour_ms } from "#app/platform/durations.ts";
import { folded } from "#app/platform/email-address.ts";
import {
  auditEvents,
  mailOutbox,
  oneTimeTokens,
  organizationMembers,
  organizations,
  users,
} from "#drizzle/control/schema.ts";
import { clientOf, isClientOf, noteBoth } from "./agency.server.ts";
import { clientChoice, clientOffer } from "./client-forms.server.ts";

type Needs = Pick<Deps, "db" | "env" | "after">;

const lifetime_days = 7;
const purpose = "client_offer";

/** The id of a client's offer: a further offer takes the place of the one before, whose link is dead then. */
const idPrefix = `${purpose}:`;
const offerId = (clientId: string) => `${idPrefix}${clientId}`;

/** The roles that offer an agency's clients and take clients over. */
const traders = roles.filter((role) => may(role, "clients.write"));

/** The agency of a person with this proven address that could take a client over; null: there is none. */
async function agencyOfAddress(db: Database, email: string, offeringId: string) {
  const found = await platform(db)
    .select({ id: organizations.id, name: organizations.name, tier: organizations.subscription_tier })
    .from(users)
    .innerJoin(organizationMembers, eq(organizationMembers.user_id, users.id))
    .innerJoin(organizations, eq(organizations.id, organizationMembers.organization_id))
    .where(
      and(
        eq(users.email_folded, email),
        isNotNull(users.email_confirmed_at),
        isNull(users.deleted_at),
        eq(organizationMembers.user_id, users.id),
        inArray(organizationMembers.role, traders),
        isNull(organizations.archived_at),
        isNull(organizations.suspended_at),
        isNull(organizations.platform_suspended_at),
        isNull(organizations.parent_organization_id),
        ne(organizations.id, offeringId),
      ),
    )
    .orderBy(organizationMembers.created_at)
    .limit(50);
  return found.find(({ tier }) => limitsOf(tier).clients > 0) ?? null;
}

type Offer = { email: string; client: string; token: string; expires_at: number };

/** The mail with the offer's link, in the brand and on the host of the agency that is asked; null: the address has none. */
async function offerMail(
  { organization, by }: Actor,
  { email, client, token, expires_at }: Offer,
  { db, env }: Needs,
  now: number,
): Promise<PromisedMail | null> {
  const asked = await agencyOfAddress(db, email, organization.id);
  if (!asked) return null;
  const { brand, sender, origin } = await brandOfOrganization(db, env, asked.id);
  const { clientOfferedMail } = await import("./client-offered.mail.tsx");
  const words = clientOfferedMail({
    brand,
    client,
    agency: organization.name,
    offerer: by.name,
    asked: asked.name,
    days: lifetime_days,
    url: `${origin}/clients/accept?${new URLSearchParams({ token })}`,
  });
  return promiseMail(env, { to: email, ...sender, ...words }, now, expires_at);
}

/** Mails that one agency may cause by its offers, and that one mailbox may receive from all agencies. */
const caps = async (actor: Actor, env: Env, email: string) => {
  const mailbox = await addressKey(env, mailboxOf(email));
  return [
    { key: `offer-agency:${actor.organization.id}`, most: 20, within_ms: hour_ms },
    { key: `offer-recipient:${mailbox}`, most: 5, within_ms: day_ms },
  ];
};

type Offered =
  | { ok: true }
  | { ok: false; reason: "unknown" | "unproven" }
  | { ok: false; reason: "too_many"; retryAfter: number };

/**
 * Offers a client to a person of another agency, by mail. The answer is the same whether or not the address belongs to
 * one. Needs a recent proof of identity.
 */
export const offerClient = verb(
  { verb: "clients.offer", permission: "clients.write", isPersonal: true, input: clientOffer },
  async (actor, { client: id, email: typed }, deps: Needs): Promise<Offered> => {
    const now = Date.now();
    if (!isProven(actor, now)) return { ok: false, reason: "unproven" };
    const { organization } = actor;
    const found = await clientOf(deps.db, organization.id, id);
    if (!found || found.archived_at !== null) return { ok: false, reason: "unknown" };
    const email = folded(typed);
    const spent = await spend(deps.db, await caps(actor, deps.env, email), now);
    if (!spent.ok) return { ok: false, reason: "too_many", retryAfter: spent.retryAfter };
    const facts = { user_id: personOf(actor).id, email, bound_to: organization.id };
    const { token, row: fresh } = await newToken(purpose, facts, lifetime_days * day_ms, now);
    const row = { ...fresh, id: offerId(id), used_at: null };
    const offer = { email, client: found.name, token, expires_at: row.expires_at };
    const mail = await offerMail(actor, offer, deps, now);
    const db = platform(deps.db);
    const isDone = await runGuarded(db, [
      db
        .update(organizations)
        .set({ updated_at: now })
        .where(and(isClientOf(id, organization.id), isNull(organizations.archived_at))),
      ...hasMatched(db),
      db.insert(oneTimeTokens).values(row).onConflictDoUpdate({ target: oneTimeTokens.id, set: row }),
      ...(mail ? [db.insert(mailOutbox).values(mail.row)] : []),
      db.insert(auditEvents).values(await noteBoth(actor, id, "client.offered")),
    ]);
    if (!isDone) return { ok: false, reason: "unknown" };
    // Not awaited: how long the provider takes must not tell whether there was a mail.
    if (mail) deps.after(mail.send());
    return { ok: true };
  },
);

const isOfferedBy = (agencyId: string, clientId: string) =>
  and(
    eq(oneTimeTokens.id, offerId(clientId)),
    eq(oneTimeTokens.bound_to, agencyId),
    isNull(oneTimeTokens.used_at),
  );

/** Takes an offer back: its link is dead from then on. */
export const withdrawOffer = verb(
  { verb: "clients.withdraw_offer", permission: "clients.write", worksUnpaid: true, input: clientChoice },
  async (
    actor,
    { client: id },
    { db: d1 }: Needs,
  ): Promise<{ ok: true } | { ok: false; reason: "unknown" }> => {
    const db = platform(d1);
    const isDone = await runGuarded(db, [
      db.delete(oneTimeTokens).where(isOfferedBy(actor.organization.id, id)),
      ...hasMatched(db),
      db.insert(auditEvents).values(await noteBoth(actor, id, "client.offer_withdrawn")),
    ]);
    return isDone ? { ok: true } : { ok: false, reason: "unknown" };
  },
);

/** To whom a client is offered; null: it is not. `now`: ms UTC */
export async function pendingOffer(db: Database, agencyId: string, clientId: string, now: number) {
  const found = await platform(db)
    .select({ email: oneTimeTokens.email, expires_at: oneTimeTokens.expires_at })
    .from(oneTimeTokens)
    .where(and(isOfferedBy(agencyId, clientId), gt(oneTimeTokens.expires_at, now)))
    .get();
  return found ?? null;
}

/**
 * SQL on `one_time_tokens`: an offer that this person can accept. The link opens it only to the person with the address
 * it went to, and only while the person who offered it still has the role for that.
 */
export const isOpenTo = async (token: string, userId: string, now: number) => sql`
  one_time_tokens.token_hash = ${await sha256(token)} and one_time_tokens.purpose = ${purpose}
  and one_time_tokens.used_at is null and one_time_tokens.expires_at > ${now}
  and one_time_tokens.email = (select u.email_folded from users u
    where u.id = ${userId} and u.email_confirmed_at is not null)
  and exists (select 1 from organization_members m where m.organization_id = one_time_tokens.bound_to
    and m.user_id = one_time_tokens.user_id and m.role in (select value from json_each(${JSON.stringify(traders)})))`;

const offerRow = z.object({
  time_zone: z.string(),
  id: z.string(),
  name: z.string(),
  region: z.string().nullable(),
  tier: z.string(),
  status: z.string(),
  agency_id: z.string(),
  agency: z.string(),
});
/** A client that is offered, and the agency that offers it. */
export type OpenOffer = z.infer<typeof offerRow>;

/** The offer of a mailed token; null: it is used, withdrawn, too old, another person's, or the client has gone meanwhile. */
export async function offerOf(
  db: Database,
  token: string,
  userId: string,
  now: number,
): Promise<OpenOffer | null> {
  const found = await platform(db).get<unknown>(sql`
    select c.id, c.name, c.region, c.time_zone, c.subscription_tier as tier, c.subscription_status as status,
      a.id as agency_id, a.name as agency
    from one_time_tokens
    join organizations c on c.id = substr(one_time_tokens.id, ${idPrefix.length + 1}) and c.archived_at is null
    join organizations a on a.id = c.parent_organization_id and a.id = one_time_tokens.bound_to
    where ${await isOpenTo(token, userId, now)}`);
  return found === undefined ? null : offerRow.parse(found);
}
