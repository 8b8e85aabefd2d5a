/** A new client: its organization from scratch or from a template, and the invitation of its owner. */

import { readSetup, type Setup } from "#app/agents/setup-file.ts";
import { createAll } from "#app/agents/setup-verbs.server.ts";
import { fixingTermsOf } from "#app/billing/resale/client-terms.server.ts";
import { actorOf, type Deps } from "#app/membership/actor.server.ts";
import { type Actor, type Person, personOf } from "#app/membership/actor.ts";
import { takingPlace } from "#app/membership/client-places.server.ts";
import { runGuarded } from "#app/membership/guarded-batch.server.ts";
import { tiersUpTo } from "#app/membership/plan-limits.ts";
import { verb } from "#app/membership/verb.ts";
import { enqueueFact } from "#app/object/control-outbox.server.ts";
import { keptForever } from "#app/object/settings.schema.ts";
import { copySettings } from "#app/object/settings-copy.server.ts";
import { type Invited, inviteMember } from "#app/organizations/invitations.server.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import { type PlatformDb, platform } from "#app/platform/d1.server.ts";
import { newId } from "#app/platform/id.ts";
import { log } from "#app/platform/log.ts";
import {
  auditEvents,
  organizationBranding,
  organizationSettings,
  organizations,
} from "#drizzle/control/schema.ts";
import { type Client, clientOf, noteBoth } from "./agency.server.ts";
import { pricingClient } from "./billing/price-verbs.server.ts";
import { newClient } from "./client-forms.server.ts";
import { templateOf } from "./templates.server.ts";

/** `isCopied`: the template's agents are there. `invitation`: what became of the owner's invitation. */
type Created =
  | { ok: true; id: string; isCopied: boolean; invitation: Invited }
  | { ok: false; reason: "full" | "too_large" | "unpaid" | "unknown_template" };

/** The person of an agency as an owner inside a client: what they do there stands in the client's audit trail under their name. */
export function ownerIn(actor: Actor, client: Client, deps: Deps, provenAt: number | null): Actor<Person> {
  const { id, name, hasFactor } = personOf(actor);
  const by: Person = { kind: "person", id, name, role: "owner", provenAt, hasFactor };
  return actorOf({ ...client, hidden: [] }, by, deps);
}

type Chosen = { setup: Setup | null; price: NonNullable<Awaited<ReturnType<typeof templateOf>>>["price"] };

async function template(actor: Actor, id: string, deps: Deps): Promise<Chosen | null> {
  if (id === "") return { setup: null, price: null };
  const found = await templateOf(deps, actor.organization.id, id);
  const read = found === null ? null : readSetup(found.text);
  return found && read?.ok ? { setup: read.setup, price: found.price } : null;
}

/** Creates a client if the plan has a place for it, fills it from a template, and invites its owner. */
export const createClient = verb(
  { verb: "clients.create", permission: "clients.write", isPersonal: true, input: newClient },
  async (actor, { name, owner, tier, status, template: templateId }, deps: Deps): Promise<Created> => {
    const { organization } = actor;
    if (!tiersUpTo(organization.tier).includes(tier)) return { ok: false, reason: "too_large" };
    // A trial has bounded minutes; an active client has none, so a trial may not give one away.
    if (status === "active" && organization.status !== "active") return { ok: false, reason: "unpaid" };
    const chosen = await template(actor, templateId, deps);
    if (chosen === null) return { ok: false, reason: "unknown_template" };
    const { setup, price } = chosen;
    const now = Date.now();
    const id = newId(now);
    const db = platform(deps.db);
    const { timeZone: time_zone, locale, currency, country, region } = organization;
    const place = setup?.settings ?? { time_zone, locale, currency, country };
    const copying = setup?.settings && settingsOf(deps.env, db, id, setup.settings, now);
    const isDone = await runGuarded(db, [
      ...takingPlace(db, organization.id),
      db.insert(organizations).values({
        id,
        name,
        time_zone: place.time_zone,
        locale: place.locale,
        currency: place.currency,
        country: place.country,
        region,
        subscription_tier: tier,
        subscription_status: status,
        parent_organization_id: organization.id,
        created_at: now,
        updated_at: now,
      }),
      ...(price === null ? [] : [pricingClient(db, actor, { id, tier }, price, now)]),
      fixingTermsOf(db, { id, timeZone: place.time_zone }, organization.id, now),
      ...(copying ? copying.statements : []),
      ...(setup?.branding
        ? [
            db
              .insert(organizationBranding)
              .values({ organization_id: id, ...setup.branding, updated_at: now }),
          ]
        : []),
      db.insert(auditEvents).values(await noteBoth(actor, id, "client.created", { name, tier })),
    ]);
    const made = isDone && (await clientOf(deps.db, organization.id, id));
    if (!made) return { ok: false, reason: "full" };
    // It is a moment old: inviting its first owner takes nothing from anyone, so it asks for no proof.
    const inside = ownerIn(actor, made, deps, now);
    const isCopied = setup === null || (await filled(inside, setup, deps));
    await copying?.send();
    const invitation = await inviteMember(inside, { email: owner, role: "owner" }, deps);
    return { ok: true, id, isCopied, invitation };
  },
);

type Settings = NonNullable<Setup["settings"]>;

/** The statements that keep a template's settings for a new client, and the fact that brings those of calls to its object. */
function settingsOf(
  env: Env,
  db: PlatformDb,
  id: string,
  { calling_hours, closed_days, retention_days }: Settings,
  now: number,
) {
  const payload = { v: 1, change_id: id } as const;
  const fact = enqueueFact(env, db, id, { kind: "settings.changed", payload, at: now });
  return {
    statements: [
      db.insert(organizationSettings).values({
        organization_id: id,
        calling_hours,
        holidays: closed_days,
        retention_days: retention_days ?? keptForever,
        updated_at: now,
      }),
      fact.statement,
    ] as const,
    send: () => fact.send([{ id }]),
  };
}

/** Fills the new organization's object; false when not everything is there. The client itself stands already. */
async function filled(
  { store, by, limits, organization }: Actor<Person>,
  setup: Setup,
  { db, env }: Deps,
): Promise<boolean> {
  try {
    const [ids] = await Promise.all([
      createAll(store, setup, by.id, limits.agents),
      copySettings(env, db, organization.id),
    ]);
    return ids !== null;
  } catch (error) {
    log("error", "template_not_copied", { message: innermostMessage(error) });
    return false;
  }
}
