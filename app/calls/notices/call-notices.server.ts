/** Mails about calls that members asked for: written once for each call, to members who may still see who called. */
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { hasVerifiedFactor } from "#app/accounts/session-row.server.ts";
import { isWithheld } from "#app/branding/hidden-sections.ts";
import { brandOfOrganization } from "#app/branding/organization-brand.server.ts";
import { type Limit, spend } from "#app/limits/rate-limits.server.ts";
import { promiseMail } from "#app/mail/mail-outbox.server.ts";
import { sendOnce } from "#app/mail/send-once.server.ts";
import { may } from "#app/membership/permissions.ts";
import type { Payloads } from "#app/object/events.schema.ts";
import { Database, tenant } from "#app/platform/d1.server.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { shortDate, timeOfDay } from "#app/platform/format.ts";
import { log } from "#app/platform/log.ts";
import type { Mail } from "#app/platform/mail.server.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { Timing } from "#app/platform/server-timing.ts";
import {
  appliedEvents,
  organizationMembers,
  organizationSettings,
  organizations,
  users,
} from "#drizzle/control/schema.ts";
import type { CallNotice } from "./call-notices.schema.ts";
import { noticeEventsOf, noticesOf } from "./call-notices.ts";

/** Limits mail when many calls come at once: the call history has the rest. */
const cap = (organizationId: string): Limit => ({
  key: `notices:${organizationId}`,
  most: 60,
  within_ms: hour_ms,
});
/** Counted from the call's end: a mail of yesterday's call tells nothing that the history does not. */
const usefulFor_ms = 12 * hour_ms;

/** `mark`: what is written when it is done, so that it is done once. */
type Applied = { mark: string; organization_id: string };

/** The organization with its default test number, and the members of `wanted` who may get the mail (`to`). Undefined when it is deleted or was mailed before. */
async function organizationToMail(
  db: Database,
  { mark, organization_id: id }: Applied,
  wanted: readonly string[],
) {
  const own = tenant(db, id);
  const [[organization], people, marks] = await own.batch([
    own
      .select({
        name: organizations.name,
        time_zone: organizations.time_zone,
        locale: organizations.locale,
        withheld: organizations.withheld_sections,
        test_number: organizationSettings.default_test_number,
      })
      .from(organizations)
      .leftJoin(organizationSettings, eq(organizationSettings.organization_id, organizations.id))
      .where(and(eq(organizations.id, id), isNull(organizations.archived_at))),
    own
      .select({ email: users.email, name: users.name, role: organizationMembers.role })
      .from(organizationMembers)
      .innerJoin(users, eq(users.id, organizationMembers.user_id))
      .innerJoin(organizations, eq(organizations.id, organizationMembers.organization_id))
      .where(
        and(
          eq(organizationMembers.organization_id, id),
          // A member who lacks a required second factor must set one up first. No session stands behind a mail, so any passkey counts.
          sql`(${organizations.require_two_factor} = 0 or ${hasVerifiedFactor("users.id")}
            or exists (select 1 from passkeys p where p.user_id = users.id))`,
          inArray(users.id, sql`(select value from json_each(${JSON.stringify(wanted)}))`),
        ),
      ),
    own
      .select({ id: appliedEvents.id })
      .from(appliedEvents)
      .where(and(eq(appliedEvents.organization_id, id), eq(appliedEvents.id, mark))),
  ]);
  if (marks.length > 0 || !organization) return undefined;
  const { withheld, ...rest } = organization;
  const to = people.filter(
    ({ role }) => may(role, "calls.read_persons") && !isWithheld(withheld, "calls", role),
  );
  return { ...rest, to };
}

/**
 * Mails a finished call to the members who asked for it. The organization is asked for its wishes and for what was left
 * only if the call gives notice of anything.
 * @param now ms UTC
 */
export async function mailFinishedCall(
  env: Env,
  { mark, organization_id }: Applied,
  call: Payloads["call.finished"],
  now: number,
): Promise<void> {
  if (noticeEventsOf(call).length === 0) return;
  // The object lives already: the fact comes from it, so no region is asked for.
  const store = storeOf(organizationObject({ id: organization_id, region: null }, env));
  for (const notice of noticesOf(call, await store.notices.ofCall(call.call_id)))
    await mailCallNotice(env, { mark: `${mark}:${notice.event}`, organization_id }, notice, now);
}

type Told = {
  wanted: readonly string[];
  /** ms UTC: what is not sent by then is not sent. */
  usefulUntil: number;
  /** The number of the person whom it is about; null: withheld, or a call that we placed. */
  number: string | null;
};
type Words = Pick<Mail, "subject" | "html" | "text">;
type Named = { name: string; time_zone: string; locale: string };
type Drawn = Awaited<ReturnType<typeof brandOfOrganization>> & { organization: Named; settingsUrl: string };

/**
 * Mails something to the members who asked for it, unless it is about the number that the organization tries agents out
 * with. The same mark again mails nothing: it is in the batch of its mails.
 * @param draw the words to one member, by name
 * @param now ms UTC
 */
export async function mailMembers(
  env: Env,
  applied: Applied,
  { wanted, usefulUntil, number }: Told,
  draw: (drawn: Drawn) => Promise<(name: string | null) => Words>,
  now: number,
): Promise<void> {
  if (usefulUntil <= now) return;
  const { mark, organization_id } = applied;
  const db = new Database(env.DB, new Timing());
  const organization = await organizationToMail(db, applied, wanted);
  if (!organization || organization.to.length === 0) return;
  if (number !== null && number === organization.test_number) return;
  if (!(await spend(db, [cap(organization_id)], now)).ok) {
    log("warn", "call_notices_capped", { organization_id });
    return;
  }
  const brand = await brandOfOrganization(db, env, organization_id);
  const settingsUrl = `${brand.origin}/profile?${new URLSearchParams({ organization: organization_id })}#notifications`;
  const wordsTo = await draw({ ...brand, organization, settingsUrl });
  const mails = await Promise.all(
    organization.to.map(({ email, name }) =>
      promiseMail(env, { to: email, ...brand.sender, ...wordsTo(name) }, now, usefulUntil),
    ),
  );
  await sendOnce(db, { mark, organization_id, mails, now });
}

/** Mails what a call came to. @param now ms UTC */
export async function mailCallNotice(
  env: Env,
  applied: Applied,
  notice: CallNotice,
  now: number,
): Promise<void> {
  const usefulUntil = (notice.ended_at ?? notice.started_at) + usefulFor_ms;
  const told = { wanted: notice.to, usefulUntil, number: notice.caller_number };
  await mailMembers(
    env,
    applied,
    told,
    async ({ brand, origin, organization, settingsUrl }) => {
      const place = { timeZone: organization.time_zone, locale: organization.locale };
      // Drawing a mail takes React: an isolate that sends none does without.
      const { callNoticeMail } = await import("./call-notice.mail.tsx");
      return (name) =>
        callNoticeMail({
          brand,
          name,
          event: notice.event,
          organization: organization.name,
          who: notice.who,
          summary: notice.summary,
          messages: notice.messages.map(({ phone_number, ...message }) => ({
            ...message,
            phone: phone_number && internationally(phone_number),
          })),
          when: `${shortDate(notice.started_at, now, place)} at ${timeOfDay(notice.started_at, place)}`,
          url: `${origin}/call-history/${notice.call_id}`,
          settingsUrl,
        });
    },
    now,
  );
}
