/** Which of our hosts a request is for: the main one, where Google and every crossing begin, or another. */
import { type MiddlewareFunction, redirect } from "react-router";
import { type Context, cloudflare, requestFacts } from "#app/platform/context.ts";
import { hostOrigin, publicOrigin, settings } from "#app/platform/env.server.ts";
import { faultResponse } from "#app/platform/errors.ts";
import { isReading } from "#app/platform/methods.ts";
import { homeVisited, isOwnHost, normalisedHost, tenantHostOf } from "./tenant.server.ts";

export const mainOrigin = (context: Context): string => publicOrigin(settings(context.get(cloudflare).env));

/**
 * Where the mails of a request lead that open nothing by themselves: to the tenant that the person is on, so that its
 * people never see another host, otherwise to the main host.
 */
export function mailOrigin(context: Context): string {
  const home = homeVisited(context);
  return home === null ? mainOrigin(context) : hostOrigin(settings(context.get(cloudflare).env), home);
}

export const isMainHost = (request: Request, context: Context): boolean =>
  new URL(request.url).host === settings(context.get(cloudflare).env).PUBLIC_HOST;

/**
 * The host that a session of this request is valid on: null for the main host, the name of any other. In local mode,
 * where plain http is allowed, local and preview names are the main host too.
 */
export function sessionHostOf(request: Request, context: Context): string | null {
  const { PUBLIC_HOST, PLAIN_HTTP } = settings(context.get(cloudflare).env);
  const host = normalisedHost(new URL(request.url).host);
  const isMain = PLAIN_HTTP === "allow" ? isOwnHost(host, PUBLIC_HOST) : host === normalisedHost(PUBLIC_HOST);
  return isMain ? null : host;
}

/** The custom domain that `ref` names on the main host's sign-in screen; a session that begins there stores it (docs/product.md, "Functions"). */
export const referredTo = (request: Request, context: Context): string | null =>
  isMainHost(request, context) ? tenantHostOf(context) : null;

/** The same page on the main host, for a redirect. */
export const samePageOnMain = (context: Context, { pathname, search }: Pick<URL, "pathname" | "search">) =>
  new URL(`${pathname}${search}`, mainOrigin(context)).href;

/**
 * Redirects to the same page on the main host.
 * @throws the redirect; a 403 answer to a form
 */
export function sendToMainHost(request: Request, context: Context, url: URL): never {
  if (!isReading(request)) throw faultResponse("forbidden");
  throw redirect(samePageOnMain(context, url), { headers: { "referrer-policy": "no-referrer" } });
}

/** Stands before pages that only the main host has, because what they change lives there. */
export const mainHostOnly: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  if (sessionHostOf(request, context) !== null) sendToMainHost(request, context, url);
  return next();
};

/** An address on the main host, with the parameters that are set. */
export function onMainHost(context: Context, path: string, params: Record<string, string | null>): string {
  const url = new URL(path, mainOrigin(context));
  for (const [name, value] of Object.entries(params)) if (value !== null) url.searchParams.set(name, value);
  return url.href;
}

/** Allows the forms of the sign-in screen to lead to Google, to the main host, and to the host that `ref` names. */
export function allowWaysOut(request: Request, context: Context): void {
  const known = settings(context.get(cloudflare).env);
  const host = tenantHostOf(context);
  const { formActions } = context.get(requestFacts);
  if (known.GOOGLE_CLIENT_ID !== undefined) formActions.push("https://accounts.google.com");
  if (!isMainHost(request, context)) formActions.push(publicOrigin(known));
  else if (host !== null) formActions.push(hostOrigin(known, host));
}
