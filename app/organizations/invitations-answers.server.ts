/** The answers of the invitation forms on /users: invite, resend, revoke. */

import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import { waitWords } from "#app/limits/wait-words.ts";
import type { Deps } from "#app/membership/actor.server.ts";
import type { Actor } from "#app/membership/actor.ts";
import { inviteMember, resendInvitation, revokeInvitation } from "./invitations.server.ts";

const onItsWay = (email: string, isSent: boolean): string =>
  isSent
    ? `An invitation is on its way to ${email}.`
    : `The invitation for ${email} is saved. We'll email it as soon as our mail service responds.`;

const words = {
  refused: "Your role doesn't allow that. Nothing was changed.",
  unproven: "To invite an owner, confirm it's you below and try again.",
  unknown: "That invitation is no longer pending. Nothing was changed.",
} as const;

/** The refusal of an outcome, in words; null when it was done. */
const refusal = (sentence: string, status: number, retryAfter?: number) =>
  data(
    { errors: [sentence] },
    { status, headers: retryAfter === undefined ? {} : { "retry-after": String(retryAfter) } },
  );

/** Intent `invite`: an address and its role. */
async function answerInvite(actor: Actor, form: FormData, deps: Deps) {
  const submission = parseWithZod(form, { schema: inviteMember.input });
  if (submission.status !== "success") return data({ invite: submission.reply() }, 422);
  const outcome = await inviteMember(actor, submission.value, deps);
  if (outcome.ok)
    return data({
      invite: submission.reply({ resetForm: true }),
      said: onItsWay(outcome.email, outcome.isSent),
    });
  switch (outcome.reason) {
    case "unproven":
      return data({ invite: submission.reply({ fieldErrors: { role: [words.unproven] } }) }, 403);
    case "member":
      return data({ invite: submission.reply({ fieldErrors: { email: ["Already a member"] } }) }, 422);
    case "too_many": {
      const invite = submission.reply({ formErrors: [waitWords(outcome.retryAfter)] });
      return data({ invite }, { status: 429, headers: { "retry-after": String(outcome.retryAfter) } });
    }
    default:
      return data({ invite: submission.reply({ fieldErrors: { role: [words.refused] } }) }, 422);
  }
}

/** Any form about invitations, by its intent; null for other forms. */
export async function answerInvitations(actor: Actor, form: FormData, deps: Deps) {
  if (form.get("intent") === "invite") return answerInvite(actor, form, deps);
  const parsed = resendInvitation.input.safeParse(Object.fromEntries(form));
  if (!parsed.success) return refusal(words.unknown, 422);
  if (form.get("intent") === "revoke") {
    const outcome = await revokeInvitation(actor, parsed.data, deps);
    if (outcome.ok) return data({ said: "Invitation revoked. The link no longer works." });
    return refusal(words[outcome.reason], outcome.reason === "unknown" ? 404 : 403);
  }
  const outcome = await resendInvitation(actor, parsed.data, deps);
  if (outcome.ok)
    return data({ said: `${onItsWay(outcome.email, outcome.isSent)} The previous link no longer works.` });
  if (outcome.reason === "too_many") return refusal(waitWords(outcome.retryAfter), 429, outcome.retryAfter);
  if (outcome.reason === "refused" || outcome.reason === "unproven")
    return refusal(words[outcome.reason], 403);
  return refusal(words.unknown, 404);
}

/** The intents that `answerInvitations` takes. */
export const isAboutInvitations = (intent: unknown): boolean =>
  intent === "invite" || intent === "resend" || intent === "revoke";
