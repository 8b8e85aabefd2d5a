/** The answers of the invitation forms on /users: invite, resend, revoke. */

import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import { z } from "zod";
import { needsProof } from "#app/confirm/sudo.server.ts";
import { waitWords } from "#app/limits/wait-words.ts";
import { permitted } from "#app/membership/membership.server.ts";
import { roles } from "#app/membership/permissions.ts";
import type { Context } from "#app/platform/context.ts";
import { inviteMember, resendInvitation, revokeInvitation } from "./invitations.server.ts";
import { signedIn } from "./own-organizations.server.ts";

const inviteForm = z.object({
  email: z.email({ error: "Invalid email address" }).max(254, { error: "Invalid email address" }),
  role: z.enum(roles, { error: "Choose a role from the list" }),
});
const pendingForm = z.object({ invitation: z.string().min(1).max(64) });

const onItsWay = (email: string, isSent: boolean): string =>
  isSent
    ? `An invitation is on its way to ${email}.`
    : `The invitation of ${email} stands, and its mail waits: it is sent as soon as the mail service answers.`;

const words = {
  refused: "Your role does not reach so far. Nothing was changed.",
  unproven: "To invite an owner, confirm below that it is you, and do it again.",
  unknown: "That invitation does not wait any more. Nothing was changed.",
} as const;

/** The refusal of an outcome, in words; null when it was done. */
const refusal = (sentence: string, status: number, retryAfter?: number) =>
  data(
    { errors: [sentence] },
    { status, headers: retryAfter === undefined ? {} : { "retry-after": String(retryAfter) } },
  );

/** Intent `invite`: an address and its role. */
async function answerInvite(request: Request, context: Context, form: FormData) {
  const member = permitted(context, "members.write");
  const submission = parseWithZod(form, { schema: inviteForm });
  if (submission.status !== "success") return data({ invite: submission.reply() }, 422);
  if (submission.value.role === "owner" && needsProof(await signedIn(request, context), Date.now()))
    return data({ invite: submission.reply({ fieldErrors: { role: [words.unproven] } }) }, 403);
  const outcome = await inviteMember(request, context, member, submission.value);
  if (outcome.ok)
    return data({
      invite: submission.reply({ resetForm: true }),
      said: onItsWay(outcome.email, outcome.isSent),
    });
  switch (outcome.reason) {
    case "member":
      return data(
        { invite: submission.reply({ fieldErrors: { email: ["They belong here already"] } }) },
        422,
      );
    case "too_many": {
      const invite = submission.reply({ formErrors: [waitWords(outcome.retryAfter)] });
      return data({ invite }, { status: 429, headers: { "retry-after": String(outcome.retryAfter) } });
    }
    default:
      return data({ invite: submission.reply({ fieldErrors: { role: [words.refused] } }) }, 422);
  }
}

/** Any form about invitations, by its intent; null for other forms. */
export async function answerInvitations(request: Request, context: Context, form: FormData) {
  if (form.get("intent") === "invite") return answerInvite(request, context, form);
  const member = permitted(context, "members.write");
  const parsed = pendingForm.safeParse(Object.fromEntries(form));
  if (!parsed.success) return refusal(words.unknown, 422);
  const { invitation } = parsed.data;
  if (form.get("intent") === "revoke") {
    const outcome = await revokeInvitation(request, context, member, invitation);
    if (outcome.ok) return data({ said: "The invitation was taken back. Its link is dead." });
    return refusal(words[outcome.reason], outcome.reason === "unknown" ? 404 : 403);
  }
  const isProven = !needsProof(await signedIn(request, context), Date.now());
  const outcome = await resendInvitation(request, context, member, invitation, isProven);
  if (outcome.ok)
    return data({ said: `${onItsWay(outcome.email, outcome.isSent)} The link before is dead.` });
  if (outcome.reason === "too_many") return refusal(waitWords(outcome.retryAfter), 429, outcome.retryAfter);
  if (outcome.reason === "refused" || outcome.reason === "unproven")
    return refusal(words[outcome.reason], 403);
  return refusal(words.unknown, 404);
}

/** The intents that `answerInvitations` takes. */
export const isAboutInvitations = (intent: unknown): boolean =>
  intent === "invite" || intent === "resend" || intent === "revoke";
