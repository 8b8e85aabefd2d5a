/** /settings: the organization's profile, place and ways of working; each section is saved separately, and audited. */
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { eq } from "drizzle-orm";
import { data, redirect, redirectDocument } from "react-router";
import { auditRow } from "#app/accounts/audit.server.ts";
import { answerConfirmation, needsProof } from "#app/confirm/sudo.server.ts";
import { hasPasskeyHere } from "#app/factors/passkeys.server.ts";
import { callingHoursIn } from "#app/hours/calling-hours.server.ts";
import { deleteOrganization } from "#app/membership/deleted-organizations.server.ts";
import { timeZoneOf } from "#app/membership/first-organization.ts";
import { askListenersAgain } from "#app/membership/live-listeners.server.ts";
import { type Member, permitted } from "#app/membership/membership.server.ts";
import { may } from "#app/membership/permissions.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, tenant } from "#app/platform/d1.server.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { auditEvents, organizationSettings, organizations } from "#drizzle/control/schema.ts";
import { linesOf, saveClosedDays, saveRetention } from "./call-settings.server.ts";
import { saveCallingHours, weekOf } from "./calling-hours.server.ts";
import { signedIn } from "./own-organizations.server.ts";
import { deletionForm, profileForm, regionForm, securityForm } from "./settings-forms.server.ts";
import { saveTestNumber } from "./test-number.server.ts";

export type SettingsSection =
  | "profile"
  | "region"
  | "hours"
  | "closed"
  | "test"
  | "retention"
  | "security"
  | "delete";
type Reply = { section: SettingsSection; result: SubmissionResult<string[]> };

const savedSentences: Partial<Record<SettingsSection, string>> & Readonly<Record<string, string>> = {
  profile: "The profile is saved.",
  region: "Time and language are saved.",
  hours: "The calling hours are saved.",
  test: "The default test number is saved.",
  closed: "The closed days are saved. Nothing is booked on them.",
  retention: "Saved. Words of calls go when they are older.",
  kept: "Saved. Words of calls stay as long as the organization exists.",
  security: "Security is saved.",
};

export async function settingsPage(request: Request, context: Context) {
  const member = permitted(context, "organization.write");
  const { id, name, address, timeZone, locale, currency, requiresTwoFactor } = member;
  const who = await signedIn(request, context);
  const isAsked = needsProof(who, Date.now());
  const [kept, calls] = await Promise.all([
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
  ]);
  return {
    done: doneWords(request.url, savedSentences),
    profile: {
      name,
      address: address ?? "",
      website: kept?.website ?? "",
      contact_email: kept?.contact_email ?? "",
    },
    region: { time_zone: timeZone, locale, currency },
    timeZones: Intl.supportedValuesOf("timeZone"),
    callingHours: weekOf(callingHoursIn(kept?.calling_hours)),
    testNumber: kept?.default_test_number ? internationally(kept.default_test_number) : "",
    closedDays: linesOf(calls.closed_days),
    retentionDays: calls.retention_days,
    requiresTwoFactor,
    hasOwnFactor: who.hasFactor || who.factor === "passkey",
    /** What is needed before the person requires two-factor authentication or deletes the organization. */
    person: {
      email: who.user.email,
      hasPassword: who.hasPassword,
      hasFactor: who.hasFactor,
      hasPasskey: isAsked && (await hasPasskeyHere(request, context, who.user.id)),
    },
    needsProof: isAsked,
    canDelete: may(member.role, "organization.own"),
  };
}

const refused = (section: SettingsSection, result: SubmissionResult<string[]>) =>
  data<Reply>({ section, result }, 422);
const saved = (done: string) => redirect(`/settings?done=${done}`);

async function answered(
  section: SettingsSection,
  refusal: Promise<SubmissionResult<string[]> | null>,
  done: string = section,
) {
  const result = await refusal;
  return result ? refused(section, result) : saved(done);
}

/** A section's form, by its intent. */
export function answerSettings(request: Request, context: Context, form: FormData) {
  const member = permitted(context, "organization.write");
  switch (form.get("intent")) {
    case "profile":
      return saveProfile(request, context, member, form);
    case "region":
      return saveRegion(request, context, member, form);
    case "hours":
      return answered("hours", saveCallingHours(request, context, member, form));
    case "test":
      return answered("test", saveTestNumber(request, context, member, form));
    case "closed":
      return answered("closed", saveClosedDays(context, member, form));
    case "retention":
      return answered(
        "retention",
        saveRetention(context, member, form),
        form.get("retention_days") ? "retention" : "kept",
      );
    case "security":
      return saveSecurity(request, context, member, form);
    case "confirm":
      return answerConfirmation(request, context, form);
    case "delete":
      permitted(context, "organization.own");
      return answerDelete(request, context, member, form);
    default:
      throw faultResponse("bad_request");
  }
}

