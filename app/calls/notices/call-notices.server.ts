/** Mails about calls that members asked for: written once for each call, to members who may still see who called. */
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { brandColumns, platformBrand } from "#app/branding/brand.schema.ts";
import { type Limit, spend } from "#app/limits/rate-limits.server.ts";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
import { may } from "#app/membership/permissions.ts";
import { violates } from "#app/platform/constraints.ts";
import { Database, platform, tenant } from "#app/platform/d1.server.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { hostOrigin, publicOrigin, settings } from "#app/platform/env.server.ts";
import { shortDate, timeOfDay } from "#app/platform/format.ts";
import { log } from "#app/platform/log.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { Timing } from "#app/platform/server-timing.ts";
import {
  appliedEvents,
  mailOutbox,
  organizationBranding,
  organizationMembers,
  organizationSettings,
  organizations,
  users,
} from "#drizzle/control/schema.ts";
import type { CallNotice } from "./call-notices.schema.ts";

/** Limits mail when many calls come at once: the call history has the rest. */
const cap = (organizationId: string): Limit => ({
  key: `notices:${organizationId}`,
  most: 60,
  within_ms: hour_ms,
});
/** A mail of yesterday's call tells nothing that the history does not. */
const usefulFor_ms = 12 * hour_ms;

/** The organization if it is not deleted, its brand, its default test number, and the members who may receive the mail. */
async function recipientsOf(db: Database, id: string, wanted: readonly string[]) {
  const own = tenant(db, id);
  const [[house], people] = await own.batch([
    own
      .select({
        name: organizations.name,
        time_zone: organizations.time_zone,
        locale: organizations.locale,
        branding: organizationBranding,
        test_number: organizationSettings.default_test_number,
      })
      .from(organizations)
      .leftJoin(organizationBranding, eq(organizationBranding.organization_id, organizations.id))
      .leftJoin(organizationSettings, eq(organizationSettings.organization_id, organizations.id))
      .where(and(eq(organizations.id, id), isNull(organizations.archived_at))),
    own
      .select({ email: users.email, role: organizationMembers.role })
      .from(organizationMembers)
      .innerJoin(users, eq(users.id, organizationMembers.user_id))
      .where(
        and(
          eq(organizationMembers.organization_id, id),
          inArray(users.id, sql`(select value from json_each(${JSON.stringify(wanted)}))`),
        ),
      ),
  ]);
  return house && { ...house, to: people.filter(({ role }) => may(role, "calls.read_persons")) };
}

/**
 * Sends the mails about a call, unless it came from the default test number. A repeated event sends nothing: its mark
 * is in the batch of its mails.
 * @param now ms UTC
 */
export async function mailCallNotice(
  env: Env,
  event: { id: string; organization_id: string },
  notice: CallNotice,
  now: number,
): Promise<void> {
  const { id, organization_id } = event;
  const db = new Database(env.DB, new Timing());
  const house = await recipientsOf(db, organization_id, notice.to);
  if (!house || house.to.length === 0) return;
  if (notice.caller_number !== null && notice.caller_number === house.test_number) return;
  if (!(await spend(db, [cap(organization_id)], now)).ok) {
    log("warn", "call_notices_capped", { organization_id });
    return;
  }
  const known = settings(env);
  const host = house.branding?.custom_domain ?? null;
  const origin = host === null ? publicOrigin(known) : hostOrigin(known, host);
  const place = { timeZone: house.time_zone, locale: house.locale };
  const brand = house.branding ? { ...platformBrand, ...brandColumns.parse(house.branding) } : platformBrand;
  // Drawing a mail takes React: an isolate that sends none does without.
  const { callNoticeMail } = await import("./call-notice.mail.tsx");
  const words = callNoticeMail({
    brand,
    event: notice.event,
    organization: house.name,
    who: notice.who,
    summary: notice.summary,
    messages: notice.messages.map(({ phone_number, ...message }) => ({
      ...message,
      phone: phone_number && internationally(phone_number),
    })),
    when: `${shortDate(notice.started_at, now, place)} at ${timeOfDay(notice.started_at, place)}`,
    url: `${origin}/call-history/${notice.call_id}`,
    settingsUrl: `${origin}/organizations#notifications`,
  });
  const mails = await Promise.all(
    house.to.map(({ email }) =>
      promiseMail(env, { to: email, from_name: brand.company_name, ...words }, now, now + usefulFor_ms),
    ),
  );
  const all = platform(db);
  try {
    await all.batch([
      all.insert(appliedEvents).values({ id, organization_id, applied_at: now }),
      ...mails.map(({ row }) => all.insert(mailOutbox).values(row)),
    ]);
  } catch (error) {
    if (violates(error, "UNIQUE constraint failed: applied_events.id")) return;
    throw error;
  }
  await Promise.all(mails.map(({ send }) => send()));
}
