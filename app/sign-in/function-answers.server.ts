/** The verification step for programs: two functions (docs/product.md, "Functions") with the rules of its form. */
import { z } from "zod";
import { auditRow } from "#app/accounts/audit.server.ts";
import { type SignedIn, visitor } from "#app/accounts/session.server.ts";
import { shownId } from "#app/accounts/shown-id.server.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import { waitWords } from "#app/limits/wait-words.ts";
import { deliveryFailed } from "#app/mail/mail-state.ts";
import { malformed, readJson } from "#app/platform/body.server.ts";
import { type Context, cloudflare } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { folded } from "#app/platform/email-address.ts";
import { resendCode, verifyEmail } from "#app/sign-in/verification/verification.server.ts";
import { auditEvents } from "#drizzle/control/schema.ts";
import { codeForm } from "./account-forms.server.ts";
import { noPlaceWords } from "./agency-newcomers.server.ts";

const verifyBody = z.object({ code: z.string().max(64), userId: z.string().max(64) });
const sendBody = z.object({
  userId: z.string().max(64),
  email: z.string().max(254),
  isTrial: z.boolean().optional(),
});

const answer = (error: string | null, status: number, headers: [string, string][] = []) =>
  Response.json({ error }, { status, headers });
const tooMany = (retryAfter: number, words: string) =>
  answer(words, 429, [["retry-after", String(retryAfter)]]);

/** The caller's own session, if the body names its user; a request for another user is audited (R11, R16). */
async function caller(request: Request, context: Context, userId: string): Promise<SignedIn | Response> {
  const who = await visitor(request, context);
  if (who.kind !== "pending" && who.kind !== "full")
    return answer("Session expired: Please sign up again.", 401);
  if (userId === (await shownId(context.get(cloudflare).env, who))) return who;
  const event = { action: "email.code_asked_for_another", actor_id: who.user.id, target: userId };
  await platform(context.get(database))
    .insert(auditEvents)
    .values(await auditRow(request, context, event));
  return answer("You can't do that here.", 403);
}

/** `verify-email-code {code, userId}` answers `{error}`: null when the address is proven, with the session's cookie. */
export async function answerVerifyEmailCode(request: Request, context: Context): Promise<Response> {
  const body = verifyBody.safeParse(await readJson(request));
  if (!body.success) return malformed(body.error);
  const code = codeForm.safeParse(body.data);
  if (!code.success) return answer("Please enter the 6-digit code from your email.", 422);
  const who = await caller(request, context, body.data.userId);
  if (who instanceof Response) return who;
  if (who.kind === "full") return answer(null, 200);
  const outcome = await verifyEmail(request, context, who, code.data.code);
  if (outcome.ok && outcome.step === "outside") return answer("You don't have access here.", 403);
  if (outcome.ok)
    return answer(
      null,
      200,
      outcome.cookies.map((line) => ["set-cookie", line]),
    );
  if (outcome.reason === "no_place")
    return answer(noPlaceWords(outcome.place.brand ?? brandOf(context), outcome.place.is), 403);
  return outcome.reason === "wrong"
    ? answer("Invalid code: The code you entered is incorrect or expired.", 422)
    : tooMany(outcome.retryAfter, `Verification failed: ${waitWords(outcome.retryAfter)}`);
}

/**
 * `send-verification-email {userId, email, isTrial}` answers `{error}` too; the code goes only to the session's
 * address, and with `isTrial` its mail mentions the trial.
 */
export async function answerSendVerificationEmail(request: Request, context: Context): Promise<Response> {
  const body = sendBody.safeParse(await readJson(request));
  if (!body.success) return malformed(body.error);
  const who = await caller(request, context, body.data.userId);
  if (who instanceof Response) return who;
  if (who.kind === "full") return answer(null, 200);
  if (folded(body.data.email) !== folded(who.user.email)) return answer("Invalid email address", 422);
  const outcome = await resendCode(request, context, who, body.data.isTrial);
  if (outcome.ok) return outcome.sent !== null ? answer(null, 200) : answer(deliveryFailed, 502);
  return tooMany(outcome.retryAfter, "Failed to resend code: Please try again in a moment.");
}
