/** The form that requests another address, and the words of a pending change. */

import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import type { SignedIn } from "#app/accounts/session.server.ts";
import { waitWords } from "#app/limits/wait-words.ts";
import type { Context } from "#app/platform/context.ts";
import { folded } from "#app/platform/email-address.ts";
import { forgotForm } from "#app/sign-in/account-forms.server.ts";
import { askEmailChange, type changeUnderWay } from "./ask-email-change.server.ts";

type Halves = Awaited<ReturnType<typeof changeUnderWay>>;

/** The remaining step; the page never reveals whether the new address has an account. */
export function changeWords(halves: Halves): { next: string; waitsFor: string } | null {
  const next = halves[0]?.email;
  if (!next) return null;
  const isUsed = (purpose: string) =>
    halves.some((half) => half.purpose === purpose && half.used_at !== null);
  const [old, other] = [isUsed("change_email_old"), isUsed("change_email_new")];
  if (old && other) return null;
  const waitsFor = old
    ? "open the link we emailed to the new address"
    : other
      ? "open the link we emailed to your current address"
      : "open the links we emailed to both addresses";
  return { next, waitsFor };
}

/** The caller has checked the person's identity (R3). `now`: ms UTC */
export async function answerEmail(
  request: Request,
  context: Context,
  who: SignedIn,
  form: FormData,
  now: number,
) {
  const submission = parseWithZod(form, { schema: forgotForm });
  const refuse = (reply: ReturnType<typeof submission.reply>, status: number) =>
    data({ intent: "email" as const, result: reply }, status);
  if (submission.status !== "success") return refuse(submission.reply(), 422);
  const { email } = submission.value;
  if (folded(email) === folded(who.user.email))
    return refuse(submission.reply({ fieldErrors: { email: ["That's already your email address"] } }), 422);
  const asked = await askEmailChange(request, context, who, email, now);
  if (!asked.ok) return refuse(submission.reply({ formErrors: [waitWords(asked.retryAfter)] }), 429);
  return redirect("/security?done=email");
}
