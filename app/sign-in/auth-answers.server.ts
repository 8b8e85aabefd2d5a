/** The answer of each form of the sign-in screen: parse it, apply the rule, put the outcome into words (docs/product.md, "Error texts"). */

import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, redirect } from "react-router";
import { alongPath, wayOn } from "#app/accounts/return-path.ts";
import { visitor } from "#app/accounts/session.server.ts";
import { startOr } from "#app/accounts/start.server.ts";
import { trialOr } from "#app/billing/checkout/trial-intent.server.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import { joinAfterSignIn } from "#app/google/google-join.server.ts";
import { spanWords, waitWords } from "#app/limits/wait-words.ts";
import { namesAround } from "#app/passwords/new-password.server.ts";
import type { Context } from "#app/platform/context.ts";
import { alongWithKept } from "#app/sign-in/invitation/pending-invitation.server.ts";
import { resendCode, resendMail, verifyEmail } from "#app/sign-in/verification/verification.server.ts";
import { codeForm, signInForm, signUpForm } from "./account-forms.server.ts";
import { isByInvitation, noPlaceWords } from "./agency-newcomers.server.ts";
import { type Outside, outsideHere } from "./go-on.server.ts";
import { domainsThatJoin, joinsHere } from "./joining.server.ts";
import { listed } from "./joining-words.ts";
import { signIn } from "./sign-in.server.ts";
import { signUp } from "./sign-up.server.ts";

export type Intent =
  | "sign-in"
  | "sign-up"
  | "verify"
  | "resend"
  | "factor"
  | "recovery-code"
  | "passkey"
  | "invited-sign-in"
  | "invited-sign-up"
  | "accept"
  | "forgot"
  | "reset";
export type AuthReply = {
  intent: Intent;
  result: SubmissionResult<string[]>;
  /** Also shown as a toast. */
  toast?: string;
  /** A mail is on its way: a new code, or the mail that failed before. */
  sent?: "another" | "same";
  /** `forgot`: a mail is on its way to this address; the same answer for every address. */
  sentTo?: string;
  /** `reset`: the link was used or has expired. */
  isOver?: true;
  /** The credentials are right, but the account has no access here. */
  outside?: Outside;
};

const secrets = ["password", "confirm_password"] as const;
const isSecret = (name: string): boolean => secrets.some((secret) => secret === name);
/** Longer than any field of these forms; the rest is not echoed. */
const longestEcho = 320;

/** A form for parsing and echoing: texts that are too long for their field are cut, but stay too long for it. */
export function echoable(form: FormData): FormData {
  const own = new FormData();
  for (const [name, value] of form)
    if (typeof value === "string") own.append(name, isSecret(name) ? value : value.slice(0, longestEcho));
    else own.append(name, value);
  return own;
}

export const hidden = (form: FormData): string[] => [
  ...secrets,
  ...[...form].flatMap(([name, value]) => (typeof value === "string" ? [] : [name])),
];
export const mistyped = (intent: Intent, result: SubmissionResult<string[]>, toast?: string) =>
  data<AuthReply>({ intent, result, ...(toast && { toast }) }, 422);
export const refused = (
  intent: Intent,
  result: SubmissionResult<string[]>,
  status: number,
  retryAfter?: number,
) =>
  data<AuthReply>(
    { intent, result },
    { status, headers: retryAfter === undefined ? {} : { "retry-after": String(retryAfter) } },
  );

/** The credentials are right, but nothing that the account opens lives on this host: no session begins. */
export const outside = (context: Context, intent: Intent) =>
  data<AuthReply>({ intent, result: {}, outside: outsideHere(context) }, 403);

/** Continues to the page that the person came for; cookies as `Set-Cookie`. */
export function onward(path: string, cookies: string[]): Response {
  return redirect(path, { headers: cookies.map((line): [string, string] => ["set-cookie", line]) });
}

/** A page of this flow that keeps the return path. */
const withReturnPath = (page: string, request: Request): string =>
  alongPath(page, new URL(request.url).searchParams);

export async function answerSignIn(request: Request, context: Context, form: FormData) {
  const submission = parseWithZod(echoable(form), { schema: signInForm });
  if (submission.status !== "success")
    return mistyped("sign-in", submission.reply({ hideFields: hidden(form) }));
  const outcome = await signIn(request, context, submission.value);
  if (!outcome.ok && outcome.reason === "outside") return outside(context, "sign-in");
  if (outcome.ok && outcome.step === "in") {
    const joined = await joinAfterSignIn(request, context, outcome, Date.now());
    const way = wayOn(new URL(request.url).searchParams);
    const path = await trialOr(request, context, way, Date.now());
    return onward(startOr(path, outcome.isOnPlatform), [...outcome.cookies, ...joined]);
  }
  if (outcome.ok) return onward(withReturnPath("/auth", request), outcome.cookies);
  const say = (words: string) =>
    submission.reply({ formErrors: [`Sign in failed: ${words}`], hideFields: hidden(form) });
  return outcome.reason === "wrong"
    ? refused("sign-in", say("Invalid email or password"), 401)
    : refused("sign-in", say(waitWords(outcome.retryAfter)), 429, outcome.retryAfter);
}

