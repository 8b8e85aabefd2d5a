/** /settings: the organization's profile, place and ways of working; each section is saved separately, and audited. */
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { eq } from "drizzle-orm";
import { data, redirect, redirectDocument } from "react-router";
import type { z } from "zod";
import { answerConfirmation, needsProof } from "#app/confirm/sudo.server.ts";
import { hasPasskeyHere } from "#app/factors/passkeys.server.ts";
import { callingHoursIn } from "#app/hours/calling-hours.server.ts";
import { type Deps, depsOf } from "#app/membership/actor.server.ts";
import { type Actor, isProven } from "#app/membership/actor.ts";
import { deleteOrganization } from "#app/membership/deleted-organizations.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import type { ClosedDay } from "#app/object/settings.schema.ts";
import type { Context } from "#app/platform/context.ts";
import { database, tenant } from "#app/platform/d1.server.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { internationally } from "#app/platform/phone-number.ts";
import { organizationSettings } from "#drizzle/control/schema.ts";
import { weekOf } from "./calling-hours-form.ts";
import { signedIn } from "./own-organizations.server.ts";
import {
  callingHoursForm,
  closedDaysForm,
  deletionForm,
  profileForm,
  regionForm,
  retentionForm,
  securityForm,
  testNumberForm,
} from "./settings-forms.server.ts";
import {
  requireTwoFactor,
  saveCallingHours,
  saveClosedDays,
  saveProfile,
  saveRegion,
  saveRetention,
  saveTestNumber,
} from "./settings-verbs.server.ts";

/** Closed days as their form takes them: a line a day. */
const linesOf = (days: readonly ClosedDay[]): string =>
  days.map(({ date, name }) => `${date} ${name}`.trim()).join("\n");

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
  profile: "Profile saved.",
  region: "Time and language saved.",
  hours: "Calling hours saved.",
  test: "Default test number saved.",
  closed: "Closed days saved. Agents won't book anything on them.",
  retention: "Saved. Older transcripts are deleted automatically.",
  kept: "Saved. Transcripts are kept as long as the organization exists.",
  security: "Security settings saved.",
};

export async function settingsPage(request: Request, context: Context) {
  const member = permitted(context, "organization.write");
  const { id, name, address, timeZone, locale, currency, requiresTwoFactor } = member.organization;
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
    callingHours: weekOf(callingHoursIn(kept?.calling_hours)),
    testNumber: kept?.default_test_number ? internationally(kept.default_test_number) : "",
    closedDays: linesOf(calls.closed_days),
    retentionDays: calls.retention_days,
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

const refused = (section: SettingsSection, result: SubmissionResult<string[]>, status = 422) =>
  data<Reply>({ section, result }, status);
const saved = (done: string) => redirect(`/settings?done=${done}`);

/**
 * The answer to a section's form.
 * @param save calls the verb with what the form says; null: it is saved, else what is said at which field, and the status
 */
async function answered<Said>(
  section: SettingsSection,
  form: FormData,
  schema: z.ZodType<Said>,
  save: (said: Said) => Promise<Refusal | null>,
  done: (said: Said) => string = () => section,
) {
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") return refused(section, submission.reply());
  const refusal = await save(submission.value);
  return refusal
    ? refused(section, submission.reply(refusal), refusal.status)
    : saved(done(submission.value));
}

type Refusal = { fieldErrors: Record<string, string[]>; status?: number };

const twoFactorWords = {
  unproven: { status: 403, words: "Confirm it's you below and save again." },
  no_factor: { status: 422, words: "Set up two-factor authentication for yourself first." },
};

/** A section's form, by its intent. */
export function answerSettings(request: Request, context: Context, form: FormData) {
  const member = permitted(context, "organization.write");
  const deps = depsOf(context);
  switch (form.get("intent")) {
    case "profile":
      return answered("profile", form, profileForm, async (said) => {
        await saveProfile(member, said, deps);
        return null;
      });
    case "region":
      return answered("region", form, regionForm, async (said) => {
        const outcome = await saveRegion(member, said, deps);
        return outcome.ok ? null : { fieldErrors: { time_zone: ["Choose a time zone from the list"] } };
      });
    case "hours":
      return answered("hours", form, callingHoursForm, async (calling_hours) => {
        await saveCallingHours(member, { calling_hours }, deps);
        return null;
      });
    case "test":
      return answered("test", form, testNumberForm(member.organization.country), async (said) => {
        await saveTestNumber(member, said, deps);
        return null;
      });
    case "closed":
      return answered("closed", form, closedDaysForm, async (said) => {
        await saveClosedDays(member, said);
        return null;
      });
    case "retention":
      return answered(
        "retention",
        form,
        retentionForm,
        async (said) => {
          await saveRetention(member, said);
          return null;
        },
        ({ retention_days }) => (retention_days === null ? "kept" : "retention"),
      );
    case "security":
      return answered("security", form, securityForm, async (said) => {
        const outcome = await requireTwoFactor(member, said, deps);
        if (outcome.ok) return null;
        const { status, words } = twoFactorWords[outcome.reason];
        return { fieldErrors: { require_two_factor: [words] }, status };
      });
    case "confirm":
      return answerConfirmation(request, context, form);
    case "delete":
      return answerDelete(permitted(context, "organization.own"), form, deps);
    default:
      throw faultResponse("bad_request");
  }
}

/** Needs a recent proof of identity and the typed name of the organization (R3). */
async function answerDelete(actor: Actor, form: FormData, deps: Deps) {
  // The page asks for a proof first; direct posts are checked too.
  if (!isProven(actor, Date.now())) return redirect("/settings");
  const submission = parseWithZod(form, { schema: deletionForm(actor.organization.name) });
  if (submission.status !== "success") return refused("delete", submission.reply());
  const outcome = await deleteOrganization(actor, {}, deps);
  if (outcome.ok) return redirectDocument("/dashboard");
  return refused("delete", submission.reply({ formErrors: ["Only an owner can delete an organization."] }));
}
