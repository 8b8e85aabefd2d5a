/** Tells an organization's owners and admins, once each time, that an endpoint fails or was disabled. */
import { and, eq, inArray, isNull } from "drizzle-orm";
import { isWithheld } from "#app/branding/hidden-sections.ts";
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
import { sendOnce } from "#app/mail/send-once.server.ts";
import type { Payloads } from "#app/object/events.schema.ts";
import { Database, tenant } from "#app/platform/d1.server.ts";
import { day_ms } from "#app/platform/durations.ts";
import { exactTime } from "#app/platform/format.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { appliedEvents, organizationMembers, organizations, users } from "#drizzle/control/schema.ts";

const usefulFor_ms = day_ms;
const managing = ["owner", "admin"];

/** The organization, and who is told; undefined when it is deleted or was told before. */
async function organizationToTell(db: Database, id: string, mark: string) {
  const own = tenant(db, id);
  const [[organization], people, marks] = await own.batch([
    own
      .select({
        name: organizations.name,
        locale: organizations.locale,
        timeZone: organizations.time_zone,
        withheld: organizations.withheld_sections,
      })
      .from(organizations)
      .where(and(eq(organizations.id, id), isNull(organizations.archived_at))),
    own
      .select({ email: users.email, name: users.name, role: organizationMembers.role })
      .from(organizationMembers)
      .innerJoin(users, eq(users.id, organizationMembers.user_id))
      .where(and(eq(organizationMembers.organization_id, id), inArray(organizationMembers.role, managing))),
    own
      .select({ id: appliedEvents.id })
      .from(appliedEvents)
      .where(and(eq(appliedEvents.organization_id, id), eq(appliedEvents.id, mark))),
  ]);
  if (!organization || marks.length > 0) return undefined;
  const { withheld, ...rest } = organization;
  return { ...rest, to: people.filter(({ role }) => !isWithheld(withheld, "integrations", role)) };
}

/** @param now ms UTC */
export async function mailFailingWebhook(
  env: Env,
  { mark, organization_id, at }: { mark: string; organization_id: string; at: number },
  { endpoint_id, name: endpoint, url, failures, failing_since, is_disabled }: Payloads["webhook.failing"],
  now: number,
): Promise<void> {
  const usefulUntil = at + usefulFor_ms;
  if (usefulUntil <= now) return;
  const db = new Database(env.DB, new Timing());
  const organization = await organizationToTell(db, organization_id, mark);
  if (!organization || organization.to.length === 0) return;
  const { brand, origin, sender } = await brandOfOrganization(db, env, organization_id);
  // Drawing a mail takes React: an isolate that sends none does without.
  const { webhookFailingMail } = await import("./webhook-failing.mail.tsx");
  const wordsTo = (name: string | null) =>
    webhookFailingMail({
      brand,
      name,
      organization: organization.name,
      endpoint,
      host: new URL(url).hostname,
      failures,
      since: exactTime(failing_since, organization),
      isDisabled: is_disabled,
      url: `${origin}/integrations/webhooks/${endpoint_id}`,
    });
  const mails = await Promise.all(
    organization.to.map(({ email, name }) =>
      promiseMail(env, { to: email, ...sender, ...wordsTo(name) }, now, usefulUntil),
    ),
  );
  await sendOnce(db, { mark, organization_id, mails, now });
}
