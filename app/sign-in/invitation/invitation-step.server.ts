/** The step of the sign-in screen that a mailed invitation opens: its data, and the answers of its forms (docs/product.md, "Sign-in flows" and "Error texts"). */

import { parseWithZod } from "@conform-to/zod/v4";
import { redirect, replace } from "react-router";
import { alongPath, startPage, wayOn } from "#app/accounts/return-path.ts";
import { type Membership, type Visitor, visitor } from "#app/accounts/session.server.ts";
import { sessionHostOf } from "#app/branding/hosts.server.ts";
import { brandOf } from "#app/branding/tenant.server.ts";
import { passEdgeLimit } from "#app/limits/rate-limits.server.ts";
import { waitWords } from "#app/limits/wait-words.ts";
import { activeMembership, storingCookie } from "#app/membership/active-organization.server.ts";
import { failedToJoin } from "#app/organizations/invitation-words.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import type { Context } from "#app/platform/context.ts";
import { folded } from "#app/platform/email-address.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { log } from "#app/platform/log.ts";
import { signInForm, signUpForm } from "#app/sign-in/account-forms.server.ts";
import {
  echoable,
  hidden,
  type Intent,
  mistyped,
  onward,
  outside,
  refused,
} from "#app/sign-in/auth-answers.server.ts";
import { signIn } from "#app/sign-in/sign-in.server.ts";
import { signOut } from "#app/sign-in/sign-out.server.ts";
import { signUp } from "#app/sign-in/sign-up.server.ts";
import { acceptInvitation } from "./accept-invitation.server.ts";
import { type Invitation, invitationByToken, joinedByToken } from "./invitation-link.server.ts";
import { hasKept, keepingInvitation } from "./pending-invitation.server.ts";
import { asksForInvitation } from "./pending-invitation.ts";

const invalid = "This invitation link is invalid or has expired.";
const nothingKept = "No invitation data found.";
const notValidated = "Failed to validate invitation.";

type Opened = { invitation: Invitation } | { words: string; status: number };

/** The invitation of the token in the address, or why there is none. */
async function openedInvitation(request: Request, context: Context): Promise<Opened> {
  const token = new URL(request.url).searchParams.get("token");
  if (!token) return { words: nothingKept, status: 422 };
  await passEdgeLimit(request, context);
  try {
    const invitation = await invitationByToken(context, token, Date.now(), sessionHostOf(request, context));
    return invitation ? { invitation } : { words: invalid, status: 404 };
  } catch (error) {
    log("error", "invitation_not_validated", { message: innermostMessage(error) });
    return { words: notValidated, status: 503 };
  }
}

/** The organization that the visitor joined by the invitation in the address: used, and by this visitor. */
async function joinedOrganization(
  request: Request,
  context: Context,
  who: Visitor,
): Promise<Membership | null> {
  const token = new URL(request.url).searchParams.get("token");
  if (who.kind !== "full" || !token) return null;
  const id = await joinedByToken(context, token, who.user.id);
  return who.memberships.find((one) => one.id === id) ?? null;
}

/** The only data of an invitation that the step shows (R22). */
export type InvitationStep =
  /** Already used, by this person, whose active organization is now another one. */
  | { is: "joined"; id: string; organization: string }
  | { is: "invalid"; words: string; status: number }
  | {
      is: "open";
      organization: string;
      email: string;
      role: string;
      /** The address has an account. */
      isKnown: boolean;
      /** The signed-in account: the invited person's, or the address of another account. */
      signedIn: "invited" | { email: string } | null;
    };

/**
 * The step, when the address holds an invitation's token; null for other steps. A visitor who is half signed in with
 * the invited address finishes that first, and the invitation goes with them.
 * @throws the redirect to their own step, or to the organization that they have joined by it and that is active
 */
export async function invitationStep(
  request: Request,
  context: Context,
  who: Visitor,
): Promise<InvitationStep | null> {
  const { searchParams } = new URL(request.url);
  if (!searchParams.has("token")) {
    // For a full session: a kept invitation was accepted before this page is drawn.
    const isKept = who.kind !== "full" && (who.kind !== "anonymous" || hasKept(request));
    return asksForInvitation(searchParams) && !isKept
      ? { is: "invalid", words: nothingKept, status: 422 }
      : null;
  }
  const found = await openedInvitation(request, context);
  if (!("invitation" in found)) {
    const own = found.status === 404 ? await joinedOrganization(request, context, who) : null;
    if (!own || who.kind !== "full") return { is: "invalid", ...found };
    if (activeMembership(request, who)?.id === own.id)
      throw replace(startPage, { headers: { "referrer-policy": "no-referrer" } });
    return { is: "joined", id: own.id, organization: own.name };
  }
  const { organization, email, role, isKnown } = found.invitation;
  const isInvited = who.kind !== "anonymous" && folded(who.user.email) === email;
  if (isInvited && who.kind !== "full" && !searchParams.has("mode"))
    throw await onOwnStep(request, context, who.user.id, found.invitation);
  const signedIn = who.kind !== "full" ? null : isInvited ? "invited" : { email: who.user.email };
  return { is: "open", organization, email, role, isKnown, signedIn };
}

