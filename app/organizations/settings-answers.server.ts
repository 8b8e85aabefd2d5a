/** The answers of the forms of /settings: one section by its own button, or all that changed at once. */
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect, redirectDocument } from "react-router";
import type { z } from "zod";
import { limitCampaigns, mostCaps } from "#app/campaigns/dial-limits.server.ts";
import { answerConfirmation } from "#app/confirm/sudo.server.ts";
import { mostStretches } from "#app/hours/week.schema.ts";
import { type Deps, depsOf } from "#app/membership/actor.server.ts";
import { type Actor, isProven } from "#app/membership/actor.ts";
import { deleteOrganization } from "#app/membership/deleted-organizations.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import type { Context } from "#app/platform/context.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { count, counted } from "#app/platform/format.ts";
import { pressName } from "#app/platform/press-name.ts";
import { mostClosedDays } from "./settings-choices.ts";
import {
  callingHoursForm,
  campaignLimitsForm,
  closedDaysForm,
  deletionForm,
  profileForm,
  redactionForm,
  regionForm,
  retentionForm,
  securityForm,
  supportForm,
  testNumberForm,
} from "./settings-forms.server.ts";
import { type SettingsSection, sectionOf } from "./settings-sections.ts";
import {
  requireTwoFactor,
  saveCallingHours,
  saveClosedDays,
  saveProfile,
  saveRedaction,
  saveRegion,
  saveRetention,
  saveTestNumber,
} from "./settings-verbs.server.ts";
import { allowSupport } from "./support-access.server.ts";

type Results = Partial<Record<SettingsSection | "delete", SubmissionResult<string[]>>>;
type Reply = { results: Results };

const refused = (results: Results, status: number) => data<Reply>({ results }, status);

type Refusal = { fieldErrors: Record<string, string[]>; status?: number };
type Refused = { result: SubmissionResult<string[]>; status: number };

/** A section whose form was read: what is wrong with it, or how it is saved. */
type Read =
  | { refused: Refused }
  | {
      /** Null: it is saved. */
      save: () => Promise<Refused | null>;
      /** What is said afterwards: a key of `savedSentences`. */
      done: string;
    };

/**
 * Reads a section's form.
 * @param save calls the verb with what the form says; null: it is saved, else what is said at which field, and the status
 */
function read<Said>(
  form: FormData,
  schema: z.ZodType<Said>,
  done: string | ((said: Said) => string),
  save: (said: Said) => Promise<Refusal | null>,
): Read {
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") {
    // A pressed list button changes a list and saves nothing: no error.
    const status = submission.status === "error" ? 422 : 200;
    return { refused: { result: submission.reply(), status } };
  }
  return {
    done: typeof done === "string" ? done : done(submission.value),
    save: async () => {
      const refusal = await save(submission.value);
      return refusal && { result: submission.reply(refusal), status: refusal.status ?? 422 };
    },
  };
}

const twoFactorWords = {
  unproven: { status: 403, words: "Confirm it's you below and save again." },
  no_factor: { status: 422, words: "Set up two-factor authentication for yourself first." },
};

