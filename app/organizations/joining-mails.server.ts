/** Tells an organization's owners about people who join without an invitation. */
import { and, eq, isNull } from "drizzle-orm";
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { type PromisedMail, promiseMail } from "#app/mail/mail-outbox.server.ts";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { organizationMembers, users } from "#drizzle/control/schema.ts";

type News = { readonly domain: string; readonly joined: string | null; readonly by: string };

/** The mails to all owners, for the caller's batch. `now`: ms UTC */
export async function joiningMails(
  env: Env,
  db: Database,
  organization: { readonly id: string; readonly name: string },
  news: News,
  now: number,
): Promise<PromisedMail[]> {
  const { id, name } = organization;
  const owners = await tenant(db, id)
    .select({ email: users.email, name: users.name })
    .from(organizationMembers)
    .innerJoin(users, eq(users.id, organizationMembers.user_id))
    .where(
      and(
        eq(organizationMembers.organization_id, id),
        eq(organizationMembers.role, "owner"),
        isNull(users.deleted_at),
      ),
    );
  if (owners.length === 0) return [];
  const { brand, origin, sender } = await brandOfOrganization(db, env, id);
  const { joiningMail } = await import("./joining.mail.tsx");
  return Promise.all(
    owners.map((owner) => {
      const words = joiningMail({
        brand,
        name: owner.name,
        organization: name,
        ...news,
        url: `${origin}/users`,
      });
      return promiseMail(env, { to: owner.email, ...sender, ...words }, now);
    }),
  );
}
