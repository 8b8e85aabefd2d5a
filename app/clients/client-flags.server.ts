/** The flags of a client's own brand, which its agency sets: the sections that are hidden from everyone there. */

import { eq, sql } from "drizzle-orm";
import { publishHostsOf } from "#app/branding/host-tenants.server.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import { hasMatched, runGuarded } from "#app/membership/guarded-batch.server.ts";
import { verb } from "#app/membership/verb.ts";
import { type Database, type PlatformDb, platform, tenant } from "#app/platform/d1.server.ts";
import { flagFields } from "#app/white-label/white-label.schema.ts";
import { auditEvents, organizationBranding, organizations } from "#drizzle/control/schema.ts";
import { clientOf, isClientOf, noteBoth } from "./agency.server.ts";
import { clientFlags } from "./client-forms.server.ts";

const flagColumns = {
  hide_settings_section: organizationBranding.hide_settings_section,
  hide_integrations_section: organizationBranding.hide_integrations_section,
  hide_upgrade_button: organizationBranding.hide_upgrade_button,
  hide_subscription_section: organizationBranding.hide_subscription_section,
  hide_purchase_numbers: organizationBranding.hide_purchase_numbers,
};
type Flags = Record<keyof typeof flagColumns, boolean>;

/** What an organization without a brand of its own hides. */
const noFlags: Flags = {
  hide_settings_section: false,
  hide_integrations_section: false,
  hide_upgrade_button: false,
  hide_subscription_section: false,
  hide_purchase_numbers: false,
};

/** The flags of a client's own row; those of its agency hold beside them. */
export const flagsOf = async (db: Database, id: string): Promise<Flags> =>
  (await tenant(db, id)
    .select(flagColumns)
    .from(organizationBranding)
    .where(eq(organizationBranding.organization_id, id))
    .get()) ?? noFlags;

/** The statement, for the batch that takes a client from its agency: what the agency hid is shown. */
export const showingAll = (db: PlatformDb, id: string) =>
  db.update(organizationBranding).set(noFlags).where(eq(organizationBranding.organization_id, id));

/**
 * Sets which sections are hidden from everyone in a client. The brand's version stays: the client's editor writes none
 * of these columns, so an editor that is open there loses nothing.
 */
export const flagClient = verb(
  { verb: "clients.flag", permission: "clients.write", input: clientFlags },
  async (
    actor,
    { client: id, ...flags },
    { db: d1, env, after }: Pick<Deps, "db" | "env" | "after">,
  ): Promise<{ ok: true } | { ok: false; reason: "unknown" }> => {
    if (!(await clientOf(d1, actor.organization.id, id))) return { ok: false, reason: "unknown" };
    const now = Date.now();
    const db = platform(d1);
    const set = { ...flags, updated_at: now };
    const hidden = flagFields.filter((field) => flags[field]).join(" ");
    const isDone = await runGuarded(db, [
      db.update(organizations).set({ updated_at: now }).where(isClientOf(id, actor.organization.id)),
      ...hasMatched(db),
      db
        .insert(organizationBranding)
        .values({ organization_id: id, ...set })
        .onConflictDoUpdate({
          target: organizationBranding.organization_id,
          set,
          setWhere: sql`${organizationBranding.organization_id} = ${id}`,
        }),
      db.insert(auditEvents).values(await noteBoth(actor, id, "client.flags_changed", { hidden })),
    ]);
    if (!isDone) return { ok: false, reason: "unknown" };
    after(publishHostsOf(env, d1, id, now));
    return { ok: true };
  },
);
