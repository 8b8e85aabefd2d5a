/** An agency's setups for new clients: made from an organization as it is now or from a file, kept in R2 under their ids. */

import { and, desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import {
  greetingForAny,
  type ReadSetup,
  readSetup,
  type Setup,
  setupLook,
  writtenSetup,
} from "#app/agents/setup-file.ts";
import { callingHoursOf } from "#app/hours/calling-hours.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { type Actor, authorOf } from "#app/membership/actor.ts";
import { hasMatched, runGuarded } from "#app/membership/guarded-batch.server.ts";
import { verb } from "#app/membership/verb.ts";
import { type Database, type PlatformDb, platform, tenant } from "#app/platform/d1.server.ts";
import { newId } from "#app/platform/id.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import {
  assertOk,
  auditEvents,
  clientTemplates,
  organizationBranding,
  organizations,
} from "#drizzle/control/schema.ts";
import { clientOf, isClientOf, noteBoth } from "./agency.server.ts";
import { keptPrice, optionalFigures } from "./billing/price-forms.server.ts";
import { templateName } from "./client-forms.server.ts";

/** The R2 key of a template's file. */
export const templateKey = (id: string): string => `client-templates/${id}`;

/** How many templates an agency may keep. */
const mostTemplates = 100;

const choice = z.object({ template: z.string().min(1).max(64) });

/** `from`: the id of the agency or of one of its clients; or `setup`, the text of a file. */
const newTemplate = templateName.extend({
  from: z.string().max(64).optional().default(""),
  setup: z.string().max(1_000_000).optional().default(""),
  price: keptPrice.nullable().optional().default(null),
});

/** As its form says it: the price in three fields, in a currency. */
export const typedTemplate = (currency: string) =>
  z.intersection(newTemplate.omit({ price: true }), optionalFigures(currency));

type Made =
  | { ok: true; id: string }
  | {
      ok: false;
      reason: Exclude<ReadSetup, { ok: true }>["reason"] | "unknown" | "too_many" | "switched_off";
    };

/** What an organization is now, as a setup. */
async function setupOf(db: Database, env: Env, id: string, region: string | null): Promise<Setup> {
  const store = storeOf(organizationObject({ id, region }, env));
  const own = tenant(db, id);
  const [row, look, calling_hours, agents, calls] = await Promise.all([
    own
      .select({
        name: organizations.name,
        time_zone: organizations.time_zone,
        locale: organizations.locale,
        currency: organizations.currency,
        country: organizations.country,
      })
      .from(organizations)
      .where(eq(organizations.id, id))
      .get(),
    own.select().from(organizationBranding).where(eq(organizationBranding.organization_id, id)).get(),
    callingHoursOf(db, id),
    store.agents.specs(),
    store.settings.callSettings(),
  ]);
  const branding = setupLook.safeParse(look);
  if (!row) return { agents, settings: null, branding: null };
  const { name, ...place } = row;
  return {
    agents: agents.map((spec) => greetingForAny(spec, name)),
    settings: { ...place, calling_hours, ...calls },
    branding: look && branding.success ? branding.data : null,
  };
}

const contentsOf = ({ agents, settings, branding }: Setup) => ({
  agents: agents.length,
  settings: settings === null ? 0 : 1,
  branding: branding === null ? 0 : 1,
  ...countsOf(agents),
});

/** What of the agents is worth a look before it is copied: texts of their own, and tools that need an address. */
function countsOf(agents: Setup["agents"]): { prompts?: number; tools?: number } {
  const prompts = agents.filter(({ prompt, facts }) => prompt !== "" || facts.rules !== "").length;
  const tools = agents.reduce((sum, one) => sum + one.tools.length, 0);
  return { ...(prompts > 0 && { prompts }), ...(tools > 0 && { tools }) };
}

/** `client`: the id of the client whose setup it is; null: it is the agency's own, or a file's. */
type Wanted =
  | { ok: true; setup: Setup; client: string | null }
  | Exclude<ReadSetup, { ok: true }>
  | { ok: false; reason: "unknown" | "switched_off" };

/**
 * The setup that a new template keeps; an organization that is not the agency's is unknown. A client's agents say what
 * only its people and its support may read, so it is copied only while it lets support in.
 */
async function wanted(
  actor: Actor,
  { from, setup }: z.output<typeof newTemplate>,
  { db, env }: Pick<Deps, "db" | "env">,
): Promise<Wanted> {
  const { id, region } = actor.organization;
  if (from === "") {
    const file = readSetup(setup);
    return file.ok ? { ...file, client: null } : file;
  }
  const client = from === id ? null : await clientOf(db, id, from);
  if (from !== id && client === null) return { ok: false, reason: "unknown" };
  if (client?.allows_support === false) return { ok: false, reason: "switched_off" };
  const source = client ?? { id, region };
  // Written and read again, so that nothing is kept that could not be imported.
  const read = readSetup(writtenSetup(await setupOf(db, env, source.id, source.region)));
  return read.ok ? { ...read, client: client?.id ?? null } : read;
}

