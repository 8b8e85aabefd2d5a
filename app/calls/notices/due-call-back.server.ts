/** Tells the members who asked for mails about messages that a call back is due now. */
import type { Payloads } from "#app/object/events.schema.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { shortDate, timeOfDay } from "#app/platform/format.ts";
import { organizationObject, storeOf } from "#app/platform/organization-door.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { mailMembers } from "./call-notices.server.ts";

/** A call back that is this late stands on the page of appointments as overdue; a mail tells nothing more. */
const usefulFor_ms = 2 * hour_ms;

/** @param now ms UTC */
export async function mailDueCallBack(
  env: Env,
  applied: { mark: string; organization_id: string },
  due: Payloads["call_back.due"],
  now: number,
): Promise<void> {
  // The object lives already: the fact comes from it.
  const store = storeOf(organizationObject({ id: applied.organization_id, region: null }, env));
  const asked = await store.notices.ofCall(due.call_id);
  const wanted = Object.entries(asked.wanted).flatMap(([id, events]) =>
    events.includes("message") ? [id] : [],
  );
  const told = { wanted, usefulUntil: due.due_at + usefulFor_ms, number: due.phone_number };
  await mailMembers(
    env,
    applied,
    told,
    async ({ brand, origin, organization, settingsUrl }) => {
      const place = { timeZone: organization.time_zone, locale: organization.locale };
      const phone = due.phone_number && internationally(due.phone_number);
      const { dueCallBackMail } = await import("./due-call-back.mail.tsx");
      return (name) =>
        dueCallBackMail({
          brand,
          name,
          organization: organization.name,
          who: due.name ?? phone ?? "a private number",
          phone,
          text: due.text,
          when: `${shortDate(due.due_at, now, place)} at ${timeOfDay(due.due_at, place)}`,
          url: `${origin}/call-history/${due.call_id}`,
          settingsUrl,
        });
    },
    now,
  );
}
