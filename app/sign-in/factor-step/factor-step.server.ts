/** The two-factor step of signing in: the data of its page, and the answers of its forms. */

import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { and, eq } from "drizzle-orm";
import { wayOn } from "#app/accounts/return-path.ts";
import { type SignedIn, visitor } from "#app/accounts/session.server.ts";
import { startAt } from "#app/accounts/start.server.ts";
import { trialOr } from "#app/billing/checkout/trial-intent.server.ts";
import { verifiedFactor } from "#app/factors/authenticator.server.ts";
import { factorForm, recoveryForm } from "#app/factors/factor-forms.server.ts";
import { type Factor, stepUp } from "#app/factors/step-up.server.ts";
import { joinAfterSignIn } from "#app/google/google-join.server.ts";
import { waitWords } from "#app/limits/wait-words.ts";
import type { Context } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { mistyped, onward, refused } from "#app/sign-in/auth-answers.server.ts";
import { alongWithKept } from "#app/sign-in/invitation/pending-invitation.server.ts";
import { passkeys } from "#drizzle/control/schema.ts";

export type FactorStep = {
  factorId: string;
  /** Whether the account has a passkey for this host, which can replace the code. */
  hasPasskey: boolean;
};

/** The two-factor step's data for a half session. */
export async function factorStep(request: Request, context: Context, who: SignedIn): Promise<FactorStep> {
  const [factor, passkey] = await Promise.all([
    verifiedFactor(context, who.user.id),
    platform(context.get(database))
      .select({ id: passkeys.id })
      .from(passkeys)
      .where(and(eq(passkeys.user_id, who.user.id), eq(passkeys.rp_id, new URL(request.url).hostname)))
      .limit(1)
      .get(),
  ]);
  return { factorId: factor?.id ?? "", hasPasskey: passkey !== undefined };
}

/** The step's error message (docs/product.md, "Error texts"). */
const failed = (words: string) => `MFA Challenge Failed: ${words}`;
const overWords = "Authentication code expired: Please sign in again.";

export async function answerFactor(request: Request, context: Context, form: FormData) {
  const submission = parseWithZod(form, { schema: factorForm });
  if (submission.status !== "success") return mistyped("factor", submission.reply());
  const { code, factor_id } = submission.value;
  return answerWith(request, context, "factor", { how: "totp", code, factorId: factor_id ?? null }, (words) =>
    submission.reply({ formErrors: [words], hideFields: ["code"] }),
  );
}

export async function answerRecoveryCode(request: Request, context: Context, form: FormData) {
  const submission = parseWithZod(form, { schema: recoveryForm });
  if (submission.status !== "success") return mistyped("recovery-code", submission.reply());
  const factor: Factor = { how: "recovery_code", code: submission.value.recovery_code };
  return answerWith(request, context, "recovery-code", factor, (words) =>
    submission.reply({ formErrors: [words], hideFields: ["recovery_code"] }),
  );
}

/** The answer to any factor at this step: the redirect, or why not. */
export async function answerWith(
  request: Request,
  context: Context,
  intent: "factor" | "recovery-code" | "passkey",
  factor: Factor,
  say: (words: string) => SubmissionResult<string[]>,
) {
  const who = await visitor(request, context);
  if (who.kind === "anonymous") return stepOver();
  const way = wayOn(await alongWithKept(request, context, who.user.id, Date.now()));
  const path = await trialOr(request, context, way, Date.now());
  if (who.kind === "full") return onward(path, []);
  if (who.kind !== "factor") return stepOver();
  const outcome = await stepUp(request, context, who, factor, Date.now());
  if (outcome.ok) {
    const begun = { userId: who.user.id, sessionId: outcome.sessionId };
    const joined = await joinAfterSignIn(request, context, begun, Date.now());
    return onward(await startAt(request, context, who.user.id, path), [...outcome.cookies, ...joined]);
  }
  switch (outcome.reason) {
    case "unknown":
      throw faultResponse("not_found");
    case "over":
      return stepOver();
    case "locked":
      return refused(intent, say(failed(waitWords(outcome.retryAfter))), 429, outcome.retryAfter);
    case "wrong":
      return refused(intent, say(failed("That code is wrong or has already been used.")), 422);
  }
}

/** The half session is over or has used its tries: the screen returns to its first form. */
const stepOver = () => refused("sign-in", { status: "error", error: { "": [overWords] } }, 401);
