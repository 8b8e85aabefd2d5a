/** /auth and /login: signing in, creating an account, and the verification step of an unproven address. */

import { useEffect, useRef } from "react";
import { data } from "react-router";
import { visitorOrNobody, wasSignedOut } from "#app/accounts/late-session.server.ts";
import { forgettingFullSession } from "#app/accounts/session.server.ts";
import { trialNote } from "#app/billing/checkout/trial-note.server.ts";
import { footOf } from "#app/branding/brand-foot.ts";
import { markOf } from "#app/branding/brand-mark.ts";
import { allowWaysOut } from "#app/branding/hosts.server.ts";
import { pageTitle } from "#app/branding/page-title.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import { UsePasskey } from "#app/factors/use-passkey.tsx";
import { isGoogleOffered } from "#app/google/google.server.ts";
import { awaitedJoin } from "#app/google/google-join.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { unlessUnanswered } from "#app/platform/unanswered.ts";
import { AuthFrame } from "#app/shell/auth-frame.tsx";
import { answerFactor, answerRecoveryCode, factorStep } from "#app/sign-in/factor-step/factor-step.server.ts";
import { FactorStepForm } from "#app/sign-in/factor-step/factor-step-form.tsx";
import { answerPasskey } from "#app/sign-in/factor-step/passkey-answers.server.ts";
import { GoogleButton } from "#app/sign-in/google/google-button.tsx";
import { answerInvitation, invitationStep } from "#app/sign-in/invitation/invitation-step.server.ts";
import { InvalidInvitation, InvitationStep, Joined } from "#app/sign-in/invitation/invitation-step.tsx";
import { answerForgot, answerReset, resetStep } from "#app/sign-in/reset/reset-answers.server.ts";
import { DeadResetLink, ForgotForm, LinkSent, ResetForm } from "#app/sign-in/reset/reset-forms.tsx";
import { heldMinutes } from "#app/sign-in/verification/held-mail.server.ts";
import { codeMailState } from "#app/sign-in/verification/verification.server.ts";
import { VerificationForm } from "#app/sign-in/verification/verification-form.tsx";
import { hideToast, showToast } from "#app/ui/toast.ts";
import type { Route } from "./+types/auth.route";
import { isByInvitation } from "./agency-newcomers.server.ts";
import {
  type AuthReply,
  answerResend,
  answerSignIn,
  answerSignUp,
  answerVerification,
} from "./auth-answers.server.ts";
import { brokenOff } from "./broken-connection.ts";
import { goOn } from "./go-on.server.ts";
import { domainsShown } from "./joining.server.ts";
import { NoAccess } from "./no-access.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpStep } from "./sign-up-form.tsx";
import { type Typed, TypedAlong } from "./typed-along.tsx";

const titles = {
  "sign-in": "Sign in",
  "sign-up": "Create your account",
  verify: "Verify your email",
  factor: "Two-factor authentication",
  invitation: "Accept your invitation",
  "no-invitation": "Invalid Invitation",
  joined: "Already joined",
  forgot: "Forgot your password?",
  reset: "Set a new password",
  "no-reset": "This link has expired",
  outside: "No access",
} as const;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageTitle(titles[loaderData?.mode ?? "sign-in"], matches);

export const headers: Route.HeadersFunction = ({ actionHeaders, loaderHeaders }) => {
  const merged = new Headers(loaderHeaders);
  for (const [name, value] of actionHeaders) merged.append(name, value);
  return merged;
};

/** R40: an address that holds a secret is sent to no site as a referrer, not even this one. */
const headersAt = (searchParams: URLSearchParams): HeadersInit =>
  ["reset", "token", "state"].some((name) => searchParams.has(name))
    ? { "referrer-policy": "no-referrer" }
    : {};

const invitationModes = { open: "invitation", invalid: "no-invitation", joined: "joined" } as const;

