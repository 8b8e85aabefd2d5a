/** How a client leaves its agency: moved out to stand alone, archived, and restored within 30 days. */

import { and, eq, gt } from "drizzle-orm";
import { endingTerms } from "#app/billing/resale/client-terms.server.ts";
import { endForeignSubscriptions } from "#app/billing/resale/retail-ends.server.ts";
import { publishHostsOf } from "#app/branding/host-tenants.server.ts";
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { isProven } from "#app/membership/actor.ts";
import { takingPlace } from "#app/membership/client-places.server.ts";
import {
  closeOrganization,
  deletingOrganization,
  reopenOrganization,
} from "#app/membership/deleted-organizations.server.ts";
import { hasMatched, runGuarded } from "#app/membership/guarded-batch.server.ts";
import { askListenersAgain } from "#app/membership/live-listeners.server.ts";
import { endingVisits } from "#app/membership/support-visits.server.ts";
import { verb } from "#app/membership/verb.ts";
import { type Database, platform, tenant } from "#app/platform/d1.server.ts";
import { hostOrigin, publicOrigin, settings } from "#app/platform/env.server.ts";
import { auditEvents, mailOutbox, organizationBranding, organizations } from "#drizzle/control/schema.ts";
import { clientOf, isClientOf, noteBoth, ownersOf } from "./agency.server.ts";
import { showingAll } from "./client-flags.server.ts";
import { clientChoice } from "./client-forms.server.ts";
import { standingAlone } from "./standing-alone.ts";

type Needs = Pick<Deps, "db" | "env" | "after">;
type Outcome<Why extends string> = { ok: true } | { ok: false; reason: Why };

/** Where its people sign in once it stands alone: its own domain, or the main host. */
async function originAlone(db: Database, env: Env, id: string): Promise<string> {
  const own = await tenant(db, id)
    .select({ host: organizationBranding.custom_domain })
    .from(organizationBranding)
    .where(eq(organizationBranding.organization_id, id))
    .get();
  return own?.host ? hostOrigin(settings(env), own.host) : publicOrigin(settings(env));
}

/** The mails that tell a client's owners. They wear the brand that the owners know. */
async function farewells(
  actor: { organization: { name: string } },
  name: string,
  id: string,
  { db, env }: Needs,
  now: number,
) {
  const [owners, { brand, sender }, origin] = await Promise.all([
    ownersOf(db, id),
    brandOfOrganization(db, env, id),
    originAlone(db, env, id),
  ]);
  const { movedOutMail } = await import("./moved-out.mail.tsx");
  const words = movedOutMail({
    brand,
    organization: name,
    agency: actor.organization.name,
    signInUrl: `${origin}/auth`,
  });
  return Promise.all(owners.map(({ email }) => promiseMail(env, { to: email, ...sender, ...words }, now)));
}

/**
 * Moves a client out of its agency: it stands alone from then on, on its own domain or the main host, with a plan of its
 * own to choose. Its owners are told by mail. It needs an owner, who alone can open it then. Needs a recent
 * proof of identity.
 */
export const moveClientOut = verb(
  {
    verb: "clients.move",
    permission: "clients.write",
    isPersonal: true,
    worksUnpaid: true,
    input: clientChoice,
  },
  async (actor, { client: id }, deps: Needs): Promise<Outcome<"unknown" | "unproven" | "ownerless">> => {
    const now = Date.now();
    if (!isProven(actor, now)) return { ok: false, reason: "unproven" };
    const found = await clientOf(deps.db, actor.organization.id, id);
    if (!found || found.archived_at !== null) return { ok: false, reason: "unknown" };
    const mails = await farewells(actor, found.name, id, deps, now);
    if (mails.length === 0) return { ok: false, reason: "ownerless" };
    const db = platform(deps.db);
    const isDone = await runGuarded(db, [
      ...endingVisits(db, { client: id }, now),
      db.update(organizations).set(standingAlone(now)).where(isClientOf(id, actor.organization.id)),
      ...hasMatched(db),
      ...endingTerms(db, id, now),
      showingAll(db, id),
      db.insert(mailOutbox).values(mails.map(({ row }) => row)),
      db.insert(auditEvents).values(await noteBoth(actor, id, "client.moved_out", { name: found.name })),
    ]);
    if (!isDone) return { ok: false, reason: "unknown" };
    const { env, after, db: d1 } = deps;
    if (found.platform_suspended_at === null) await reopenOrganization(env, found);
    for (const mail of mails) after(mail.send());
    after(endForeignSubscriptions(env, now, id));
    after(askListenersAgain(env, found));
    after(publishHostsOf(env, d1, id, now));
    return { ok: true };
  },
);

/** Archives a client; the agency can have it back for 30 days. Needs a recent proof of identity. */
export const archiveClient = verb(
  {
    verb: "clients.archive",
    permission: "clients.write",
    isPersonal: true,
    worksUnpaid: true,
    input: clientChoice,
  },
  async (actor, { client: id }, { db: d1, env, after }: Needs): Promise<Outcome<"unknown" | "unproven">> => {
    const now = Date.now();
    if (!isProven(actor, now)) return { ok: false, reason: "unproven" };
    const found = await clientOf(d1, actor.organization.id, id);
    if (!found) return { ok: false, reason: "unknown" };
    const db = platform(d1);
    const isDone = await runGuarded(db, [
      ...endingVisits(db, { client: id }, now),
      ...deletingOrganization(db, id, now, { agency: actor.organization.id }),
      ...hasMatched(db),
      db.insert(auditEvents).values(await noteBoth(actor, id, "client.archived", { name: found.name })),
    ]);
    if (!isDone) return { ok: false, reason: "unknown" };
    await closeOrganization(env, found);
    after(publishHostsOf(env, d1, id, now));
    return { ok: true };
  },
);

/** Gives an archived client back as it was, if the plan has a place for it. `full`: it has none; `late`: the 30 days are over. */
export const restoreClient = verb(
  { verb: "clients.restore", permission: "clients.write", worksUnpaid: true, input: clientChoice },
  async (
    actor,
    { client: id },
    { db: d1, env, after }: Needs,
  ): Promise<Outcome<"unknown" | "full" | "late">> => {
    const now = Date.now();
    const found = await clientOf(d1, actor.organization.id, id);
    if (!found || found.archived_at === null) return { ok: false, reason: "unknown" };
    if ((found.purge_at ?? now) <= now) return { ok: false, reason: "late" };
    const db = platform(d1);
    const isDone = await runGuarded(db, [
      ...takingPlace(db, actor.organization.id),
      db
        .update(organizations)
        .set({ archived_at: null, purge_at: null, updated_at: now })
        .where(and(isClientOf(id, actor.organization.id), gt(organizations.purge_at, now))),
      ...hasMatched(db),
      db.insert(auditEvents).values(await noteBoth(actor, id, "client.restored")),
    ]);
    if (!isDone) return { ok: false, reason: "full" };
    if (found.suspended_at === null && found.platform_suspended_at === null)
      await reopenOrganization(env, found);
    after(publishHostsOf(env, d1, id, now));
    return { ok: true };
  },
);
