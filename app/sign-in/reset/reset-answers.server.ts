/** The screens of a forgotten password: which one an address of /auth asks for, and the answers of their forms. */

import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import { afterDoing, alongPath, wayOn } from "#app/accounts/return-path.ts";
import { sendToMainHost } from "#app/branding/hosts.server.ts";
import { passEdgeLimit } from "#app/limits/rate-limits.server.ts";
import { waitWords } from "#app/limits/wait-words.ts";
import { namesAround } from "#app/passwords/new-password.server.ts";
import type { Context } from "#app/platform/context.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { forgotForm, newPasswordForm } from "#app/sign-in/account-forms.server.ts";
import {
  type AuthReply,
  echoable,
  hidden,
  mistyped,
  onward,
  refused,
} from "#app/sign-in/auth-answers.server.ts";
import { invitationOf } from "#app/sign-in/invitation/invitation-link.server.ts";
import { alongWithKept, keepingInvitation } from "#app/sign-in/invitation/pending-invitation.server.ts";
import { sendResetLink } from "./reset-link.server.ts";
import { ownerOfLink, resetPassword } from "./reset-password.server.ts";

export type ResetStep =
  | { mode: "forgot" }
  /** `token`: for the form's hidden field; it came in the visitor's own address. */
  | { mode: "reset"; email: string; token: string }
  | { mode: "no-reset" };

/**
 * The step that `mode` asks for, whether or not the visitor is signed in; null for other steps.
 * @throws a redirect to the main host when the link's account opens more than what lives on this one
 */
export async function resetStep(request: Request, context: Context): Promise<ResetStep | null> {
  const { searchParams } = new URL(request.url);
  const mode = searchParams.get("mode");
  if (mode === "forgot") return { mode };
  if (mode !== "reset") return null;
  const token = searchParams.get("reset") ?? "";
  await passEdgeLimit(request, context);
  const owner = await ownerOfLink(request, context, token, Date.now());
  if (owner && !owner.isSettled) sendToMainHost(request, context, new URL(request.url));
  return owner ? { mode, email: owner.email, token } : { mode: "no-reset" };
}

export async function answerForgot(request: Request, context: Context, form: FormData) {
  const submission = parseWithZod(echoable(form), { schema: forgotForm });
  if (submission.status !== "success")
    return mistyped("forgot", submission.reply({ hideFields: hidden(form) }));
  const { email } = submission.value;
  const outcome = await sendResetLink(request, context, email, Date.now());
  if (outcome.ok) return data<AuthReply>({ intent: "forgot", result: {}, sentTo: email });
  const result = submission.reply({ formErrors: [waitWords(outcome.retryAfter)], hideFields: hidden(form) });
  return refused("forgot", result, 429, outcome.retryAfter);
}

/** The link was used, perhaps a moment ago, or has expired: the screen says so and offers another. */
const linkOver = () => data<AuthReply>({ intent: "reset", result: {}, isOver: true }, 422);

export async function answerReset(request: Request, context: Context, form: FormData) {
  await passEdgeLimit(request, context);
  const now = Date.now();
  const token = form.get("reset");
  const owner = typeof token === "string" ? await ownerOfLink(request, context, token, now) : null;
  if (!owner) return linkOver();
  if (!owner.isSettled) throw faultResponse("forbidden");
  const schema = newPasswordForm(namesAround(context, owner.email, owner.organizations));
  const submission = parseWithZod(echoable(form), { schema });
  const hideFields = [...hidden(form), "reset"];
  if (submission.status !== "success") return mistyped("reset", submission.reply({ hideFields }));
  const invitation = await invitationOf(request, context, owner.email, now);
  const { password } = submission.value;
  const outcome = await resetPassword(request, context, owner, password, now, invitation !== null);
  if (outcome.ok) {
    const along = afterDoing("new-password", await alongWithKept(request, context, owner.id, now));
    const kept = invitation ? [await keepingInvitation(request, context, owner.id, invitation, now)] : [];
    if (invitation) along.set("invitation", invitation.id);
    return onward(outcome.step === "in" ? wayOn(along) : alongPath("/auth", along), [
      ...outcome.cookies,
      ...kept,
    ]);
  }
  if (outcome.reason === "over") return linkOver();
  const result = submission.reply({ formErrors: [waitWords(outcome.retryAfter)], hideFields });
  return refused("reset", result, 429, outcome.retryAfter);
}