/** The state that all steps share; each fills in its own part. */
const noStep = {
  asked: null,
  trial: null,
  isOut: false,
  email: "",
  mail: null,
  heldFor: null,
  factor: null,
  invitation: null,
  reset: null,
  outside: null,
  isByInvitation: false,
  domains: [] as readonly string[],
  joins: null,
} as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const headers = headersAt(searchParams);
  const hasGoogle = isGoogleOffered(context);
  const brand = brandOf(context);
  const reset = await resetStep(request, context);
  if (reset) {
    allowWaysOut(request, context);
    const status = reset.mode === "no-reset" ? 404 : 200;
    return data({ ...noStep, mode: reset.mode, reset, hasGoogle, brand } as const, { status, headers });
  }
  const who = await visitorOrNobody(request, context);
  const invitation = await invitationStep(request, context, who);
  if (who.kind === "full" && !invitation) {
    const on = await goOn(request, context, who);
    if (on instanceof Response) throw on;
    const shown = { ...noStep, mode: "outside", outside: on, hasGoogle, brand } as const;
    return data(shown, { status: 403, headers });
  }
  const asked = searchParams.get("mode");
  const isStep = asked !== "signup" && asked !== "signin";
  const isPending = who.kind === "pending" && isStep;
  const factor = who.kind === "factor" && isStep ? await factorStep(request, context, who) : null;
  const step = isPending ? "verify" : factor ? "factor" : asked === "signup" ? "sign-up" : "sign-in";
  const mode = invitation ? invitationModes[invitation.is] : step;
  const email = isPending ? who.user.email : "";
  const mail = isPending ? await codeMailState(context, email) : null;
  const heldFor = isPending ? await heldMinutes(request, context, who.sessionId, Date.now()) : null;
  allowWaysOut(request, context);
  const trial = trialNote(request, context);
  const isOut = mode === "sign-in" && (await wasSignedOut(request, context));
  const joins =
    mode === "sign-in" ? ((await awaitedJoin(request, context, Date.now()))?.email ?? null) : null;
  // Shown once: the cookie that carries the message is removed.
  const said = new Headers(headers);
  if (isOut) said.append("set-cookie", forgettingFullSession(request));
  const shown = {
    ...noStep,
    mode,
    asked,
    trial,
    isOut,
    email,
    mail,
    heldFor,
    factor,
    invitation,
    isByInvitation: isByInvitation(request, context),
    domains: mode === "sign-up" || mode === "sign-in" ? domainsShown(request, context) : [],
    joins,
    hasGoogle,
    brand,
  } as const;
  return data(shown, { status: invitation?.is === "invalid" ? invitation.status : 200, headers: said });
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request, context);
  switch (form.get("intent")) {
    case "sign-in":
      return answerSignIn(request, context, form);
    case "sign-up":
      return answerSignUp(request, context, form);
    case "verify":
      return answerVerification(request, context, form);
    case "resend":
      return answerResend(request, context, "resend");
    case "deliver":
      return answerResend(request, context, "deliver");
    case "forgot":
      return answerForgot(request, context, form);
    case "reset":
      return answerReset(request, context, form);
    case "factor":
      return answerFactor(request, context, form);
    case "recovery-code":
      return answerRecoveryCode(request, context, form);
    case "passkey":
      return answerPasskey(request, context, form);
    default:
      return answerInvitation(request, context, form);
  }
}

/** Handles a form that did not reach the server, so that an error screen does not lose what was typed. */
export const clientAction = (args: Route.ClientActionArgs) =>
  unlessUnanswered(args, (sent): AuthReply | undefined => {
    const broken = brokenOff(sent);
    return broken
      ? { intent: broken.intent, result: { status: "error", error: { "": [broken.words] } } }
      : undefined;
  });

const attemptToast = "attempt";

