/** The mails to an agency's owners about an account that takes no more payments. */
import { and, eq } from "drizzle-orm";
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { organizationMembers, users } from "#drizzle/control/schema.ts";

/** How many owners are told. */
const mostTold = 20;

export async function accountMails(env: Env, db: Database, agencyId: string, loss: "restricted" | "gone") {
  const [owners, { brand, sender, origin }] = await Promise.all([
    tenant(db, agencyId)
      .select({ email: users.email })
      .from(organizationMembers)
      .innerJoin(users, eq(users.id, organizationMembers.user_id))
      .where(and(eq(organizationMembers.organization_id, agencyId), eq(organizationMembers.role, "owner")))
      .limit(mostTold),
    brandOfOrganization(db, env, agencyId),
  ]);
  const { accountLostMail } = await import("./account-lost.mail.tsx");
  const words = accountLostMail({ brand, loss, payoutsUrl: `${origin}/clients/payouts` });
  return owners.map(({ email }) => ({ to: email, ...sender, ...words }));
}
