/** /settings/data: exports and erasures of an organization, and the answers of its forms. */
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import { z } from "zod";
import { type SignedIn, visitor } from "#app/accounts/session.server.ts";
import { answerRecording } from "#app/calls/recordings/recording-form.server.ts";
import { answerConfirmation, needsProof } from "#app/confirm/sudo.server.ts";
import { hasPasskeyHere } from "#app/factors/passkeys.server.ts";
import { type Limit, spend } from "#app/limits/rate-limits.server.ts";
import { waitWords } from "#app/limits/wait-words.ts";
import { depsOf } from "#app/membership/actor.server.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import type { Context } from "#app/platform/context.ts";
import { tenant } from "#app/platform/d1.server.ts";
import { doneWords } from "#app/platform/done-words.ts";
import { hour_ms } from "#app/platform/durations.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { exactTime } from "#app/platform/format.ts";
import { oneLine } from "#app/platform/one-line.ts";
import { phoneNumberFrom } from "#app/platform/phone-number.ts";
import { erasePerson, exportData } from "./data-verbs.server.ts";
import { exportsShown, foundWords } from "./data-words.ts";
import { erasuresOf } from "./erasures.server.ts";
import { exportsOf } from "./exports.server.ts";
import { person as personShape, type SoughtPerson } from "./person.schema.ts";

const doneSentences = {
  export: "Export started. You can leave this page; we'll email you when it's ready.",
  running: "An export is already in progress.",
  erased: "Erased. The receipt is below.",
  recording: "Saved. It counts from the next call.",
  erasing: "Erasing has started. The receipt appears below when it's complete.",
};

/** An export reads everything that the organization has. */
const exportLimit = (id: string): Limit => ({ key: `data-export:${id}`, most: 5, within_ms: 24 * hour_ms });

async function signedIn(request: Request, context: Context): Promise<SignedIn> {
  const who = await visitor(request, context);
  if (who.kind !== "full") throw redirect("/auth");
  return who;
}

export async function dataPage(request: Request, context: Context) {
  const member = permitted(context, "organization.write");
  const { id, name, timeZone, locale } = member.organization;
  const place = { timeZone, locale };
  const { db } = depsOf(context);
  const now = Date.now();
  const who = await signedIn(request, context);
  const isAsked = needsProof(who, now);
  const [exports, erasures] = await tenant(db, id).batch([
    exportsOf(db, id, "everything"),
    erasuresOf(db, id),
  ]);
  const recording = await member.store.recordings.chosen();
  return {
    recording,
    asked: (new URL(request.url).searchParams.get("who") ?? "").slice(0, 254),
    done: doneWords(request.url, doneSentences),
    organization: name,
    needsProof: isAsked,
    person: {
      email: who.user.email,
      hasPassword: who.hasPassword,
      hasFactor: who.hasFactor,
      hasPasskey: isAsked && (await hasPasskeyHere(request, context, who.user.id)),
    },
    exports: exportsShown(exports, now, place),
    erasures: erasures.map((row) => ({
      id: row.id,
      state: row.state,
      receipt: row.receipt_id,
      when: exactTime(row.finished_at ?? row.created_at, place),
    })),
  };
}

/** A typed number or address as a person. */
const soughtForm = (country: string) =>
  z.object({
    who: oneLine(254, "Enter a phone number or email address").transform((typed, context): SoughtPerson => {
      const address = z.email().safeParse(typed);
      const sought = address.success
        ? { phone_number: null, email: address.data.toLowerCase() }
        : { phone_number: phoneNumberFrom(typed, country), email: null };
      if (personShape.safeParse(sought).success) return sought;
      context.addIssue({ code: "custom", message: "Enter a full phone number or an email address" });
      return z.NEVER;
    }),
  });

export async function answerData(request: Request, context: Context) {
  const member = permitted(context, "organization.write");
  const deps = depsOf(context);
  const form = await readForm(request, context);
  switch (form.get("intent")) {
    case "confirm":
      return answerConfirmation(request, context, form);
    case "export": {
      const spent = await spend(deps.db, [exportLimit(member.organization.id)], Date.now());
      if (!spent.ok) return data({ intent: "export" as const, error: waitWords(spent.retryAfter) }, 429);
      const outcome = await exportData(member, {}, deps);
      if (outcome.ok) return redirect("/settings/data?done=export");
      return redirect(outcome.reason === "unproven" ? "/settings/data" : "/settings/data?done=running");
    }
    case "recording": {
      const error = await answerRecording(member, form);
      if (error === null) return redirect("/settings/data?done=recording#recording");
      return data({ intent: "recording" as const, error }, 422);
    }
    case "find":
    case "erase":
      return answerErase(request, context, form);
    default:
      throw faultResponse("bad_request");
  }
}

async function answerErase(request: Request, context: Context, form: FormData) {
  const member = permitted(context, "organization.write");
  const { locale, country } = member.organization;
  const submission = parseWithZod(form, { schema: soughtForm(country) });
  if (needsProof(await signedIn(request, context), Date.now())) return redirect("/settings/data");
  if (submission.status !== "success")
    return data({ intent: "erase" as const, result: submission.reply(), found: null }, 422);
  const sought = submission.value.who;
  const isLooking = form.get("intent") === "find";
  const refused = (words: string, status: number) => {
    const result = submission.reply({ fieldErrors: { who: [words] } });
    return data({ intent: "erase" as const, result, found: null }, status);
  };
  if (isLooking) {
    const found = await member.store.persons.find(sought);
    if (found.isOnCall) return refused(onCall, 409);
    const who = String(form.get("who"));
    return data({
      intent: "erase" as const,
      result: null,
      found: { who, words: foundWords(found, locale), targets: found.targets },
    });
  }
  const outcome = await erasePerson(member, sought, depsOf(context));
  if (outcome.ok) return redirect("/settings/data?done=erased#erasures");
  if (outcome.reason === "on_call") return refused(onCall, 409);
  return redirect("/settings/data");
}

const onCall = "An agent is on a call with this person right now. Try again when it has ended.";