/** Evaluated at write time: the client may switch support off at this moment. */
const stillAllowed = (db: PlatformDb, agencyId: string, client: string) =>
  [
    db.insert(assertOk).select(
      sql`select case when exists (select 1 from organizations
        where ${isClientOf(client, agencyId)} and allows_support = 1) then 1 end as ok`,
    ),
    db.delete(assertOk).where(eq(assertOk.ok, 1)),
  ] as const;

export const createTemplate = verb(
  { verb: "client_templates.create", permission: "clients.write", input: newTemplate },
  async (actor, input, deps: Pick<Deps, "db" | "env">): Promise<Made> => {
    const { id: agencyId } = actor.organization;
    if ((await templatesOf(deps.db, agencyId)).length >= mostTemplates)
      return { ok: false, reason: "too_many" };
    const read = await wanted(actor, input, deps);
    if (!read.ok) return read;
    const { client } = read;
    const now = Date.now();
    const id = newId(now);
    // A file without its row is never read; a row without its file would be a template that fails.
    await deps.env.FILES.put(templateKey(id), writtenSetup(read.setup));
    const db = platform(deps.db);
    const { name } = input;
    const isDone = await runGuarded(db, [
      db.insert(clientTemplates).values({
        id,
        organization_id: agencyId,
        name,
        contents: contentsOf(read.setup),
        price: input.price,
        created_by: authorOf(actor),
        created_at: now,
        updated_at: now,
      }),
      db.insert(auditEvents).values(await actor.note("client_template.created", id, { name })),
      ...(client === null
        ? []
        : [
            ...stillAllowed(db, agencyId, client),
            db.insert(auditEvents).values(await noteBoth(actor, client, "client.copied", { template: name })),
          ]),
    ]);
    if (isDone) return { ok: true, id };
    await deps.env.FILES.delete(templateKey(id));
    return { ok: false, reason: "switched_off" };
  },
);

type Changed = { ok: true } | { ok: false; reason: "unknown" };

const isOwn = (actor: Actor, id: string) =>
  and(eq(clientTemplates.organization_id, actor.organization.id), eq(clientTemplates.id, id));

export const renameTemplate = verb(
  { verb: "client_templates.rename", permission: "clients.write", input: choice.extend(templateName.shape) },
  async (actor, { template: id, name }, { db: d1 }: Pick<Deps, "db">): Promise<Changed> => {
    const db = platform(d1);
    const isDone = await runGuarded(db, [
      db.update(clientTemplates).set({ name, updated_at: Date.now() }).where(isOwn(actor, id)),
      ...hasMatched(db),
      db.insert(auditEvents).values(await actor.note("client_template.renamed", id, { name })),
    ]);
    return isDone ? { ok: true } : { ok: false, reason: "unknown" };
  },
);

/** Clients that were made from it stay as they are. */
export const deleteTemplate = verb(
  { verb: "client_templates.delete", permission: "clients.write", worksUnpaid: true, input: choice },
  async (actor, { template: id }, { db: d1, env }: Pick<Deps, "db" | "env">): Promise<Changed> => {
    const db = platform(d1);
    const isDone = await runGuarded(db, [
      db.delete(clientTemplates).where(isOwn(actor, id)),
      ...hasMatched(db),
      db.insert(auditEvents).values(await actor.note("client_template.deleted", id)),
    ]);
    if (!isDone) return { ok: false, reason: "unknown" };
    await env.FILES.delete(templateKey(id));
    return { ok: true };
  },
);

/** An agency's templates, newest first. */
export const templatesOf = (db: Database, agencyId: string) =>
  tenant(db, agencyId)
    .select({
      id: clientTemplates.id,
      name: clientTemplates.name,
      contents: clientTemplates.contents,
      price: clientTemplates.price,
    })
    .from(clientTemplates)
    .where(eq(clientTemplates.organization_id, agencyId))
    .orderBy(desc(clientTemplates.id))
    .limit(mostTemplates);

/** A template's file and its price; null: the agency has none of this id. */
export async function templateOf(
  { db, env }: Pick<Deps, "db" | "env">,
  agencyId: string,
  id: string,
): Promise<{ text: string; price: z.output<typeof keptPrice> | null } | null> {
  const known = await tenant(db, agencyId)
    .select({ price: clientTemplates.price })
    .from(clientTemplates)
    .where(and(eq(clientTemplates.organization_id, agencyId), eq(clientTemplates.id, id)))
    .get();
  if (!known) return null;
  const text = await (await env.FILES.get(templateKey(id)))?.text();
  return text === undefined ? null : { text, price: known.price };
}
