/** Tells a campaign's maker and the organization's owners and admins, once, that it is finished or halted. */
import { and, eq, inArray, isNull, or } from "drizzle-orm";
import { isWithheld } from "#app/branding/hidden-sections.ts";
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { type Limit, spend } from "#app/limits/rate-limits.server.ts";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
import { sendOnce } from "#app/mail/send-once.server.ts";
import { may } from "#app/membership/permissions.ts";
import type { Payloads } from "#app/object/events.schema.ts";
import { Database, tenant } from "#app/platform/d1.server.ts";
import { day_ms, hour_ms } from "#app/platform/durations.ts";
import { counted } from "#app/platform/format.ts";
import { log } from "#app/platform/log.ts";
import { Timing } from "#app/platform/server-timing.ts";
import { appliedEvents, organizationMembers, organizations, users } from "#drizzle/control/schema.ts";
import { whyWords } from "./campaign-words.ts";

type Ended = Payloads["campaign.ended"];

/** Limits mail when a campaign is halted again and again: its page says the same. */
const cap = (organization_id: string): Limit => ({
  key: `campaign_notices:${organization_id}`,
  most: 20,
  within_ms: hour_ms,
});
const usefulFor_ms = day_ms;
const managing = ["owner", "admin"];

/** The organization, and who is told; undefined when it is deleted or was told before. */
async function organizationToTell(db: Database, id: string, mark: string, created_by: string) {
  const own = tenant(db, id);
  const [[organization], people, marks] = await own.batch([
    own
      .select({
        name: organizations.name,
        locale: organizations.locale,
        withheld: organizations.withheld_sections,
      })
      .from(organizations)
      .where(and(eq(organizations.id, id), isNull(organizations.archived_at))),
    own
      .select({ email: users.email, name: users.name, role: organizationMembers.role })
      .from(organizationMembers)
      .innerJoin(users, eq(users.id, organizationMembers.user_id))
      .where(
        and(
          eq(organizationMembers.organization_id, id),
          or(inArray(organizationMembers.role, managing), eq(users.id, created_by)),
        ),
      ),
    own
      .select({ id: appliedEvents.id })
      .from(appliedEvents)
      .where(and(eq(appliedEvents.organization_id, id), eq(appliedEvents.id, mark))),
  ]);
  if (!organization || marks.length > 0) return undefined;
  const { withheld, ...rest } = organization;
  const to = people.filter(({ role }) => may(role, "campaigns.read") && !isWithheld(withheld, "calls", role));
  return { ...rest, to };
}

const brokenLine = "Halted, because calls failed one after the other. Check your telephony, then resume.";

const reasonOf = ({ status, why }: Ended): string =>
  status === "broken" && why === "carrier_fails" ? brokenLine : (whyWords(why) ?? "It came to its end.");

/** @param now ms UTC */
export async function mailEndedCampaign(
  env: Env,
  { mark, organization_id }: { mark: string; organization_id: string },
  ended: Ended,
  now: number,
): Promise<void> {
  const usefulUntil = ended.ended_at + usefulFor_ms;
  if (usefulUntil <= now) return;
  const db = new Database(env.DB, new Timing());
  const organization = await organizationToTell(db, organization_id, mark, ended.created_by);
  if (!organization || organization.to.length === 0) return;
  if (!(await spend(db, [cap(organization_id)], now)).ok) {
    log("warn", "campaign_notices_capped", { organization_id });
    return;
  }
  const { brand, origin, sender } = await brandOfOrganization(db, env, organization_id);
  const { locale } = organization;
  // Drawing a mail takes React: an isolate that sends none does without.
  const { campaignEndedMail } = await import("./campaign-ended.mail.tsx");
  const wordsTo = (name: string | null) =>
    campaignEndedMail({
      brand,
      name,
      organization: organization.name,
      campaign: ended.name,
      isHalted: ended.status === "broken",
      reason: reasonOf(ended),
      figures: `It placed ${counted(ended.asked, "call", "calls", locale)}; people answered ${counted(ended.answered, "call", "calls", locale)}.`,
      url: `${origin}/campaigns/${ended.campaign_id}`,
    });
  const mails = await Promise.all(
    organization.to.map(({ email, name }) =>
      promiseMail(env, { to: email, ...sender, ...wordsTo(name) }, now, usefulUntil),
    ),
  );
  await sendOnce(db, { mark, organization_id, mails, now });
}
