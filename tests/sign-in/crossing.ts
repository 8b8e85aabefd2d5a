/** Tenants' hosts in tests, and the way over to them. */
import { and, eq } from "drizzle-orm";
import * as control from "#drizzle/control/schema.ts";
import { anonymous, type Client, controlPlane, memberOf, type Person } from "../support/people.ts";

/** A host of an organization of its own, to whose /auth/callback people are led. */
export async function tenantsHost() {
  const owner = await memberOf();
  const host = `voice.${crypto.randomUUID()}.test`;
  await controlPlane().insert(control.organizationBranding).values({
    organization_id: owner.organizationId,
    custom_domain: host,
    company_name: "Harbor, Inc.",
    enable_custom_domain_redirect: true,
    updated_at: Date.now(),
  });
  return { owner, host, at: (path: string) => `https://${host}${path}` };
}

/** Makes an account a member of a tenant's organization as well; `user`: an id or an address. */
export async function joins(user: string, { organizationId }: Person, role = "member"): Promise<void> {
  const db = controlPlane();
  const found = await db
    .select({ id: control.users.id })
    .from(control.users)
    .where(user.includes("@") ? eq(control.users.email_folded, user) : eq(control.users.id, user))
    .get();
  if (!found) throw new Error(`${user} has no account`);
  await db
    .insert(control.organizationMembers)
    .values({ organization_id: organizationId, user_id: found.id, role, created_at: Date.now() });
}

/** Removes a person's membership of a tenant's organization. */
export const leaves = (user: string, { organizationId }: Person) =>
  controlPlane()
    .delete(control.organizationMembers)
    .where(
      and(
        eq(control.organizationMembers.organization_id, organizationId),
        eq(control.organizationMembers.user_id, user),
      ),
    );

export const placeOf = (answer: Response): string => answer.headers.get("location") ?? "";

/**
 * One person's browser, with what it holds for the main host and what it holds for a tenant's.
 * @param main signed in on the main host, or not
 */
export const twoHosts = (main: Client) => ({ main, tenant: anonymous() });

/** Sets out from the tenant's host and comes to the main /auth: the address there. */
export async function depart(tenant: Client, at: (path: string) => string, returnPath = "/agents") {
  const answer = await tenant.get(at(`/auth/callback?${new URLSearchParams({ returnPath })}`));
  return placeOf(answer);
}
