/** Starts "Continue with Google": keeps the person's errand and sends the browser to Google. */
import { redirect } from "react-router";
import { returnPathOf } from "#app/accounts/return-path.ts";
import { visitor } from "#app/accounts/session.server.ts";
import { isMainHost, mainOrigin, onMainHost } from "#app/branding/hosts.server.ts";
import { type Bound, type Errand, isGoogleOffered, toGoogle } from "#app/google/google.server.ts";
import { passEdgeLimit } from "#app/limits/rate-limits.server.ts";
import type { Context } from "#app/platform/context.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { departFrom, ownCustomHost } from "#app/sign-in/crossing/cross-domain.server.ts";

/** The errand in the sign-in screen's address, as far as it is valid; `ref` is checked when it is used (R9). */
function errandIn({ searchParams }: URL): Errand {
  const asked = (name: string, form: RegExp) => {
    const value = searchParams.get(name);
    return value !== null && form.test(value) ? value : null;
  };
  const returnPath = searchParams.get("returnPath");
  return {
    returnPath: returnPath === null ? null : returnPathOf(returnPath).slice(0, 1000),
    ref: asked("ref", /^[\w.-]{1,253}$/),
    state: asked("state", /^[0-9a-f]{64}$/),
    token: asked("token", /^[\w-]{1,128}$/),
    invitation: asked("invitation", /^[\w-]{1,64}$/),
    intent: asked("intent", /^\w{1,32}$/),
  };
}

/** The session that has to be confirmed (`confirm-it-is-you.tsx`), if there is one. */
async function confirmingIn(request: Request, context: Context): Promise<Bound | null> {
  if (!new URL(request.url).searchParams.has("confirm")) return null;
  const who = await visitor(request, context);
  return who.kind === "full" ? { session_id: who.sessionId, does: "confirm" } : null;
}

/** @throws a 404 answer where Google is not configured */
export async function startGoogle(request: Request, context: Context): Promise<Response> {
  if (!isGoogleOffered(context)) throw faultResponse("not_found");
  await passEdgeLimit(request, context);
  const errand = errandIn(new URL(request.url));
  const now = Date.now();
  const go = (url: string, cookie?: string) =>
    redirect(url, { headers: cookie === undefined ? {} : { "set-cookie": cookie } });
  if (isMainHost(request, context)) {
    const there = await toGoogle(request, context, errand, now, await confirmingIn(request, context));
    if (!there) throw faultResponse("not_found");
    return go(there.url, there.cookie);
  }
  // A proof does not carry over to another host: confirming with Google happens on the main host, at the same page.
  if (new URL(request.url).searchParams.has("confirm"))
    return go(new URL(returnPathOf(errand.returnPath), mainOrigin(context)).href);
  const host = await ownCustomHost(request, context);
  if (host === null) return go(onMainHost(context, "/auth/google", errand));
  const away = await departFrom(request, context, host, "/auth/google", now, errand.token);
  const url = new URL(away.url);
  if (errand.intent !== null) url.searchParams.set("intent", errand.intent);
  return go(url.href, away.cookie);
}