async function saveProfile(request: Request, context: Context, member: Member, form: FormData) {
  const submission = parseWithZod(form, { schema: profileForm });
  if (submission.status !== "success") return refused("profile", submission.reply());
  const { name, address, website, contact_email } = submission.value;
  const db = tenant(context.get(database), member.id);
  const updated_at = Date.now();
  await db.batch([
    db.update(organizations).set({ name, address, updated_at }).where(eq(organizations.id, member.id)),
    db
      .insert(organizationSettings)
      .values({ organization_id: member.id, website, contact_email, updated_at })
      .onConflictDoUpdate({
        target: organizationSettings.organization_id,
        set: { website, contact_email, updated_at },
      }),
    db.insert(auditEvents).values(
      await changed(request, context, member, "organization.profile_changed", {
        before: member.name,
        after: name,
      }),
    ),
  ]);
  return saved("profile");
}

async function saveRegion(request: Request, context: Context, member: Member, form: FormData) {
  const submission = parseWithZod(form, { schema: regionForm });
  if (submission.status !== "success") return refused("region", submission.reply());
  const { locale, currency } = submission.value;
  const time_zone = timeZoneOf(submission.value.time_zone);
  if (time_zone === null)
    return refused(
      "region",
      submission.reply({ fieldErrors: { time_zone: ["Choose a time zone from the list"] } }),
    );
  const db = tenant(context.get(database), member.id);
  await db.batch([
    db
      .update(organizations)
      .set({ time_zone, locale, currency, updated_at: Date.now() })
      .where(eq(organizations.id, member.id)),
    db.insert(auditEvents).values(
      await changed(request, context, member, "organization.region_changed", {
        time_zone,
        locale,
        currency,
      }),
    ),
  ]);
  return saved("region");
}

/** Only a member with a second factor can require one of all: otherwise they would lock themselves out first. */
async function saveSecurity(request: Request, context: Context, member: Member, form: FormData) {
  const submission = parseWithZod(form, { schema: securityForm });
  if (submission.status !== "success") return refused("security", submission.reply());
  const { require_two_factor } = submission.value;
  const who = await signedIn(request, context);
  // The page asks for a proof first; direct posts are checked too.
  if (needsProof(who, Date.now())) {
    const words = "Confirm below that it is you, and save again.";
    const result = submission.reply({ fieldErrors: { require_two_factor: [words] } });
    return data<Reply>({ section: "security", result }, 403);
  }
  if (require_two_factor && !who.hasFactor && who.factor !== "passkey")
    return refused(
      "security",
      submission.reply({
        fieldErrors: { require_two_factor: ["Set up your own two-factor authentication first."] },
      }),
    );
  const db = tenant(context.get(database), member.id);
  await db.batch([
    db
      .update(organizations)
      .set({ require_two_factor, updated_at: Date.now() })
      .where(eq(organizations.id, member.id)),
    db
      .insert(auditEvents)
      .values(
        await changed(request, context, member, "organization.two_factor_changed", { require_two_factor }),
      ),
  ]);
  const { env, ctx } = context.get(cloudflare);
  if (require_two_factor) ctx.waitUntil(askListenersAgain(env, member));
  return saved("security");
}

/** Needs a recent proof of identity and the typed name of the organization (R3). */
async function answerDelete(request: Request, context: Context, member: Member, form: FormData) {
  const now = Date.now();
  // The page asks for a proof first; direct posts are checked too.
  if (needsProof(await signedIn(request, context), now)) return redirect("/settings");
  const submission = parseWithZod(form, { schema: deletionForm(member.name) });
  if (submission.status !== "success") return refused("delete", submission.reply());
  if (!(await deleteOrganization(request, context, member, now)))
    return refused("delete", submission.reply({ formErrors: ["Only an owner can delete an organization."] }));
  return redirectDocument("/dashboard");
}

const changed = (
  request: Request,
  context: Context,
  { id, user }: Member,
  action: string,
  changes: Record<string, string | boolean>,
) => auditRow(request, context, { action, actor_id: user.id, organization_id: id, target: id, changes });
