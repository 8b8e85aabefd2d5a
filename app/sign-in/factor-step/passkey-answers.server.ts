/** Passkeys on the sign-in screen: as the first factor, and at the two-factor step. */

import { replace } from "react-router";
import { auditRow } from "#app/accounts/audit.server.ts";
import { beginSession } from "#app/accounts/begin-session.server.ts";
import { mayEnter } from "#app/accounts/may-enter.server.ts";
import { wayOn } from "#app/accounts/return-path.ts";
import { visitor } from "#app/accounts/session.server.ts";
import { startAt } from "#app/accounts/start.server.ts";
import { trialOr } from "#app/billing/checkout/trial-intent.server.ts";
import { needsFactorProof } from "#app/confirm/sudo.server.ts";
import { asserted, creationOptions, requestOptions } from "#app/factors/passkeys.server.ts";
import { guarding } from "#app/factors/step-up.server.ts";
import { joinAfterSignIn } from "#app/google/google-join.server.ts";
import { passEdgeLimit } from "#app/limits/rate-limits.server.ts";
import { readForm } from "#app/platform/body.server.ts";
import { guardFailed, violates } from "#app/platform/constraints.ts";
import type { Context } from "#app/platform/context.ts";
import { database, platform } from "#app/platform/d1.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { mistyped, onward, outside, refused } from "#app/sign-in/auth-answers.server.ts";
import { auditEvents } from "#drizzle/control/schema.ts";
import { answerWith } from "./factor-step.server.ts";

/** `POST /passkeys/options`: the request for the browser, depending on the visitor: anonymous, half signed in, or signed in. */
export async function answerOptions(request: Request, context: Context): Promise<Response> {
  const form = await readForm(request, context);
  const now = Date.now();
  const who = await visitor(request, context);
  if (form.get("for") === "add") {
    if (who.kind !== "full" || !who.isSettled || needsFactorProof(who, now)) throw faultResponse("forbidden");
    return Response.json(await creationOptions(request, context, who, now));
  }
  if (form.get("for") === "confirm") {
    if (who.kind !== "full") throw faultResponse("forbidden");
    return Response.json(await requestOptions(request, context, who, now));
  }
  return Response.json(await requestOptions(request, context, who.kind === "factor" ? who : null, now));
}

const words = "Sign in failed: We don't recognize that passkey. Use your password.";
const notRight = (intent: "sign-in" | "passkey") =>
  mistyped(intent, { status: "error", error: { "": [words] } });

/** Intent `passkey`: a passkey alone signs in (it is two factors at once), and replaces the code at the two-factor step. */
export async function answerPasskey(request: Request, context: Context, form: FormData) {
  await passEdgeLimit(request, context);
  const who = await visitor(request, context);
  const way = wayOn(new URL(request.url).searchParams);
  const path = await trialOr(request, context, way, Date.now());
  if (who.kind === "full") return onward(path, []);
  const now = Date.now();
  const half = who.kind === "factor" ? who : null;
  const found = await asserted(request, context, half, form.get("credential"), now);
  const db = platform(context.get(database));
  if (!found) {
    const event = { action: "session.refused", ...(half && { target: half.user.id }) };
    await db.insert(auditEvents).values(await auditRow(request, context, event));
    return half ? refused("passkey", failedStep, 422) : notRight("sign-in");
  }
  if (half) {
    const factor = { how: "passkey", guarded: found.guarded, used: found.used } as const;
    return answerWith(request, context, "passkey", factor, () => failedStep);
  }
  if (!(await mayEnter(request, context, found.user, now))) return outside(context, "sign-in");
  const begun = await beginSession(request, context, found.user, "passkey", now);
  const [first, ...rest] = guarding(context, found.guarded);
  try {
    await db.batch([first, ...rest, found.used, ...begun.statements]);
  } catch (error) {
    if (violates(error, guardFailed)) return notRight("sign-in");
    throw error;
  }
  if (begun.step === "verify") throw replace("/auth", { headers: headersOf(begun.cookies) });
  const signedIn = { userId: found.user.id, sessionId: begun.sessionId };
  const joined = await joinAfterSignIn(request, context, signedIn, now);
  return onward(await startAt(request, context, found.user.id, path), [...begun.cookies, ...joined]);
}

const headersOf = (cookies: string[]) => cookies.map((line): [string, string] => ["set-cookie", line]);

const failedStep = {
  status: "error" as const,
  error: { "": ["MFA Challenge Failed: That passkey doesn't belong to this account."] },
};
