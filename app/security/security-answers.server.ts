/** The answers of the forms of /security. */

import type { SubmissionResult } from "@conform-to/react";
import { data, redirect } from "react-router";
import { z } from "zod";
import { person } from "#app/accounts/signed-in-only.server.ts";
import { answerConfirmation, needsProof } from "#app/confirm/sudo.server.ts";
import type { Context } from "#app/platform/context.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { cancelEmailChange } from "./ask-email-change.server.ts";
import { answerDelete } from "./own-account.server.ts";
import { answerEmail } from "./own-email.server.ts";
import { connectGoogle, disconnectGoogle } from "./own-google.server.ts";
import { answerPassword } from "./own-password.server.ts";
import { endOtherSessions, endSession } from "./own-sessions.server.ts";

/** What stays on the page when a form was refused. */
export type SecurityReply = {
  intent: "confirm" | "password" | "email" | "google" | "delete";
  result: SubmissionResult<string[]> | null;
  errors?: string[];
};

const sessionForm = z.object({ session: z.string().min(1).max(64) });

const redirectBack = (done?: string) => redirect(done === undefined ? "/security" : `/security?done=${done}`);

/** A form of /security, by its intent. */
export async function answerSecurity(request: Request, context: Context, form: FormData) {
  const who = person(context);
  const now = Date.now();
  switch (form.get("intent")) {
    // The page asks for a fresh proof first; direct posts are checked too.
    case "session-end": {
      const parsed = sessionForm.safeParse(Object.fromEntries(form));
      if (!parsed.success) throw faultResponse("bad_request");
      if (needsProof(who, now)) return redirectBack();
      await endSession(request, context, who, parsed.data.session);
      return redirectBack();
    }
    case "sessions-end":
      if (needsProof(who, now)) return redirectBack();
      await endOtherSessions(request, context, who);
      return redirectBack();
    case "confirm":
      return answerConfirmation(request, context, form);
    case "password":
      return answerPassword(request, context, who, form, now);
    case "email":
      return needsProof(who, now) ? redirectBack() : answerEmail(request, context, who, form, now);
    case "email-cancel":
      await cancelEmailChange(request, context, who);
      return redirectBack();
    case "google-connect":
      return needsProof(who, now) ? redirectBack() : connectGoogle(request, context, who, now);
    case "google-disconnect": {
      if (needsProof(who, now)) return redirectBack();
      if (!who.hasPassword) return refusedGoogle("Google is your only way to sign in. Set a password first.");
      const isGone = await disconnectGoogle(request, context, who, now);
      return redirectBack(isGone ? "google-disconnect" : undefined);
    }
    case "delete":
      return answerDelete(request, context, who, form, now);
    default:
      throw faultResponse("bad_request");
  }
}

const refusedGoogle = (words: string) =>
  data<SecurityReply>({ intent: "google", result: null, errors: [words] }, 422);