export async function answerSignUp(request: Request, context: Context, form: FormData) {
  const email = form.get("email");
  const joins = typeof email === "string" && (await joinsHere(request, context, email));
  // The screen says that accounts are by invitation, or of which domains an address must be.
  if (isByInvitation(request, context) && !joins) {
    const domains = await domainsThatJoin(request, context);
    if (domains.length === 0) return refused("sign-up", {}, 403);
    const submission = parseWithZod(echoable(form), { schema: signUpForm([]) });
    const fieldErrors = { email: [`Use an address of ${listed(domains)}, or ask for an invitation`] };
    return refused("sign-up", submission.reply({ fieldErrors, hideFields: hidden(form) }), 403);
  }
  const names = namesAround(context, typeof email === "string" ? email : "");
  const submission = parseWithZod(echoable(form), { schema: signUpForm(names) });
  if (submission.status !== "success") {
    const result = submission.reply({ hideFields: hidden(form) });
    const toast = result.error?.terms && "Please agree to the Terms of Service and Privacy Policy";
    return mistyped("sign-up", result, toast || undefined);
  }
  const outcome = await signUp(request, context, submission.value, joins);
  if (outcome.ok) return onward(withReturnPath("/auth", request), outcome.cookies);
  if ("place" in outcome) {
    const formErrors = [noPlaceWords(brandOf(context), outcome.place)];
    return refused("sign-up", submission.reply({ formErrors, hideFields: hidden(form) }), 403);
  }
  const words = `Sign up failed: ${waitWords(outcome.retryAfter)}`;
  const result = submission.reply({ formErrors: [words], hideFields: hidden(form) });
  return refused("sign-up", result, 429, outcome.retryAfter);
}

export async function answerVerification(request: Request, context: Context, form: FormData) {
  const submission = parseWithZod(echoable(form), { schema: codeForm });
  const who = await visitor(request, context);
  if (who.kind === "anonymous") return sessionExpired();
  const along = await alongWithKept(request, context, who.user.id, Date.now());
  if (who.kind === "full") return redirect(alongPath("/email-verified", along));
  if (who.kind !== "pending") return sessionExpired();
  if (submission.status !== "success")
    return mistyped("verify", submission.reply({ hideFields: hidden(form) }));
  const { code, time_zone } = submission.value;
  const outcome = await verifyEmail(request, context, who, code, time_zone);
  if (outcome.ok && outcome.step === "outside") return outside(context, "verify");
  if (outcome.ok)
    return onward(alongPath(outcome.step === "in" ? "/email-verified" : "/auth", along), outcome.cookies);
  if (outcome.reason === "no_place") {
    const formErrors = [noPlaceWords(outcome.place.brand ?? brandOf(context), outcome.place.is)];
    return refused("verify", submission.reply({ formErrors }), 403);
  }
  return outcome.reason === "wrong"
    ? refused(
        "verify",
        submission.reply({
          fieldErrors: {
            code: [
              "Invalid code: The code you entered is incorrect or expired.",
              "Request a new one with “Resend code”.",
            ],
          },
        }),
        422,
      )
    : refused(
        "verify",
        submission.reply({ formErrors: [`Verification failed: ${waitWords(outcome.retryAfter)}`] }),
        429,
        outcome.retryAfter,
      );
}

/** @param again `deliver`: send the failed mail again; `resend`: send a new code */
export async function answerResend(request: Request, context: Context, again: "resend" | "deliver") {
  const who = await visitor(request, context);
  if (who.kind === "full") return redirect(withReturnPath("/email-verified", request));
  if (who.kind !== "pending") return sessionExpired();
  const send = again === "deliver" ? resendMail : resendCode;
  const outcome = await send(request, context, who);
  if (outcome.ok)
    return data<AuthReply>({ intent: "resend", result: {}, ...(outcome.sent && { sent: outcome.sent }) });
  const words = [
    "Failed to resend code: Please try again in a moment.",
    `You can request another in ${spanWords(outcome.retryAfter)}.`,
  ];
  const result = { error: { "": words } };
  return refused("resend", { status: "error", ...result }, 429, outcome.retryAfter);
}

/** The pending session is over: the screen returns to its first form. */
const sessionExpired = () =>
  refused("sign-up", { status: "error", error: { "": ["Session expired: Please sign up again."] } }, 401);
