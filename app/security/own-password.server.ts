/** The form that changes a password, or sets the first one of an account that came by Google. */

import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import { z } from "zod";
import type { SignedIn } from "#app/accounts/session.server.ts";
import { checkPassword, needsProof } from "#app/confirm/sudo.server.ts";
import { changePassword, namesAround } from "#app/passwords/new-password.server.ts";
import { longestPassword, passwordWords } from "#app/passwords/password-rules.ts";
import type { Context } from "#app/platform/context.ts";
import { newPasswordForm } from "#app/sign-in/account-forms.server.ts";

const currentForm = z.object({
  current_password: z
    .string({ error: "Please enter your password" })
    .min(1, { error: "Please enter your password" })
    .max(longestPassword, { error: passwordWords.long }),
});

/** Nothing that was typed is sent back to the browser. */
const hideFields = ["current_password", "password", "confirm_password"];

/**
 * The current password is the proof of identity (R3), and is checked after the rules of the new one, because each
 * check costs a hash. A person without a password proves their identity by Google or a code first.
 * @param now ms UTC
 */
export async function answerPassword(
  request: Request,
  context: Context,
  who: SignedIn,
  form: FormData,
  now: number,
) {
  if (!who.hasPassword && needsProof(who, now)) return redirect("/security");
  const names = who.memberships.map(({ name }) => name);
  const chosen = newPasswordForm(namesAround(context, who.user.email, names));
  const schema = z.intersection(chosen, who.hasPassword ? currentForm : currentForm.partial());
  const submission = parseWithZod(form, { schema });
  const refuse = (reply: ReturnType<typeof submission.reply>, status: number) =>
    data({ intent: "password" as const, result: reply }, status);
  if (submission.status !== "success") return refuse(submission.reply({ hideFields }), 422);
  const { password, current_password = "" } = submission.value;
  if (who.hasPassword) {
    const checked = await checkPassword(request, context, who, current_password, now);
    if (!checked.ok)
      return refuse(
        submission.reply({ fieldErrors: { current_password: [checked.words] }, hideFields }),
        checked.status,
      );
    if (password === current_password)
      return refuse(
        submission.reply({ fieldErrors: { password: ["That's already your password"] }, hideFields }),
        422,
      );
  }
  const changed = await changePassword(request, context, who, password, now);
  if (!changed.ok) return redirect("/security");
  const headers = changed.cookies.map((line): [string, string] => ["set-cookie", line]);
  return redirect("/security?done=password", { headers });
}
