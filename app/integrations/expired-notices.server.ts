/** Tells, once, who connected a provider and the organization's owners that the provider refuses the connection. */
import { and, eq, isNull, or } from "drizzle-orm";
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
import { sendOnce } from "#app/mail/send-once.server.ts";
import { may } from "#app/membership/permissions.ts";
import { Database, tenant } from "#app/platform/d1.server.ts";
import { day_ms } from "#app/platform/durations.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { organizationMembers, organizations, users } from "#drizzle/control/schema.ts";
import { expiredWords, providerNames } from "./integration-words.ts";
import { provider as providerShape } from "./integrations.schema.ts";

const usefulFor_ms = 2 * day_ms;

/** @param now ms UTC */
export async function mailExpired(
  env: Env,
  mark: string,
  organization_id: string,
  { provider: of, owner_id, at }: { provider: string; owner_id: string; at: number },
  now: number,
): Promise<void> {
  const provider = providerShape.parse(of);
  const usefulUntil = at + usefulFor_ms;
  if (usefulUntil <= now) return;
  const db = new Database(env.DB, new Timing());
  const own = tenant(db, organization_id);
  const [[organization], people] = await own.batch([
    own
      .select({ name: organizations.name })
      .from(organizations)
      .where(and(eq(organizations.id, organization_id), isNull(organizations.archived_at))),
    own
      .select({ email: users.email, name: users.name, role: organizationMembers.role })
      .from(organizationMembers)
      .innerJoin(users, eq(users.id, organizationMembers.user_id))
      .where(
        and(
          eq(organizationMembers.organization_id, organization_id),
          or(eq(organizationMembers.role, "owner"), eq(users.id, owner_id)),
        ),
      ),
  ]);
  const to = people.filter(({ role }) => may(role, "organization.write"));
  if (!organization || to.length === 0) return;
  const { brand, origin, sender } = await brandOfOrganization(db, env, organization_id);
  // Drawing a mail takes React: an isolate that sends none does without.
  const { integrationExpiredMail } = await import("./integration-expired.mail.tsx");
  const wordsTo = (name: string | null) =>
    integrationExpiredMail({
      brand,
      name,
      organization: organization.name,
      provider: providerNames[provider],
      consequence: expiredWords[provider],
      url: `${origin}/integrations/${provider}`,
    });
  const mails = await Promise.all(
    to.map(({ email, name }) =>
      promiseMail(env, { to: email, ...sender, ...wordsTo(name) }, now, usefulUntil),
    ),
  );
  await sendOnce(db, { mark, organization_id, mails, now });
}
