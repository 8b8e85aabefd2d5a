/** /mfa-setup: the data of its page, and the answers of its forms. */

import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import { z } from "zod";
import type { SignedIn } from "#app/accounts/session.server.ts";
import { person } from "#app/accounts/signed-in-only.server.ts";
import { checkPassword, codeWords, factorOf, needsFactorProof } from "#app/confirm/sudo.server.ts";
import {
  beginEnrolment,
  cancelEnrolment,
  enrolmentOf,
  enrolmentRow,
} from "#app/factors/authenticator.server.ts";
import { enrol, renewCodes, replace, turnOff } from "#app/factors/enrolment.server.ts";
import { eitherCode, factorForm } from "#app/factors/factor-forms.server.ts";
import {
  addPasskey,
  hasPasskeyHere,
  passkeyHost,
  passkeysOf,
  removePasskey,
  renamePasskey,
} from "#app/factors/passkeys.server.ts";
import { recoveryCodesLeft } from "#app/factors/recovery-codes.server.ts";
import type { SteppedUp } from "#app/factors/step-up.server.ts";
import { activeMembership } from "#app/membership/active-organization.server.ts";
import type { Context } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { oneLine } from "#app/platform/one-line.ts";

export type SetupIntent =
  | "confirm"
  | "begin"
  | "cancel"
  | "verify"
  | "turn-off"
  | "replace"
  | "codes"
  | "passkey-add"
  | "passkey-rename";
export type SetupReply = {
  intent: SetupIntent;
  result: SubmissionResult<string[]> | null;
  /** Ten recovery codes, shown only this time. */
  codes?: string[];
};

/** The name of one of the person's organizations that requires two-factor of every member. */
const requiringOf = ({ memberships }: SignedIn): string | null =>
  memberships.find(({ require_two_factor }) => require_two_factor)?.name ?? null;

/** Before a proof of identity the page shows no data. */
const hiddenFactors = { begun: null, codesLeft: 0, passkeys: [] };

/** The account's second factors, in one trip. */
async function factorsOf(context: Context, { user }: SignedIn, now: number) {
  const [[row], [codes], passkeys] = await platform(context.get(database)).batch([
    enrolmentRow(context, user.id, now),
    recoveryCodesLeft(context, user.id),
    passkeysOf(context, user.id),
  ]);
  const begun = row ? await enrolmentOf(context, user.email, row) : null;
  return { begun, codesLeft: codes?.left ?? 0, passkeys };
}

export async function setupPage(request: Request, context: Context) {
  const who = person(context);
  const shown = activeMembership(request, who);
  const locale = shown?.locale ?? "en-US";
  const timeZone = shown?.time_zone ?? "UTC";
  const host = passkeyHost(request);
  const now = Date.now();
  const isAsked = needsFactorProof(who, now);
  const { begun, codesLeft, passkeys } = isAsked ? hiddenFactors : await factorsOf(context, who, now);
  return {
    needsProof: isAsked,
    email: who.user.email,
    hasPassword: who.hasPassword,
    hasFactor: who.hasFactor,
    hasPasskey: isAsked && (await hasPasskeyHere(request, context, who.user.id)),
    enrolment: begun,
    codesLeft,
    passkeys: passkeys.map((passkey) => {
      const day = (at: number) =>
        new Intl.DateTimeFormat(locale, { timeZone, dateStyle: "medium" }).format(at);
      const { created_at, last_used_at } = passkey;
      const used = last_used_at === null ? "never used" : `last used ${day(last_used_at)}`;
      return {
        id: passkey.id,
        name: passkey.name,
        when: `For ${passkey.host}, added ${day(created_at)}, ${used}`,
      };
    }),
    host,
    requiredBy: requiringOf(who),
  };
}

const reply = (intent: SetupIntent, result: SetupReply["result"], status: number) =>
  data<SetupReply>({ intent, result }, status);
const headersOf = (cookies: string[]) => cookies.map((line): [string, string] => ["set-cookie", line]);
const redirectBack = (cookies: string[] = []) => redirect("/mfa-setup", { headers: headersOf(cookies) });

const verifyForm = factorForm.extend({ factor_id: z.string().max(64) });

const changeForm = z.object({ password: z.string().max(1024).default(""), code: eitherCode });

