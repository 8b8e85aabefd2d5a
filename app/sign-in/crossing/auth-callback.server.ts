/** Handles /auth/callback: people who come back from Google on the main host, or from the main host on a tenant's. */

import { redirect } from "react-router";
import { returnPathOf } from "#app/accounts/return-path.ts";
import { visitor } from "#app/accounts/session.server.ts";
import { startAt } from "#app/accounts/start.server.ts";
import { trialOr } from "#app/billing/checkout/trial-intent.server.ts";
import { isMainHost, sessionHostOf } from "#app/branding/hosts.server.ts";
import { type Errand, forgettingGoogle, fromGoogle } from "#app/google/google.server.ts";
import { doBound } from "#app/google/google-bound.server.ts";
import { joinQuestion, keepingJoin } from "#app/google/google-join.server.ts";
import { innermostMessage } from "#app/platform/constraints.ts";
import type { Context } from "#app/platform/context.ts";
import { folded } from "#app/platform/email-address.ts";
import { log } from "#app/platform/log.ts";
import { signInWithGoogle } from "#app/sign-in/google/google-sign-in.server.ts";
import { type Invitation, invitationByToken } from "#app/sign-in/invitation/invitation-link.server.ts";
import { keepingInvitation } from "#app/sign-in/invitation/pending-invitation.server.ts";
import { type Arrival, arriveAt, continueAs } from "./arrival.server.ts";
import { departFrom, ownCustomHost } from "./cross-domain.server.ts";

export type CallbackFailure = {
  /** The side that could not be asked, or whose answer was invalid. */
  of: "google" | "sign-in";
  reason: "denied" | "refused" | "unverified" | "unreachable" | "taken" | "other" | "uninvited" | "full";
  /** Where the person can try again. */
  again: string;
};
type Failed = { failure: CallbackFailure; cookies: string[] };
type Outcome =
  | { response: Response }
  | Failed
  /** The account's holder continues by pressing a button. */
  | { email: string };

/** A redirect to an address without secrets, without a referrer (R10). */
const onward = (path: string, cookies: string[]): { response: Response } => {
  const headers = new Headers(cookies.map((line): [string, string] => ["set-cookie", line]));
  headers.set("referrer-policy", "no-referrer");
  return { response: redirect(path, { status: 303, headers }) };
};

/** An address with the person's errand. */
function withErrand(path: string, errand: Errand | null): string {
  const kept = Object.entries(errand ?? {}).flatMap(([name, value]) =>
    value === null ? [] : [[name, value]],
  );
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`;
}

/** The invitation that the person set out with; if it cannot be read now, the sign-in screen says so. */
async function invitationIn(
  request: Request,
  context: Context,
  { token }: Errand,
  now: number,
): Promise<Invitation | null> {
  if (token === null) return null;
  try {
    return await invitationByToken(context, token, now, sessionHostOf(request, context));
  } catch (error) {
    log("error", "invitation_not_validated", { message: innermostMessage(error) });
    return null;
  }
}

async function fromGooglesPage(request: Request, context: Context): Promise<Outcome> {
  const now = Date.now();
  const answer = await fromGoogle(request, context, now);
  const forgetting = forgettingGoogle(request);
  const failed = (reason: CallbackFailure["reason"], again: string): Outcome => ({
    failure: { of: "google", reason, again },
    cookies: [forgetting],
  });
  const from = returnPathOf(answer.errand?.returnPath);
  if (!answer.ok)
    return failed(answer.reason, answer.bound ? from : withErrand("/auth/google", answer.errand));
  const { errand } = answer;
  if (answer.bound) {
    const done = await doBound(request, context, answer.identity, answer.bound, now);
    const to = answer.bound.does === "connect" ? "/security?done=google-connect" : from;
    return done.ok ? onward(to, [...done.cookies, forgetting]) : failed(done.reason, from);
  }
  const invitation = await invitationIn(request, context, errand, now);
  const isFor = (email: string) => invitation?.email === folded(email);
  const { identity } = answer;
  const begun = await signInWithGoogle(request, context, identity, now, errand.ref, isFor(identity.email));
  if (!begun.isIn && begun.reason !== "password_first")
    return failed(begun.reason, withErrand("/auth", errand));
  if (!begun.isIn) {
    const path = withErrand("/auth", errand);
    const asking = `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams([[...joinQuestion]])}`;
    return onward(asking, [await keepingJoin(request, context, identity, begun.unjoined, now), forgetting]);
  }
  const { step, user } = begun;
  const cookies = [...begun.cookies, forgetting];
  if (invitation && isFor(user.email)) {
    const kept = await keepingInvitation(request, context, user.id, invitation, now);
    const along = { ...errand, token: null, invitation: invitation.id };
    return onward(withErrand("/auth", along), [...cookies, kept]);
  }
  // The sign-in screen asks for the second factor, crosses over to `ref`, or says that the invitation is for another
  // account.
  const { ref, token, invitation: kept } = errand;
  const staysHere = step === "in" && ref === null && token === null && kept === null;
  const wanted = returnPathOf(errand.returnPath);
  const path = staysHere
    ? await startAt(request, context, user.id, await trialOr(request, context, wanted, now))
    : withErrand("/auth", errand);
  return onward(path, cookies);
}

const refused: Failed = {
  failure: { of: "sign-in", reason: "refused", again: "/auth/callback" },
  cookies: [],
};

function arrived(arrival: Arrival): Outcome {
  if (arrival === null) return refused;
  return arrival.is === "in" ? onward(arrival.path, arrival.cookies) : { email: arrival.email };
}

/** Answers the button for a token that no browser set out for: the redirect, or that it opens nothing here. */
export async function answerContinue(
  request: Request,
  context: Context,
): Promise<{ response: Response } | Failed> {
  const host = isMainHost(request, context) ? null : await ownCustomHost(request, context);
  const token = new URL(request.url).searchParams.get("token");
  if (host === null || token === null) return refused;
  const entered = await continueAs(request, context, host, token, Date.now());
  return entered ? onward(entered.path, entered.cookies) : refused;
}

async function onTenantsHost(request: Request, context: Context, host: string): Promise<Outcome> {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get("token");
  if (token !== null) return arrived(await arriveAt(request, context, host, token, Date.now()));
  // Google's callback belongs to the main host.
  if (isGoogles(searchParams)) return refused;
  const away = await departFrom(request, context, host, "/auth", Date.now());
  return onward(away.url, [away.cookie]);
}

const isGoogles = (searchParams: URLSearchParams): boolean =>
  ["code", "state", "error"].some((name) => searchParams.has(name));

/** Answers /auth/callback: the redirect, or what failed. */
export async function answerCallback(request: Request, context: Context): Promise<Outcome> {
  const { searchParams } = new URL(request.url);
  const isComingBack = searchParams.has("token") || isGoogles(searchParams);
  const who = await visitor(request, context);
  if (!isComingBack && who.kind === "full") return onward(returnPathOf(searchParams.get("returnPath")), []);
  const host = isMainHost(request, context) ? null : await ownCustomHost(request, context);
  if (host !== null) return onTenantsHost(request, context, host);
  if (isGoogles(searchParams)) return fromGooglesPage(request, context);
  return { failure: { of: "sign-in", reason: "refused", again: "/auth" }, cookies: [] };
}
