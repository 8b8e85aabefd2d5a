/** Agencies and their clients in tests. */
import { and, eq } from "drizzle-orm";
import * as control from "#drizzle/control/schema.ts";
import { controlPlane, memberOf, type Person } from "../support/people.ts";

type Organization = typeof control.organizations.$inferInsert;

/** An agency's owner, on a plan with room for clients. */
export const agencyOwner = (organization: Partial<Organization> = {}) =>
  memberOf({
    organization: {
      name: "Northwind Voice",
      subscription_tier: "scale",
      subscription_status: "active",
      ...organization,
    },
  });

/** A client's owner. */
export const clientOf = (
  { organizationId }: Pick<Person, "organizationId">,
  organization: Partial<Organization> = {},
) =>
  memberOf({
    organization: { name: "Harborview Plumbing", parent_organization_id: organizationId, ...organization },
  });

/** Puts an organization on a host of its own, with a brand. */
export async function branded(
  { organizationId }: Pick<Person, "organizationId">,
  brand: Partial<typeof control.organizationBranding.$inferInsert> = {},
): Promise<string> {
  const host = `agents.${crypto.randomUUID()}.test`;
  await controlPlane()
    .insert(control.organizationBranding)
    .values({ organization_id: organizationId, custom_domain: host, updated_at: Date.now(), ...brand });
  return host;
}

export const rowOf = (id: string) =>
  controlPlane().select().from(control.organizations).where(eq(control.organizations.id, id)).get();

/** What stands in an organization's audit trail of one kind. */
export const audited = (organizationId: string, action: string) =>
  controlPlane()
    .select()
    .from(control.auditEvents)
    .where(
      and(eq(control.auditEvents.organization_id, organizationId), eq(control.auditEvents.action, action)),
    );

/** Posts a form of a client's page. */
export const press = (
  by: Person,
  client: Pick<Person, "organizationId">,
  intent: string,
  form: Record<string, string | readonly string[]> = {},
) => by.post(`/clients/${client.organizationId}`, { intent, ...form });

/** Opens a client as support; the answer to the form. */
export const open = (by: Person, client: Pick<Person, "organizationId">, form: Record<string, string> = {}) =>
  press(by, client, "open", { reason: "Checking the opening hours", ...form });

export const visitsOf = (clientId: string) =>
  controlPlane()
    .select()
    .from(control.supportVisits)
    .where(eq(control.supportVisits.organization_id, clientId));

/** A form that a page of the client posts, in a tab that was drawn for it. */
export const inside = (
  by: Person,
  { organizationId }: Pick<Person, "organizationId">,
  path: string,
  form: Record<string, string>,
) => by.post(path, { organization_id: organizationId, ...form });