/** A form's answer with one message for the whole form. */
const say = (intent: Intent, { words, status }: { words: string; status: number }) =>
  refused(intent, { status: "error", error: { "": [words] } }, status);

/** The next page of the flow, with the invitation's id instead of its token, which has been used. */
function onwardWith(request: Request, { id }: Invitation): string {
  const { searchParams } = new URL(request.url);
  searchParams.set("invitation", id);
  return alongPath("/auth", searchParams);
}

/** A half-signed-in person opens the link mailed to their own address: the invitation is kept until their step is done, and its token leaves the address. */
async function onOwnStep(request: Request, context: Context, userId: string, invitation: Invitation) {
  const kept = await keepingInvitation(request, context, userId, invitation, Date.now());
  const headers = { "set-cookie": kept, "referrer-policy": "no-referrer" };
  return replace(onwardWith(request, invitation), { headers });
}

/** A newcomer's form. An address that is registered falls back to signing in with the typed password, and then accepts (docs/product.md, "Sign-in flows"). */
async function answerInvitedSignUp(
  request: Request,
  context: Context,
  form: FormData,
  invitation: Invitation,
) {
  if (invitation.isKnown) return answerInvitedSignIn(request, context, form, invitation);
  const names = [
    brandOf(context).company_name,
    invitation.organization,
    "Switchboard",
    invitation.email.replace(/@.*$/s, ""),
  ];
  const submission = parseWithZod(echoable(form), { schema: signUpForm(names) });
  if (submission.status !== "success") {
    const result = submission.reply({ hideFields: hidden(form) });
    const toast = result.error?.terms && "Please agree to the Terms of Service and Privacy Policy";
    return mistyped("invited-sign-up", result, toast || undefined);
  }
  const outcome = await signUp(request, context, submission.value, true);
  if (!outcome.ok) {
    const words = `Sign up failed: ${waitWords(outcome.retryAfter)}`;
    const result = submission.reply({ formErrors: [words], hideFields: hidden(form) });
    return refused("invited-sign-up", result, 429, outcome.retryAfter);
  }
  const kept = await keepingInvitation(request, context, outcome.userId, invitation, Date.now());
  return onward(onwardWith(request, invitation), [...outcome.cookies, kept]);
}

async function answerInvitedSignIn(
  request: Request,
  context: Context,
  form: FormData,
  invitation: Invitation,
) {
  const submission = parseWithZod(echoable(form), { schema: signInForm });
  if (submission.status !== "success")
    return mistyped("invited-sign-in", submission.reply({ hideFields: hidden(form) }));
  const outcome = await signIn(request, context, submission.value);
  if (outcome.ok) {
    const kept = await keepingInvitation(request, context, outcome.userId, invitation, Date.now());
    return onward(onwardWith(request, invitation), [...outcome.cookies, kept]);
  }
  if (outcome.reason === "outside") return outside(context, "invited-sign-in");
  const reply = (words: string) =>
    submission.reply({ formErrors: [`Sign in failed: ${words}`], hideFields: hidden(form) });
  return outcome.reason === "wrong"
    ? refused("invited-sign-in", reply("Invalid email or password"), 401)
    : refused("invited-sign-in", reply(waitWords(outcome.retryAfter)), 429, outcome.retryAfter);
}

/** The one click of the invited person, who is signed in. */
async function answerAccept(request: Request, context: Context, invitation: Invitation) {
  const { pathname, search, searchParams } = new URL(request.url);
  const who = await visitor(request, context);
  if (who.kind !== "full") return redirect(`${pathname}${search}`);
  try {
    const outcome = await acceptInvitation(request, context, who.user, invitation.id, Date.now());
    if (!outcome.ok) return say("accept", { words: invalid, status: 422 });
    return onward(wayOn(searchParams), [storingCookie(request, outcome.organizationId)]);
  } catch (error) {
    log("error", "invitation_not_accepted", { message: innermostMessage(error) });
    return say("accept", { words: failedToJoin, status: 503 });
  }
}

/** Signs out a person for whom the invitation is not, and returns to it. */
async function answerLeave(request: Request, context: Context) {
  const { pathname, search } = new URL(request.url);
  const cookies = await signOut(request, context);
  const headers = new Headers(cookies.map((line): [string, string] => ["set-cookie", line]));
  headers.set("clear-site-data", '"cache"');
  return redirect(`${pathname}${search}`, { headers });
}

/** Any form of the step, by its intent. */
export async function answerInvitation(request: Request, context: Context, form: FormData) {
  const intent = form.get("intent");
  if (intent === "leave") return answerLeave(request, context);
  if (intent !== "accept" && intent !== "invited-sign-in" && intent !== "invited-sign-up")
    throw faultResponse("bad_request");
  if (!new URL(request.url).searchParams.has("token")) return redirect("/auth?invitation=none");
  const found = await openedInvitation(request, context);
  if (!("invitation" in found)) return say(intent, found.status === 404 ? { ...found, status: 422 } : found);
  const { invitation } = found;
  if (intent === "accept") return answerAccept(request, context, invitation);
  // The address is the invitation's, whatever the form contains.
  form.set("email", invitation.email);
  const answer = intent === "invited-sign-in" ? answerInvitedSignIn : answerInvitedSignUp;
  return answer(request, context, form, invitation);
}
