/** The other side of an offer: another agency takes a client over. */

import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { endingTerms, fixingTermsOf } from "#app/billing/resale/client-terms.server.ts";
import { endForeignSubscriptions } from "#app/billing/resale/retail-ends.server.ts";
import { publishHostsOf } from "#app/branding/host-tenants.server.ts";
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { type Actor, isProven, personOf } from "#app/membership/actor.ts";
import { takingPlace } from "#app/membership/client-places.server.ts";
import { reopenOrganization } from "#app/membership/deleted-organizations.server.ts";
import { hasMatched, runGuarded } from "#app/membership/guarded-batch.server.ts";
import { askListenersAgain } from "#app/membership/live-listeners.server.ts";
import { tiersUpTo } from "#app/membership/plan-limits.ts";
import { endingVisits } from "#app/membership/support-visits.server.ts";
import { verb } from "#app/membership/verb.ts";
import { platform, tenant } from "#app/platform/d1.server.ts";
import { hostOrigin, settings } from "#app/platform/env.server.ts";
import { newId } from "#app/platform/id.ts";
import {
  auditEvents,
  mailOutbox,
  oneTimeTokens,
  organizationBranding,
  organizations,
} from "#drizzle/control/schema.ts";
import { isClientOf, ownersOf } from "./agency.server.ts";
import { showingAll } from "./client-flags.server.ts";
import { isOpenTo, type OpenOffer, offerOf } from "./client-offer.server.ts";

type Needs = Pick<Deps, "db" | "env" | "after">;

/** The mails that tell a client's owners who looks after them now. They wear the brand that the owners know. */
async function notices({ organization }: Actor, offer: OpenOffer, { db, env }: Needs, now: number) {
  const [owners, { brand, sender }, agency, own] = await Promise.all([
    ownersOf(db, offer.id),
    brandOfOrganization(db, env, offer.id),
    brandOfOrganization(db, env, organization.id),
    tenant(db, offer.id)
      .select({ host: organizationBranding.custom_domain })
      .from(organizationBranding)
      .where(eq(organizationBranding.organization_id, offer.id))
      .get(),
  ]);
  const origin = own?.host ? hostOrigin(settings(env), own.host) : agency.origin;
  const { takenOverMail } = await import("./taken-over.mail.tsx");
  const words = takenOverMail({
    brand,
    client: offer.name,
    before: offer.agency,
    agency: organization.name,
    signInUrl: `${origin}/auth`,
  });
  return Promise.all(owners.map(({ email }) => promiseMail(env, { to: email, ...sender, ...words }, now)));
}

/** The audit rows of a client that changes its agency: one for each of the three trails. */
async function noteAll(actor: Actor, { id, name, agency, agency_id }: OpenOffer) {
  const own = await actor.note("client.taken_over", id, { name, from: agency, to: actor.organization.name });
  return [own, ...[id, agency_id].map((organization_id) => ({ ...own, id: newId(), organization_id }))];
}

/** The plan that a client has with a new agency: no larger than the agency's own, and a trial while that never subscribed. */
export const planIn = ({ organization }: Actor, { tier, status }: OpenOffer) => ({
  tier: tiersUpTo(organization.tier).includes(tier) ? tier : organization.tier,
  status: organization.status === "active" ? status : "pending",
});

/** What the former agency decided ends with it. */
const joining = (actor: Actor, offer: OpenOffer, now: number) => ({
  parent_organization_id: actor.organization.id,
  suspended_at: null,
  client_limits: null,
  next_tier: null,
  withheld_sections: null,
  // The owner let the former agency in, and decides anew about this one.
  allows_support: false,
  subscription_tier: planIn(actor, offer).tier,
  subscription_status: planIn(actor, offer).status,
  updated_at: now,
});

/** `gone`: the offer is not open to this person, or it is their own agency's. `full`: the plan has no place for the client. */
type TakenOver = { ok: true; client: string } | { ok: false; reason: "unproven" | "gone" | "full" };

/** Takes over the client that a mailed link offers, if the plan has a place for it. Needs a recent proof of identity. */
export const takeOverClient = verb(
  {
    verb: "clients.take_over",
    permission: "clients.write",
    isPersonal: true,
    input: z.object({ token: z.string().min(1).max(100) }),
  },
  async (actor, { token }, deps: Needs): Promise<TakenOver> => {
    const now = Date.now();
    if (!isProven(actor, now)) return { ok: false, reason: "unproven" };
    const person = personOf(actor).id;
    const offer = await offerOf(deps.db, token, person, now);
    if (!offer || offer.agency_id === actor.organization.id) return { ok: false, reason: "gone" };
    const { id, agency_id } = offer;
    const mails = await notices(actor, offer, deps, now);
    const db = platform(deps.db);
    const isDone = await runGuarded(db, [
      ...takingPlace(db, actor.organization.id),
      db
        .update(oneTimeTokens)
        .set({ used_at: now })
        .where(await isOpenTo(token, person, now)),
      ...hasMatched(db),
      ...endingVisits(db, { client: id }, now),
      db
        .update(organizations)
        .set(joining(actor, offer, now))
        .where(and(isClientOf(id, agency_id), isNull(organizations.archived_at))),
      ...hasMatched(db),
      ...endingTerms(db, id, now),
      fixingTermsOf(db, { id, timeZone: offer.time_zone }, actor.organization.id, now),
      showingAll(db, id),
      ...mails.map(({ row }) => db.insert(mailOutbox).values(row)),
      db.insert(auditEvents).values(await noteAll(actor, offer)),
    ]);
    if (!isDone) {
      const isOpen = (await offerOf(deps.db, token, person, now)) !== null;
      return { ok: false, reason: isOpen ? "full" : "gone" };
    }
    const { env, after, db: d1 } = deps;
    await reopenOrganization(env, offer);
    for (const mail of mails) after(mail.send());
    after(endForeignSubscriptions(env, now, id));
    after(askListenersAgain(env, offer));
    after(publishHostsOf(env, d1, id, now));
    return { ok: true, client: id };
  },
);
