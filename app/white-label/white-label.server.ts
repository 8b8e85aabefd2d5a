/** /white-label: an organization's brand with its history, and the answers to its form. */
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirectDocument } from "react-router";
import { z } from "zod";
import { type Brand, imagePath } from "#app/branding/brand.schema.ts";
import { type BrandFields, brandOfHost, brandOnMain } from "#app/branding/worn-brand.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { type Member, permitted } from "#app/membership/membership.server.ts";
import type { Context } from "#app/platform/context.ts";
import { database } from "#app/platform/d1.server.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { type Place, shortDate, timeOfDay } from "#app/platform/format.ts";
import { imageFields } from "./brand-fields.schema.ts";
import { brandNow, saverOf, versionsOf } from "./brand-rows.server.ts";
import { keptVersions, resetBrand, restoreBrand, saveBrand } from "./brand-verbs.server.ts";
import { imageFaults, refusalWords } from "./image-words.ts";
import {
  type BrandValues,
  brandForm,
  type Columns,
  drawnVersion,
  editedFields,
  fieldTitles,
  noBrand,
} from "./white-label.schema.ts";

const savedSentences: Readonly<Record<string, string>> = {
  saved: "Brand saved. Visitors see it within a minute.",
  reset: "Brand reset to the defaults.",
  restored: "Version restored.",
  uploaded: "Image uploaded. Save to use it.",
};

/** What the form shows of a column. */
const shown = (value: string | boolean | null | undefined): string =>
  typeof value === "string" ? value : value ? "on" : "";

/** Images that were uploaded without scripts, and wait in the address to be saved. */
function uploadedIn(url: string): Partial<BrandValues> {
  const { searchParams } = new URL(url);
  return Object.fromEntries(
    imageFields.flatMap((field) => {
      const path = searchParams.get(field);
      return path !== null && imagePath.test(path) ? [[field, path]] : [];
    }),
  );
}

/** Why an image was refused without scripts, in words. */
function refusedIn(url: string): string | null {
  const { searchParams } = new URL(url);
  const fault = z.enum(imageFaults).safeParse(searchParams.get("refused"));
  const field = z.enum(imageFields).safeParse(searchParams.get("of"));
  return fault.success ? refusalWords(fault.data, field.data ?? null) : null;
}

/** A moment in words: "Nov 23 at 3:04 pm". */
const momentOf = (at: number, place: Place) =>
  `${shortDate(at, Date.now(), place)} at ${timeOfDay(at, place)}`;

const placeOf = ({ organization: { timeZone, locale } }: Member): Place => ({ timeZone, locale });

/** What shows where the organization says nothing itself: its agency's words, or the neutral ones. */
function fallbackOf({ membership, organization: { name } }: Member, own: BrandFields | null): Brand {
  const wearer = { own, agency: membership.brand.agency };
  return membership.home === null ? brandOnMain(wearer) : brandOfHost(wearer, name);
}

/** The titles of what a version changed of the one before it. */
function changesOf(fields: Readonly<Columns>, before: Readonly<Columns> | undefined): string[] {
  if (before === undefined) return [];
  return editedFields
    .filter((field) => (fields[field] ?? null) !== (before[field] ?? null))
    .map((field) => fieldTitles[field]);
}

export async function whiteLabelPage(request: Request, context: Context) {
  const member = permitted(context, "brand.write");
  const { id } = member.organization;
  const db = context.get(database);
  // One more than is shown: what the last one changed is told by the one before it.
  const [now, versions] = await Promise.all([brandNow(db, id), versionsOf(db, id, keptVersions + 1)]);
  const values = Object.fromEntries(editedFields.map((field) => [field, shown(now.fields[field])]));
  const place = placeOf(member);
  return {
    done: doneWords(request.url, savedSentences),
    refused: refusedIn(request.url),
    version: now.version,
    values: { ...values, ...uploadedIn(request.url) },
    fallback: fallbackOf(member, null),
    // Under a name of its own nothing of the platform shows, so other words and colors stand in for what is empty.
    fallbackOfNamed: fallbackOf(member, { company_name: member.organization.name }),
    organizationName: member.organization.name,
    agency: member.membership.agency?.name ?? null,
    isClient: now.isClient,
    hasClients: !now.isClient && member.limits.clients > 0,
    history: versions.slice(0, keptVersions).map((one, at) => ({
      version: one.version,
      by: saverOf(one),
      when: momentOf(one.saved_at, place),
      changes: changesOf(one.fields, versions[at + 1]?.fields ?? (one.version === 1 ? noBrand : undefined)),
      isCurrent: one.version === now.version,
    })),
  };
}

/** The answer to a form that was not taken: what to say, and the version that a second try replaces. */
type Reply = { result: SubmissionResult<string[]> | null; refusal: string | null; version: number | null };

const refused = (reply: Partial<Reply>, status: number) =>
  data<Reply>({ result: null, refusal: null, version: null, ...reply }, status);
const done = (what: string) => redirectDocument(`/white-label?done=${what}`);

function conflictWords(member: Member, { by, at }: { by: string | null; at: number | null }): string {
  const when = at === null ? "" : ` on ${momentOf(at, placeOf(member))}`;
  return `${by ?? "Someone"} saved another version${when}. Reload to see it, or save again to replace it.`;
}

async function answerSave(member: Member, context: Context, form: FormData) {
  const cleared = form.get("clear");
  if (typeof cleared === "string") form.delete(cleared);
  const submission = parseWithZod(form, { schema: brandForm });
  if (submission.status !== "success") return refused({ result: submission.reply() }, 422);
  const version = drawnVersion.parse(form.get("version"));
  const outcome = await saveBrand(member, { version, fields: submission.value }, depsOf(context));
  if (outcome.ok) return done("saved");
  if (outcome.reason === "conflict") {
    const formErrors = [conflictWords(member, outcome)];
    return refused({ result: submission.reply({ formErrors }), version: outcome.version }, 409);
  }
  const fieldErrors = Object.fromEntries(outcome.fields.map((field) => [field, ["Upload the image again"]]));
  return refused({ result: submission.reply({ fieldErrors }) }, 422);
}

/** The page's forms, by their intent. */
export async function answerWhiteLabel(context: Context, form: FormData) {
  const member = permitted(context, "brand.write");
  const deps = depsOf(context);
  const version = drawnVersion.parse(form.get("version"));
  const intent = form.get("intent") ?? (form.has("clear") ? "save" : null);
  switch (intent) {
    case "save":
      return answerSave(member, context, form);
    case "reset": {
      const outcome = await resetBrand(member, { version }, deps);
      if (outcome.ok) return done("reset");
      return refused({ refusal: conflictWords(member, outcome), version: outcome.version }, 409);
    }
    case "restore": {
      const restored = drawnVersion.parse(form.get("restored"));
      const outcome = await restoreBrand(member, { version, restored }, deps);
      if (outcome.ok) return done("restored");
      if (outcome.reason === "gone") return refused({ refusal: "That version is no longer kept." }, 404);
      return refused({ refusal: conflictWords(member, outcome), version: outcome.version }, 409);
    }
    default:
      throw faultResponse("bad_request");
  }
}
