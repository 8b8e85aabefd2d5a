/** The data of /settings: the organization's profile, place and ways of working, and the hours of its agents. */
import { eq } from "drizzle-orm";
import { mostCaps } from "#app/campaigns/dial-limits.server.ts";
import { needsProof } from "#app/confirm/sudo.server.ts";
import { hasPasskeyHere } from "#app/factors/passkeys.server.ts";
import type { CallingHours } from "#app/hours/calling-hours.schema.ts";
import { callingHoursIn } from "#app/hours/calling-hours.server.ts";
import { isSameWeek, weekWords } from "#app/hours/week-words.ts";
import { permitted } from "#app/membership/membership.server.ts";
import type { Context } from "#app/platform/context.ts";
import { database, tenant } from "#app/platform/d1.server.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { organizationSettings } from "#drizzle/control/schema.ts";
import { weekOf } from "./calling-hours-form.ts";
import { signedIn } from "./own-organizations.server.ts";
import type { SettingsSection } from "./settings-sections.ts";
import { supportAccess } from "./support-access.server.ts";

const savedSentences: Readonly<Record<SettingsSection | "kept" | "settings", string>> = {
  profile: "Profile saved.",
  region: "Time and language saved.",
  hours: "Opening hours saved.",
  test: "Default test number saved.",
  campaigns: "Campaign limits saved. They count from the next call on.",
  closed: "Closed days saved. Agents won't book anything on them.",
  retention: "Saved. Older data is deleted automatically.",
  kept: "Saved. Transcripts are kept as long as the organization exists.",
  redaction: "Saved. It applies to calls from now on.",
  security: "Security settings saved.",
  support: "Saved. It takes effect immediately.",
  settings: "Settings saved.",
};

/** An agent's opening hours in words; null: the same as the organization's. */
export type AgentHours = { id: string; name: string; hours: string | null };

/** The organization's hours as agents have them; a week that is not set equals no agent's. */
const weeklyOf = (hours: CallingHours) => ({
  mon: stretchesOf(hours.mon),
  tue: stretchesOf(hours.tue),
  wed: stretchesOf(hours.wed),
  thu: stretchesOf(hours.thu),
  fri: stretchesOf(hours.fri),
  sat: stretchesOf(hours.sat),
  sun: stretchesOf(hours.sun),
});
const stretchesOf = (day: CallingHours["mon"]) =>
  day.map(({ opens, closes }) => ({ from: opens, to: closes }));

/** The page's data, for members who may change the organization. */
export async function settingsPage(request: Request, context: Context) {
  const member = permitted(context, "organization.write");
  const { id, name, address, timeZone, locale, currency, requiresTwoFactor } = member.organization;
  const who = await signedIn(request, context);
  const isAsked = needsProof(who, Date.now());
  const { agency } = member.membership;
  const [support, kept, calls, agents, lowered] = await Promise.all([
    supportAccess(context.get(database), id, { timeZone, locale }),
    tenant(context.get(database), id)
      .select({
        website: organizationSettings.website,
        contact_email: organizationSettings.contact_email,
        calling_hours: organizationSettings.calling_hours,
        default_test_number: organizationSettings.default_test_number,
      })
      .from(organizationSettings)
      .where(eq(organizationSettings.organization_id, id))
      .get(),
    member.store.settings.callSettings(),
    member.store.agents.hours(),
    member.store.dialLimits.own(),
  ]);
  const callingHours = callingHoursIn(kept?.calling_hours);
  const shared = callingHours && weeklyOf(callingHours);
  return {
    done: doneWords(request.url, savedSentences),
    profile: {
      name,
      address: address ?? "",
      website: kept?.website ?? "",
      contact_email: kept?.contact_email ?? "",
    },
    region: { time_zone: timeZone, locale, currency },
    callingHours: weekOf(callingHours),
    agentHours: agents.map(
      ({ id, name, hours }): AgentHours => ({
        id,
        name,
        hours: shared && isSameWeek(hours.weekly, shared) ? null : weekWords(hours.weekly, locale),
      }),
    ),
    testNumber: kept?.default_test_number ? internationally(kept.default_test_number) : "",
    campaignLimits: { lowered, most: mostCaps(member) },
    closedDays: calls.closed_days,
    retentionDays: calls.retention_days,
    support: { ...support, agency: agency?.name ?? null },
    retention: calls.retention,
    redaction: calls.redaction,
    requiresTwoFactor,
    hasOwnFactor: member.by.hasFactor,
    /** What is needed before the person requires two-factor authentication or deletes the organization. */
    person: {
      email: who.user.email,
      hasPassword: who.hasPassword,
      hasFactor: who.hasFactor,
      hasPasskey: isAsked && (await hasPasskeyHere(request, context, who.user.id)),
    },
    needsProof: isAsked,
    canDelete: member.may("organization.own"),
  };
}