/** A form of the page, by its intent; the sudo window answers `confirm` itself. */
export async function answerSetup(request: Request, context: Context, form: FormData) {
  const who = person(context);
  const now = Date.now();
  // The page asks for a proof first; direct posts are checked too (R3).
  if (needsFactorProof(who, now)) return redirectBack();
  switch (form.get("intent")) {
    case "begin":
      // A new enrolment begins with a code of the current authenticator (R18).
      if (who.hasFactor) return redirectBack();
      await beginEnrolment(context, who.user.id, now);
      return redirectBack();
    case "cancel":
      await cancelEnrolment(context, who.user.id);
      return redirectBack();
    case "verify":
      return answerEnrol(request, context, who, form, now);
    case "turn-off":
      return answerChange("turn-off", request, context, who, form, now);
    case "replace":
      return answerChange("replace", request, context, who, form, now);
    case "codes": {
      if (!who.hasFactor) return redirectBack();
      const codes = await renewCodes(request, context, who, now);
      return data<SetupReply>({ intent: "codes", result: null, codes });
    }
    case "passkey-add": {
      const isKept = await addPasskey(request, context, who, form.get("credential"), now);
      return isKept ? redirectBack() : reply("passkey-add", failure("That passkey couldn't be saved."), 422);
    }
    case "passkey-rename":
    case "passkey-remove":
      return answerPasskeyForm(request, context, who, form, now);
    default:
      throw faultResponse("bad_request");
  }
}

const failure = (words: string) => ({ status: "error" as const, error: { "": [words] } });

const passkeyForm = z.object({
  intent: z.enum(["passkey-rename", "passkey-remove"]),
  passkey_id: z.string().max(2000),
  name: oneLine(60, "Give the passkey a name"),
});

async function answerPasskeyForm(
  request: Request,
  context: Context,
  who: SignedIn,
  form: FormData,
  now: number,
) {
  const submission = parseWithZod(form, { schema: passkeyForm });
  if (submission.status !== "success")
    return reply("passkey-rename", failure("Enter a name with at most 60 characters."), 422);
  const { intent, passkey_id, name } = submission.value;
  const isFound =
    intent === "passkey-remove"
      ? await removePasskey(request, context, who, passkey_id, now)
      : await renamePasskey(request, context, who, passkey_id, name);
  if (!isFound) throw faultResponse("not_found");
  return redirectBack();
}

async function answerEnrol(request: Request, context: Context, who: SignedIn, form: FormData, now: number) {
  const submission = parseWithZod(form, { schema: verifyForm });
  if (submission.status !== "success") return reply("verify", submission.reply(), 422);
  const { code, factor_id } = submission.value;
  const outcome = await enrol(request, context, who, { factorId: factor_id, code }, now);
  if (outcome.ok)
    return data<SetupReply>(
      { intent: "verify", result: null, codes: outcome.codes },
      { headers: headersOf(outcome.cookies) },
    );
  if (outcome.reason === "unknown") throw faultResponse("not_found");
  const { words, status } = codeWords(outcome);
  return reply("verify", submission.reply({ fieldErrors: { code: [words] }, hideFields: ["code"] }), status);
}

/** Turning off and replacing need the password and a code together (R18). */
async function answerChange(
  intent: "turn-off" | "replace",
  request: Request,
  context: Context,
  who: SignedIn,
  form: FormData,
  now: number,
) {
  const submission = parseWithZod(form, { schema: changeForm });
  const refuse = (field: string, words: string, status: number) =>
    reply(
      intent,
      submission.reply({ fieldErrors: { [field]: [words] }, hideFields: ["password", "code"] }),
      status,
    );
  if (submission.status !== "success") return refuse("code", "Please enter a 6-digit code", 422);
  const requiring = requiringOf(who);
  if (intent === "turn-off" && requiring !== null)
    return refuse(
      "code",
      `${requiring} requires two-factor authentication for every member, so it stays on.`,
      403,
    );
  const { password, code } = submission.value;
  if (who.hasPassword) {
    if (password === "") return refuse("password", "Please enter your password", 422);
    const checked = await checkPassword(request, context, who, password, now);
    if (!checked.ok) return refuse("password", checked.words, checked.status);
  }
  const change = intent === "turn-off" ? turnOff : replace;
  const outcome: SteppedUp = await change(request, context, who, factorOf(code), now);
  if (outcome.ok) return redirectBack(outcome.cookies);
  const { words, status } = codeWords(outcome);
  return refuse("code", words, status);
}