export default function AuthPage({ loaderData, actionData }: Route.ComponentProps) {
  const { brand, email, mail, factor, invitation, reset } = loaderData;
  const intent = actionData?.intent;
  const sentTo = actionData?.sentTo ?? null;
  // When a half session ends in between, its step gives way to the form that it began with.
  const answered = intent === "sign-up" || intent === "sign-in" ? intent : loaderData.mode;
  const outside = actionData?.outside ?? loaderData.outside;
  const refusedMode = actionData?.isOver ? "no-reset" : outside ? "outside" : null;
  const mode = sentTo !== null ? "sent" : (refusedMode ?? answered);
  const invited = invitedForm(intent, loaderData.asked, invitation?.is === "open" && invitation.isKnown);
  const formId = mode === "invitation" ? invited : mode;
  useFocusOnNewStep(mode);
  const typed = useRef<Typed>(null);
  useEffect(() => {
    if (!actionData?.toast) return;
    showToast({ id: attemptToast, words: actionData.toast, tone: "bad" });
    // It belongs to this answer: the next one, and the next step, take it down.
    return () => hideToast(attemptToast);
  }, [actionData]);
  const result = (of: typeof intent) => (intent === of ? (actionData?.result ?? null) : null);
  return (
    <AuthFrame
      brand={markOf(brand)}
      hero={{
        headline: brand.auth_hero_headline ?? brand.hero_headline,
        description: brand.auth_hero_description ?? brand.hero_subheadline,
      }}
      footer={footOf(brand)}
    >
      <TypedAlong key={formId} of={formId} typed={typed}>
        {mode === "sign-in" && (
          <SignInForm
            brand={brand.company_name}
            trial={loaderData.trial}
            isOut={loaderData.isOut}
            isByInvitation={loaderData.isByInvitation && loaderData.domains.length === 0}
            joins={loaderData.joins}
            result={result("sign-in")}
          >
            {loaderData.hasGoogle && loaderData.joins === null && <GoogleButton />}
          </SignInForm>
        )}
        {mode === "outside" && outside && <NoAccess company={brand.company_name} {...outside} />}
        {mode === "sign-up" && (
          <SignUpStep {...loaderData} brand={brand.company_name} result={result("sign-up")}>
            {loaderData.hasGoogle && <GoogleButton />}
          </SignUpStep>
        )}
        {mode === "verify" && (
          <VerificationForm
            email={email}
            mail={mail}
            heldFor={loaderData.heldFor}
            result={result("verify")}
            resent={result("resend")}
            sent={actionData?.sent ?? null}
          />
        )}
        {mode === "invitation" && invitation?.is === "open" && (
          <InvitationStep
            brand={brand.company_name}
            invitation={invitation}
            form={invited}
            result={result("invited-sign-up") ?? result("invited-sign-in") ?? result("accept")}
          >
            {loaderData.hasGoogle && <GoogleButton />}
          </InvitationStep>
        )}
        {mode === "no-invitation" && invitation?.is === "invalid" && (
          <InvalidInvitation words={invitation.words} />
        )}
        {mode === "joined" && invitation?.is === "joined" && <Joined {...invitation} />}
        {mode === "forgot" && <ForgotForm result={result("forgot")} />}
        {sentTo !== null && <LinkSent to={sentTo} />}
        {mode === "reset" && reset?.mode === "reset" && <ResetForm {...reset} result={result("reset")} />}
        {mode === "no-reset" && <DeadResetLink />}
        {mode === "factor" && factor && (
          <FactorStepForm
            factorId={factor.factorId}
            passkey={factor.hasPasskey && <UsePasskey>Use a passkey</UsePasskey>}
            result={result("factor") ?? result("passkey")}
            recovery={result("recovery-code")}
          />
        )}
      </TypedAlong>
    </AuthFrame>
  );
}

/** The form of an invitation: the one that answered, the one that was requested, or the one that suits its address. */
function invitedForm(intent: string | undefined, asked: string | null, isKnown: boolean) {
  if (intent === "invited-sign-in" || intent === "invited-sign-up") return intent;
  if (asked === "signin" || asked === "signup")
    return asked === "signin" ? "invited-sign-in" : "invited-sign-up";
  return isKnown ? "invited-sign-in" : "invited-sign-up";
}

/** When a step replaces another, focus moves to its code field, or else to its heading; a person who is already typing keeps the focus. */
function useFocusOnNewStep(step: string): void {
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    if (document.activeElement?.matches("main form input")) return;
    const code = document.querySelector<HTMLElement>("main input[autocomplete=one-time-code]");
    (code ?? document.querySelector<HTMLElement>("main h1"))?.focus({ preventScroll: true });
  }, [step]);
}
