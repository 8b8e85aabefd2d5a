/** The row of an organization in `organization_settings`, created with the first setting. */
import type { RouterContextProvider } from "react-router";
import { type AuditEvent, auditRow } from "#app/accounts/audit.server.ts";
import type { Member } from "#app/membership/membership.server.ts";
import { database, tenant } from "#app/platform/d1.server.ts";
import { auditEvents, organizationSettings } from "#drizzle/control/schema.ts";

type Kept = Partial<Omit<typeof organizationSettings.$inferInsert, "organization_id" | "updated_at">>;

/** Saves some settings and who changed them; the others stay. */
export async function keepSettings(
  request: Request,
  context: Readonly<RouterContextProvider>,
  { id, user }: Member,
  kept: Kept,
  event: Pick<AuditEvent, "action" | "changes">,
): Promise<void> {
  const db = tenant(context.get(database), id);
  const set = { ...kept, updated_at: Date.now() };
  const audited = { ...event, actor_id: user.id, organization_id: id, target: id };
  await db.batch([
    db
      .insert(organizationSettings)
      .values({ organization_id: id, ...set })
      .onConflictDoUpdate({ target: organizationSettings.organization_id, set }),
    db.insert(auditEvents).values(await auditRow(request, context, audited)),
  ]);
}