function readSection(section: SettingsSection, form: FormData, actor: Actor, deps: Deps): Read {
  switch (section) {
    case "profile":
      return read(form, profileForm, section, async (said) => {
        await saveProfile(actor, said, deps);
        return null;
      });
    case "region":
      return read(form, regionForm, section, async (said) => {
        const outcome = await saveRegion(actor, said, deps);
        return outcome.ok ? null : { fieldErrors: { time_zone: ["Choose a time zone from the list"] } };
      });
    case "hours":
      return read(withinRows(form, mostStretches), callingHoursForm, section, async (calling_hours) => {
        await saveCallingHours(actor, { calling_hours }, deps);
        return null;
      });
    case "test":
      return read(form, testNumberForm(actor.organization.country), section, async (said) => {
        await saveTestNumber(actor, said, deps);
        return null;
      });
    case "campaigns":
      return read(form, campaignLimitsForm, section, async (said) => {
        const outcome = await limitCampaigns(actor, said);
        if (outcome.ok) return null;
        const most = mostCaps(actor);
        const { locale } = actor.organization;
        const words = (name: keyof typeof most) => [`At most ${count(most[name], locale)}`];
        return { fieldErrors: Object.fromEntries(outcome.above.map((name) => [name, words(name)])) };
      });
    case "closed":
      return read(withinRows(form, mostClosedDays), closedDaysForm, section, async (said) => {
        await saveClosedDays(actor, said, deps);
        return null;
      });
    case "retention": {
      const done = (said: z.infer<typeof retentionForm>) =>
        said.retention_days === null && !Object.keys(said.retention ?? {}).length ? "kept" : section;
      return read(form, retentionForm, done, async (said) => {
        await saveRetention(actor, said, deps);
        return null;
      });
    }
    case "redaction":
      return read(form, redactionForm, section, async (redaction) => {
        await saveRedaction(actor, { redaction }, deps);
        return null;
      });
    case "security":
      return read(form, securityForm, section, async (said) => {
        const outcome = await requireTwoFactor(actor, said, deps);
        if (outcome.ok) return null;
        const { status, words } = twoFactorWords[outcome.reason];
        return { fieldErrors: { require_two_factor: [words] }, status };
      });
    case "support":
      return read(form, supportForm, section, async (said) => {
        await allowSupport(actor, said, deps);
        return null;
      });
  }
}

/** The form without rows beyond the first that is too many: the form library fills all rows before a given one. */
function withinRows(form: FormData, most: number): FormData {
  const kept = new FormData();
  const isFar = (text: string) =>
    [...text.matchAll(/\[(\d+)\]|"index":(\d+)/g)].some(([, row, index]) => Number(row ?? index) > most);
  for (const [name, value] of form)
    if (!isFar(name) && !(name === pressName && typeof value === "string" && isFar(value)))
      kept.append(name, value);
  return kept;
}

/** Those that may be refused although their form is right come first: then nothing else is saved either. */
const careful: readonly SettingsSection[] = ["security", "region"];

/** Saves the sections, or none of them when one has an error. */
async function answerSections(
  sections: readonly SettingsSection[],
  form: FormData,
  actor: Actor,
  deps: Deps,
) {
  const all = [...careful.filter((one) => sections.includes(one))];
  for (const section of sections) if (!all.includes(section)) all.push(section);
  const readOnes = all.map((section) => ({ section, read: readSection(section, form, actor, deps) }));
  const wrong = readOnes.flatMap(({ section, read }) =>
    "refused" in read ? [{ section, ...read.refused }] : [],
  );
  if (wrong.length > 0)
    return refused(
      Object.fromEntries(wrong.map(({ section, result }) => [section, result])),
      Math.max(...wrong.map(({ status }) => status)),
    );
  const done: string[] = [];
  for (const { section, read } of readOnes) {
    if ("refused" in read) continue;
    const refusal = await read.save();
    if (refusal) return refused({ [section]: refusal.result }, refusal.status);
    done.push(read.done);
  }
  if (done.length === 0) return redirect("/settings");
  return redirect(`/settings?done=${done.length === 1 ? done[0] : "settings"}`);
}

/** A form of the page, by its intent. */
export function answerSettings(request: Request, context: Context, form: FormData) {
  const member = permitted(context, "organization.write");
  const deps = depsOf(context);
  const intent = form.get("intent");
  const section = sectionOf(intent);
  if (section) return answerSections([section], form, member, deps);
  switch (intent) {
    case "save": {
      const changed = [...new Set(form.getAll("changed"))].map(sectionOf);
      return answerSections(
        changed.filter((one) => one !== undefined),
        form,
        member,
        deps,
      );
    }
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
  if (submission.status !== "success") return refused({ delete: submission.reply() }, 422);
  const outcome = await deleteOrganization(actor, {}, deps);
  if (outcome.ok) return redirectDocument("/dashboard");
  if (outcome.reason === "has_clients") {
    const { name, locale } = actor.organization;
    const clients = counted(outcome.clients, "client", "clients", locale);
    const words = `${name} has ${clients}. Release or archive your clients first.`;
    return refused({ delete: submission.reply({ formErrors: [words] }) }, 409);
  }
  const result = submission.reply({ formErrors: ["Only an owner can delete an organization."] });
  return refused({ delete: result }, 422);
}
