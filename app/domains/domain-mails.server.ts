/** Tells an organization's owners of their custom domains. */
import { and, eq, isNull } from "drizzle-orm";
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { type PromisedMail, promiseMail } from "#app/mail/mail-outbox.server.ts";
import { type Database, tenant } from "#app/platform/d1.server.ts";
import { organizationMembers, organizations, users } from "#drizzle/control/schema.ts";
import type { DomainEvent, FailureCause } from "./domain.mail.tsx";

/**
 * The mails to all owners, for the caller's batch; none for an organization that is deleted.
 * @param now ms UTC
 */
export async function mailsToOwners(
  env: Env,
  db: Database,
  organizationId: string,
  { event, host, cause = "records" }: { event: DomainEvent; host: string; cause?: FailureCause },
  now: number,
): Promise<PromisedMail[]> {
  const owners = await tenant(db, organizationId)
    .select({ email: users.email, organization: organizations.name })
    .from(organizationMembers)
    .innerJoin(users, eq(users.id, organizationMembers.user_id))
    .innerJoin(organizations, eq(organizations.id, organizationMembers.organization_id))
    .where(
      and(
        eq(organizationMembers.organization_id, organizationId),
        eq(organizationMembers.role, "owner"),
        isNull(users.deleted_at),
        isNull(organizations.archived_at),
      ),
    );
  if (owners.length === 0) return [];
  const { brand, origin, sender } = await brandOfOrganization(db, env, organizationId);
  // Drawing a mail takes React: an isolate that sends none does without.
  const { domainMail } = await import("./domain.mail.tsx");
  return Promise.all(
    owners.map(({ email, organization }) => {
      const words = domainMail({
        brand,
        event,
        host,
        cause,
        organization,
        url: `${origin}/custom-domain-guide`,
      });
      return promiseMail(env, { to: email, ...sender, ...words }, now);
    }),
  );
}
